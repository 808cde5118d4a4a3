import type { Auction } from '@restvarde/contract/auctions/auction';
import { DISMANTLING_SENTENCE } from '@restvarde/contract/dismantling';
import { lazy, type Ref, Suspense, useRef } from 'react';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useFocusHome } from '../../../ui/use-focus-home.ts';
import { AlertToggle } from '../../alerts/alert-toggle.tsx';
import { saleTermsSentence } from '../../sales/sale-words.ts';
import styles from '../bid-panel.module.css';
import { EndLine } from '../end-line.tsx';
import { HighestBid } from '../highest-bid.tsx';
import { BidForm, type BidFormHandle } from '../place/bid-form.tsx';
import type { LiveUpdate } from '../use-auction-live.ts';
import { extensionRule } from './extension-rule.ts';
import { isShutOut } from './is-shut-out.ts';
import { StandingLine } from './standing-line.tsx';
import { contactText } from './station-standing.ts';

const OfferPanel = lazy(() => import('./offer-panel.tsx'));
// Loaded for the winner only.
const WonSteps = lazy(() => import('./won-steps.tsx'));
const RelistedNotice = lazy(() => import('../relist/relisted-notice.tsx'));
const DeregistrationPanel = lazy(() => import('../deregistration/deregistration-panel.tsx'));

export interface BidPanelProps {
  auction: Auction;
  update: LiveUpdate;
  needs_terms: boolean;
  /** Lets other parts of the page focus the bid field. */
  ref?: Ref<BidFormHandle>;
}

/** A workshop's bid panel: amount, standing, time and form (BID-1, BID-11). */
export function BidPanel({ auction, update, needs_terms, ref }: BidPanelProps) {
  const rule = extensionRule(auction.extension_minutes);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is removed at the end.
  const focusHome = useFocusHome(heading, !auction.is_active);
  return (
    <section className={styles.panel} aria-labelledby="bid-panel" {...focusHome}>
      <h2 id="bid-panel" ref={heading} tabIndex={-1} className="visually-hidden">
        Budgivning
      </h2>
      <HighestBid auction={auction} flash={update.flash} />
      <StandingLine auction={auction} />
      <EndLine auction={auction} extended_to={update.extended_to} />
      {auction.is_active && (
        <p className={styles.hint}>
          {[saleTermsSentence(auction), rule].filter(Boolean).join(' ')}
        </p>
      )}
      {auction.offer !== null && (
        <Suspense fallback={null}>
          <OfferPanel auction={auction} needs_terms={needs_terms} />
        </Suspense>
      )}
      {auction.relisted_as !== null && (
        <Suspense fallback={null}>
          <RelistedNotice successor={auction.relisted_as} />
        </Suspense>
      )}
      {isShutOut(auction) ? (
        <Notice tone="info">{DISMANTLING_SENTENCE.toAuthorised}</Notice>
      ) : (
        <BidForm ref={ref} auction={auction} needs_terms={needs_terms} />
      )}
      {auction.is_active && (
        <div className={styles.foot}>
          <p
            className={styles.hint}
          >{`Ett bud kan inte tas tillbaka. Kontakta handläggaren hos ${contactText(auction.company)}, om något har blivit fel.`}</p>
          <AlertToggle auction={auction} />
        </div>
      )}
      {(auction.has_notified_winner || auction.collection !== null) && (
        <Suspense fallback={null}>
          <WonSteps auction={auction} />
        </Suspense>
      )}
      {auction.deregistration !== null && (
        <Suspense fallback={null}>
          <DeregistrationPanel auction={auction} deregistration={auction.deregistration} />
        </Suspense>
      )}
    </section>
  );
}
