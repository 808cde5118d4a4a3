import type { Auction } from '@restvarde/contract/auctions/auction';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Puzzle, Wrench } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { leadOf } from '../../features/auctions/apply-standing.ts';
import { EndedBadge } from '../../features/auctions/ended-badge.tsx';
import { useListOfAuction } from '../../features/auctions/list-entries.ts';
import { missingViews, picturesOf } from '../../features/auctions/pictures.ts';
import { reservePrice } from '../../features/auctions/reserve-words.ts';
import { BidPanel } from '../../features/bidding/panel/bid-panel.tsx';
import type { BidFormHandle } from '../../features/bidding/place/bid-form.tsx';
import type { LiveUpdate } from '../../features/bidding/use-auction-live.ts';
import { saleTermsSentence } from '../../features/sales/sale-words.ts';
import { meQuery } from '../../features/users/queries.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatDateTime } from '../../ui/format/dates.ts';
import { Later, lazyPart, useLazyPart } from '../../ui/later.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AuctionFacts } from './auction-facts.tsx';
import styles from './auction-page.module.css';
import { AuctionGallery } from './pictures/auction-gallery.tsx';
import { PrintButton } from './print/print-button.tsx';

// Menus and dialogs for staff only.
const staffBids = lazyPart(() => import('../../features/bidding/staff/staff-bids.tsx'));
const auctionActions = lazyPart(() => import('./auction-actions.tsx'));
// The bar at the bottom of a phone.
const bidBar = lazyPart(() => import('../../features/bidding/panel/bid-bar.tsx'));
// Below the first view.
const auctionCondition = lazyPart(() => import('./condition/auction-condition.tsx'));
const auctionRest = lazyPart(() => import('./auction-rest.tsx'));

/** Loads the scripts of an auction's first view that depend on the user. */
export async function prepareView(me: User): Promise<void> {
  if (may.manageAuctions(me)) await Promise.all([staffBids.load(), auctionActions.load()]);
}

