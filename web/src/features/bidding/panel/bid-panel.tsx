import type { Auction } from '@restvarde/contract/auctions/auction';
import { DISMANTLING_SENTENCE } from '@restvarde/contract/dismantling';
import { ArrowUp, Check, Gavel, Trophy } from 'lucide-react';
import {
  type FocusEvent,
  lazy,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { AlertToggle } from '../../alerts/alert-toggle.tsx';
import styles from '../../sales/bid-panel.module.css';
import { RelistedNotice } from '../../sales/relist/relisted-notice.tsx';
import { saleTermsSentence } from '../../sales/sale-words.ts';
import { EndLine } from '../end-line.tsx';
import { HighestBid } from '../highest-bid.tsx';
import { BidForm, type BidFormHandle } from '../place/bid-form.tsx';
import type { Placed } from '../place/bid-steps.ts';
import { isStillTrue, outcomeSentences, outcomeTitle } from '../place/outcome-words.ts';
import { useBid } from '../place/use-bid.ts';
import type { LiveUpdate } from '../use-auction-live.ts';
import { contactText, extensionRule, isShutOut, stationStanding } from './station-standing.ts';

const OfferPanel = lazy(() => import('../../sales/offer-panel.tsx'));
// Loaded for the winner only.
const WonSteps = lazy(() => import('../../sales/collection/won-steps.tsx'));

export interface BidPanelProps {
  auction: Auction;
  update: LiveUpdate;
  needs_terms: boolean;
  /** Lets other parts of the page focus the bid field. */
  ref?: Ref<BidFormHandle>;
}

/** A workshop's bid panel: amount, standing, time and form (BID-1, BID-11). */
export function BidPanel({ auction, update, needs_terms, ref }: BidPanelProps) {
  const bid = useBid(auction, needs_terms);
  const rule = extensionRule(auction.extension_minutes);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is removed at the end.
  const focusHome = useFocusHome(heading, !auction.is_active);
  // What waits for an answer is first (OFFER-8).
  const hasOffer = auction.offer?.state === 'open';
  return (
    <section className={styles.panel} aria-labelledby="bid-panel" {...focusHome}>
      <h2 id="bid-panel" ref={heading} tabIndex={-1} className="visually-hidden">
        Budgivning
      </h2>
      {hasOffer && (
        <Suspense fallback={<Skeleton height="18rem" radius="var(--radius)" />}>
          <OfferPanel auction={auction} needs_terms={needs_terms} />
        </Suspense>
      )}
      <HighestBid auction={auction} flash={update.flash} />
      <StandingLine auction={auction} placed={bid.state.placed} />
      <EndLine auction={auction} extended_to={update.extended_to} />
      {auction.is_active && (
        <p className="quiet">{[saleTermsSentence(auction), rule].filter(Boolean).join(' ')}</p>
      )}
      {auction.offer !== null && !hasOffer && (
        <Suspense fallback={null}>
          <OfferPanel auction={auction} needs_terms={needs_terms} />
        </Suspense>
      )}
      {auction.relisted_as !== null && <RelistedNotice successor={auction.relisted_as} />}
      {isShutOut(auction) ? (
        <Notice tone="info">{DISMANTLING_SENTENCE.toAuthorised}</Notice>
      ) : (
        <BidForm ref={ref} auction={auction} needs_terms={needs_terms} bid={bid} />
      )}
      {auction.is_active && (
        <div className={styles.foot}>
          <p className="quiet">
            {unbroken(
              `Ett bud kan inte tas tillbaka. Kontakta handläggaren hos ${contactText(auction.company)}, om något har blivit fel.`,
            )}
          </p>
          <AlertToggle auction={auction} />
        </div>
      )}
      {auction.collection !== null && (
        <Suspense fallback={<Skeleton height="32rem" radius="var(--radius)" />}>
          <WonSteps auction={auction} collection={auction.collection} />
        </Suspense>
      )}
    </section>
  );
}

const ICONS = { leading: Check, outbid: ArrowUp, neutral: Gavel, won: Trophy };

/**
 * The station's standing: a word, an icon, a colour and an explanation (BID-11); after an accepted bid, as long as it is
 * true, its result (BID-1). Both have the same place, so that nothing moves.
 */
function StandingLine({ auction, placed }: { auction: Auction; placed: Placed | null }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (placed !== null) line.current?.focus({ preventScroll: true });
  }, [placed]);
  const { look, word, text } =
    placed !== null && isStillTrue(placed, auction)
      ? {
          look: placed.outcome === 'outbid' ? ('outbid' as const) : ('leading' as const),
          word: outcomeTitle(placed),
          text: outcomeSentences(placed).join(' '),
        }
      : stationStanding(auction);
  const Icon = ICONS[look];
  return (
    <div ref={line} tabIndex={-1} className={`${styles.standing} ${styles[look]}`}>
      <Icon size={20} />
      <p>
        <span className={styles.word}>{word}</span>
        <br />
        <span>{text}</span>
      </p>
    </div>
  );
}

/**
 * Moves focus to `home` if `isGone` becomes true and the element with focus was removed. Returns the handlers of that
 * part of the page. React fires no blur event for removed elements, so the last focus is tracked.
 */
function useFocusHome(home: RefObject<HTMLElement | null>, isGone: boolean) {
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isGone && hasFocus.current && isLost) home.current?.focus({ preventScroll: true });
  }, [home, isGone]);
  return {
    onFocus() {
      hasFocus.current = true;
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      hasFocus.current = currentTarget.contains(relatedTarget);
    },
  };
}
