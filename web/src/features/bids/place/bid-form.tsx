import type { Auction } from '@restvarde/contract/auctions/auction';
import { quickAmounts } from '@restvarde/contract/bids/bid-rules';
import { formatKronor, parseKronor } from '@restvarde/contract/money';
import {
  type FormEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useFaultFocus } from '../../../base/forms/fault-focus.ts';
import { useBackCloses } from '../../../base/frame/use-back-closes.ts';
import { useConnection } from '../../../base/live/connection.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { formatNumber } from '../../../ui/format/numbers.ts';
import { lazyPart, useLazyPart } from '../../../ui/later.ts';
import { useMedia } from '../../../ui/use-media.ts';
import styles from '../bid-panel.module.css';
import { isStillSo, outcomeSentences } from './outcome-words.ts';
import type { TermsCheckboxProps } from './terms-checkbox.tsx';
import { useBid } from './use-bid.ts';

// Loaded after the page.
const bidReview = lazyPart(() => import('./bid-review.tsx'));
// Shown to a workshop once, so few pages need it.
const termsCheckbox = lazyPart(() => import('./terms-checkbox.tsx'));

export interface BidFormHandle {
  /** Shows and focuses the bid field, with the minimum if it is empty. */
  enter(): void;
}

export interface BidFormProps {
  auction: Auction;
  needs_terms: boolean;
  ref?: Ref<BidFormHandle> | undefined;
}

/**
 * Enters, reviews and sends a bid, in the panel (BID-1, BID-9). When the auction ends, a bid that is being sent is
 * still awaited and its answer shown.
 */
export function BidForm({ auction, needs_terms, ref }: BidFormProps) {
  const { state, dispatch, review, confirm } = useBid(auction, needs_terms);
  const { step, faults, messages, placed } = state;
  const isOffline = useConnection().state === 'offline';
  const field = useRef<HTMLInputElement>(null);
  const [attempt, setAttempt] = useState(0);
  useFaultFocus(step.name === 'writing' && messages.length === 0 && attempt);
  const notice = useRef<HTMLDivElement>(null);
  const minimum = auction.minimum_allowed_bid;
  // On wide screens, without an on-screen keyboard, the field suggests the most likely bid, which follows the
  // minimum.
  const isWide = useMedia('(min-width: 48em)');
  const isOffered = isWide && state.written === null;
  const written = isOffered ? formatNumber(minimum) : (state.written ?? '');

  useImperativeHandle(ref, () => ({
    enter() {
      if (step.name === 'writing' && written === '') fill(minimum);
      field.current?.scrollIntoView({ block: 'center' });
      field.current?.focus({ preventScroll: true });
      field.current?.select();
    },
  }));

  const answer = placed ?? (messages.length > 0 ? messages : null);
  useEffect(() => {
    if (answer !== null) notice.current?.focus();
  }, [answer]);

  const fill = (amount: number) => dispatch({ type: 'write', written: formatNumber(amount) });

  /** Groups a valid amount on blur, «46000» to «46 000». Other text is left as it is (BID-9). */
  function group() {
    if (/^\s*\d+\s*$/.test(state.written ?? '') && parseKronor(written) !== null) {
      fill(Number(written));
    }
  }

  // The suggestion is selected, so that typing replaces it, even if the minimum changes meanwhile.
  useLayoutEffect(() => {
    const input = field.current;
    if (isOffered && input?.value === written && document.activeElement === input) input.select();
  }, [isOffered, written]);

  function selectOffered() {
    if (isOffered) field.current?.select();
  }

  /** The first press only focuses: its caret would undo the selection. */
  function press(event: MouseEvent) {
    if (!isOffered || event.target !== field.current || event.target === document.activeElement)
      return;
    event.preventDefault();
    field.current.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOffline) return;
    setAttempt((before) => before + 1);
    review(isOffered ? minimum : undefined);
  }

  function goBack() {
    dispatch({ type: 'back' });
    requestAnimationFrame(() => field.current?.focus());
  }

  const isOnItsWay = step.name === 'sending' || step.name === 'lost';
  const isReviewing = step.name === 'reviewing' && auction.is_active;
  const isReviewed = isOnItsWay || isReviewing;
  useBackCloses(isReviewing, goBack);
  const BidReview = useLazyPart(bidReview, isReviewed);
  if (isReviewed) {
    return (
      BidReview && (
        <BidReview
          step={step}
          auction={auction}
          isOffline={isOffline}
          onConfirm={confirm}
          onBack={goBack}
          onRaise={(amount) => review(amount)}
        />
      )
    );
  }
  const refused = messages.length > 0 && (
    <Notice ref={notice} tone="danger" title="Budet lades inte">
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
  if (!auction.is_active) return refused;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {placed !== null && isStillSo(placed, auction) && (
        <div className={placed.outcome === 'outbid' ? undefined : styles.accepted}>
          <Notice ref={notice} tone="success" title="Bud accepterat">
            {outcomeSentences(placed).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        </div>
      )}
      {refused}
      <TextField
        label="Ditt bud i kronor"
        size="lg"
        suffix="kr"
        inputMode="numeric"
        autoComplete="off"
        value={written}
        onChange={(text) => dispatch({ type: 'write', written: text })}
        onFocus={selectOffered}
        onMouseDown={press}
        onBlur={group}
        error={faults.bid}
        inputRef={field}
        description={`Lägg ${formatKronor(minimum)} eller mer. Exkl. moms.`}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a separate form. */}
      <div className={styles.sums} role="group" aria-label="Fyll i ett belopp">
        {quickAmounts(auction.bid_increment_intervals, minimum).map((amount) => (
          <Button
            key={amount}
            size="sm"
            onPress={() => {
              fill(amount);
              announce(`Ditt bud: ${formatKronor(amount)}`, 'bid-field');
            }}
          >
            <span>
              <span>{formatNumber(amount)}</span>
              <span className="visually-hidden"> kr</span>
            </span>
          </Button>
        ))}
      </div>
      {needs_terms && (
        <Terms
          isSelected={state.accepts_terms}
          onChange={(accepts_terms) => dispatch({ type: 'accept', accepts_terms })}
          error={faults.terms}
        />
      )}
      {isOffline && <Notice tone="warn">Du är offline. Bud kan inte läggas.</Notice>}
      <Button type="submit" variant="primary" size="lg" isWide isDisabled={isOffline}>
        Granska bud
      </Button>
    </form>
  );
}

/** A native checkbox holds its place until it is loaded, so that nothing moves. */
function Terms(props: TermsCheckboxProps) {
  const TermsCheckbox = useLazyPart(termsCheckbox, true);
  return (
    <div className={styles.terms}>
      {TermsCheckbox ? (
        <TermsCheckbox {...props} />
      ) : (
        <label>
          <input
            type="checkbox"
            checked={props.isSelected}
            onChange={({ target }) => props.onChange(target.checked)}
          />{' '}
          Jag godkänner de allmänna köpvillkoren
        </label>
      )}
    </div>
  );
}