/** An auction in full: pictures, bids, facts (AUC-2–4). `update` has the live changes. */
export function AuctionView({ auction, update }: { auction: Auction; update: LiveUpdate }) {
  const { data: me = null } = useQuery(meQuery);
  const isStation = may.actAsStation(me);
  const BidBar = useLazyPart(bidBar, false);
  const isWide = useMedia('(min-width: 48em)');
  const list = useListOfAuction();
  const form = useRef<BidFormHandle>(null);
  const bids = useRef<HTMLDivElement>(null);
  const status = auction.is_active ? 'active' : auction.has_started ? 'ended' : 'upcoming';
  const isBidsInView = useInView(bids);
  useOwnHeight(bids);
  // Fixed at the first render, so that nothing moves when the auction ends.
  const [wasOver] = useState(status === 'ended');
  const name = [auction.manufacturer, auction.model, auction.model_year].filter(Boolean).join(' ');
  const Sign = auction.damage_condition === 'REPAIR' ? Wrench : Puzzle;

  const pictures = picturesOf(auction);
  const missing = missingViews(pictures.map(({ view }) => view));
  const parts = {
    gallery: (
      <>
        <AuctionGallery pictures={pictures} />
        {auction.photo_score > 0 && missing !== '' && (
          <p className={`quiet ${styles.missing}`}>{missing}</p>
        )}
      </>
    ),
    bids: isStation ? (
      <BidPanel
        ref={form}
        auction={auction}
        update={update}
        needs_terms={me?.has_accepted_terms === false}
      />
    ) : (
      <Later
        part={staffBids}
        of={{ auction, update }}
        fallback={<Skeleton height="32rem" radius="var(--radius-lg)" />}
      />
    ),
    facts: (
      <>
        <AuctionFacts auction={auction} />
        <Condition auction={auction} />
      </>
    ),
    rest: (
      <>
        <AuctionTerms auction={auction} />
        <AuctionPickup auction={auction} />
        <Later
          part={auctionRest}
          of={{ auction }}
          fallback={<Skeleton height="24rem" radius="var(--radius-lg)" />}
        />
      </>
    ),
  };
  // A phone shows pictures before bids, but the result first. The document order follows, also for the keyboard. Keys
  // preserve typed text when a phone is rotated.
  const isResultFirst = !isWide && isStation && wasOver;
  const order: (keyof typeof parts)[] = isResultFirst
    ? ['bids', 'gallery', 'facts', 'rest']
    : ['gallery', 'bids', 'facts', 'rest'];
  const hasPart = auction.my_bid !== null || auction.my_removed_bid !== null;

  function goToBids() {
    if (auction.is_active && form.current !== null) form.current.enter();
    else bids.current?.scrollIntoView({ block: 'center' });
  }

  return (
    <Page
      title={name}
      mark={auction.is_active && leadOf(auction) === 'outbid' ? '(!) Överbjuden' : undefined}
      above={<Breadcrumb items={[list]} current={auction.number} />}
      actions={
        <>
          <span className={styles.condition}>
            <Sign size={16} />
            <span>{DAMAGE_LABEL[auction.damage_condition]}</span>
          </span>
          {status === 'ended' && !isStation ? (
            <EndedBadge auction={auction} />
          ) : (
            <StatusBadge status={status} />
          )}
          <PrintButton auction={auction} />
          {auction.can_edit && (
            <span className={styles.tools}>
              <Link to={paths.changeAuction(auction.id)} className={buttonClass({ size: 'sm' })}>
                Ändra
              </Link>
              <span className={styles.more}>
                <Later part={auctionActions} of={{ auction }} />
              </span>
            </span>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.grid}>
          {order.map((part) => (
            <div
              key={part}
              ref={part === 'bids' ? bids : null}
              className={`${styles[part]} ${part === 'bids' && isStation ? styles.sticky : ''}`}
            >
              {parts[part]}
            </div>
          ))}
        </div>
        {BidBar && isStation && (auction.is_active || (hasPart && status === 'ended')) && (
          <BidBar auction={auction} isAway={isBidsInView} onEnter={goToBids} />
        )}
      </div>
    </Page>
  );
}

/** Below the first view; its drawing keeps its height until it has loaded. */
function Condition({ auction }: { auction: Auction }) {
  const AuctionCondition = useLazyPart(auctionCondition, isGiven(auction.condition));
  if (!isGiven(auction.condition)) return null;
  if (AuctionCondition === null) return <Skeleton height="24rem" radius="var(--radius-lg)" />;
  return <AuctionCondition condition={auction.condition} />;
}

const isGiven = ({ panels, ...parts }: Auction['condition']) =>
  panels.length > 0 || Object.values(parts).some((value) => value !== null);

/** Returns whether enough of the element is visible. */
function useInView(element: React.RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new IntersectionObserver((moves) => setInView(moves.at(-1)!.isIntersecting), {
      rootMargin: '-40% 0px -20%',
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}

/** Sets `--own-height` to an element's height in pixels. */
function useOwnHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const observer = new ResizeObserver(() => {
      measured.style.setProperty('--own-height', `${measured.offsetHeight}px`);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
}

/** The terms of sale (AUC-3). */
function AuctionTerms({ auction }: { auction: Auction }) {
  const outcome = saleTermsSentence(auction);
  return (
    <Card title="Försäljning">
      <div className={styles.pairs}>
        <ValueList
          rows={[
            ['Säljes för', DAMAGE_LABEL[auction.damage_condition]],
            ['Säljområde', auction.is_global ? 'Alla verkstäder' : 'Egna verkstäder'],
            ['Starttid', formatDateTime(auction.start_dt)],
            ['Sluttid', formatDateTime(auction.end_dt)],
          ]}
        />
        <ValueList
          rows={[
            ['Utropspris', formatKronor(auction.start_bid)],
            ['Reservationspris', reservePrice(auction)],
            ['Bud', auction.hidden_bids ? 'Dolda bud' : 'Öppna bud'],
            ['Moms', 'Alla priser är exkl. moms'],
          ]}
        />
      </div>
      {outcome !== null && <p>{outcome}</p>}
    </Card>
  );
}

/** The location, and the latest pick-up date (AUC-1, AUC-3). */
function AuctionPickup({ auction }: { auction: Auction }) {
  return (
    <Card title="Uppställningsplats och hämtning">
      <ValueList
        rows={[
          ['Uppställningsplats', auction.staging_area_name],
          ['Hämtas senast', auction.pickup_date],
        ]}
      />
    </Card>
  );
}
