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
import { flushSync } from 'react-dom';
import { useFaultFocus } from '../../../base/forms/fault-focus.ts';
import { useBackCloses } from '../../../base/frame/use-back-closes.ts';
import { useConnection } from '../../../base/live/connection.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { formatNumber } from '../../../ui/format/numbers.ts';
import { Later, lazyPart, useLazyPart } from '../../../ui/later.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { leadOf } from '../../auctions/apply-standing.ts';
import styles from '../../sales/bid-panel.module.css';
import type { TermsCheckboxProps } from '../../sales/terms-checkbox.tsx';
import { needsOf } from './read-bid.ts';
import type { Bid } from './use-bid.ts';

// Loaded where maximums are allowed (AUTO-1).
const bidKind = lazyPart(() => import('./bid-kind.tsx'));
const maxBidLine = lazyPart(() => import('./max-bid-line.tsx'));
// Loaded after the page.
const bidReview = lazyPart(() => import('./bid-review.tsx'));
// Shown to a workshop once, so few pages need it.
const termsCheckbox = lazyPart(() => import('../../sales/terms-checkbox.tsx'));

export interface BidFormHandle {
  /** Shows and focuses the bid field, with the minimum if it is empty. */
  enter(): void;
}

export interface BidFormProps {
  auction: Auction;
  needs_terms: boolean;
  bid: Bid;
  ref?: Ref<BidFormHandle> | undefined;
}

/**
 * Enters, reviews and sends a bid or a maximum, in the panel (BID-1, BID-9, AUTO-13). A station that leads is not asked
 * for a bid: the form opens by «Höj ditt bud». When the auction ends, a bid that is being sent is still awaited and its
 * answer shown.
 */
export function BidForm({ auction, needs_terms, bid, ref }: BidFormProps) {
  const { state, dispatch, review, confirm } = bid;
  const { step, faults, messages, is_max } = state;
  const isOffline = useConnection().state === 'offline';
  const field = useRef<HTMLInputElement>(null);
  const [attempt, setAttempt] = useState(0);
  useFaultFocus(step.name === 'writing' && messages.length === 0 && attempt);
  const notice = useRef<HTMLDivElement>(null);
  const minimum = auction.minimum_allowed_bid;
  // On wide screens, without an on-screen keyboard, the field suggests the most likely bid, which follows the
  // minimum.
  const isWide = useMedia('(min-width: 48em)');
  const isOffered = isWide && state.written === null && !is_max;
  const written = isOffered ? formatNumber(minimum) : (state.written ?? '');

  // A station that leads opens the form; its next bid closes it.
  const isOpen = leadOf(auction) !== 'leading' || state.is_open || messages.length > 0;
  const isCollapsed = auction.is_active && !isOpen;
  const open = (max: boolean) => {
    flushSync(() => {
      dispatch({ type: 'open' });
      if (max) dispatch({ type: 'choose', is_max: true });
    });
    field.current?.focus();
  };

  useImperativeHandle(ref, () => ({
    enter() {
      if (isCollapsed) flushSync(() => dispatch({ type: 'open' }));
      if (step.name === 'writing' && written === '') fill(minimum);
      field.current?.scrollIntoView({ block: 'center' });
      field.current?.focus({ preventScroll: true });
      field.current?.select();
    },
  }));

  useEffect(() => {
    if (messages.length > 0) notice.current?.focus();
  }, [messages]);

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
  const maximum = auction.my_max_bid !== null && (
    <Maximum auction={auction} isOffline={isOffline} onChange={() => open(true)} />
  );
  if (isCollapsed) {
    return (
      <div className={styles.form}>
        {maximum}
        <Button size="lg" isWide isDisabled={isOffline} onPress={() => open(false)}>
          Höj ditt bud
        </Button>
      </div>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {refused}
      {maximum}
      <TextField
        label={is_max ? 'Ditt maxbud i kronor' : 'Ditt bud i kronor'}
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
        description={`Lägg ${formatKronor(needsOf(auction, is_max).minimum)} eller mer. Exkl. moms.`}
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
      {auction.allows_max_bids && (
        <div className={styles.kind}>
          <Later
            part={bidKind}
            of={{ is_max, onChange: (max) => dispatch({ type: 'choose', is_max: max }) }}
          />
        </div>
      )}
      {needs_terms && (
        <Terms
          isSelected={state.accepts_terms}
          onChange={(accepts_terms) => dispatch({ type: 'accept', accepts_terms })}
          error={faults.terms}
        />
      )}
      {isOffline && <Notice tone="warn">Du är offline. Bud kan inte läggas.</Notice>}
      <Button type="submit" variant="primary" size="lg" isWide isDisabled={isOffline}>
        {is_max ? 'Granska maxbud' : 'Granska bud'}
      </Button>
    </form>
  );
}

/** The form for the station's maximum. */
function Maximum({
  auction,
  ...rest
}: {
  auction: Auction;
  isOffline: boolean;
  onChange: () => void;
}) {
  const MaxBidLine = useLazyPart(maxBidLine, true);
  const { my_max_bid } = auction;
  if (my_max_bid === null) return null;
  return (
    <div className={styles.held}>
      {MaxBidLine && <MaxBidLine auction={{ ...auction, my_max_bid }} {...rest} />}
    </div>
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
