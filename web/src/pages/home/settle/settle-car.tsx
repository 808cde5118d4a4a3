import type { Auction } from '@restvarde/contract/auctions/auction';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import type { Todo } from '@restvarde/contract/statistics';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { auctionQuery } from '../../../features/auctions/auction-query.ts';
import { reserveGap } from '../../../features/auctions/reserve-words.ts';
import { bidsQuery } from '../../../features/bidding/bids-query.ts';
import { SECOND_KEY_MS } from '../../../features/shortcuts/shortcut-list.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useConfirmGuard } from '../../../ui/button/confirm-button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { useTick } from '../../../ui/clock/ticker.ts';
import { Money } from '../../../ui/display/money.tsx';
import { ValueList } from '../../../ui/display/value-list.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formatWhen } from '../../../ui/format/dates.ts';
import { formatMileage } from '../../../ui/format/numbers.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { OfferPart } from './offer-part.tsx';
import styles from './settle.module.css';
import { actsOf, type Offered, type SettleKey } from './settle-acts.ts';
import { SettlePictures } from './settle-pictures.tsx';

/** The highest bids that are shown. */
const MAX_BIDS = 4;

export interface SettleCarProps {
  todo: Todo;
  /** Why the act on this car was refused. */
  reason: string | undefined;
  showsCompany: boolean;
  onAct: (auction: Auction, key: Exclude<SettleKey, 's'>, offered?: Offered) => void;
  onSkip: () => void;
  onUndo: () => void;
}

/** One car to settle: what is known on one screen, and the acts by button and key (HOME-7). */
export function SettleCar(props: SettleCarProps) {
  const { todo, reason, showsCompany, onAct, onSkip, onUndo } = props;
  const { data: auction, error, refetch, isFetching } = useQuery(auctionQuery(todo.auction_id));
  const [isOffering, setOffering] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  // A key that settled the car before does not settle this one (SHELL-14).
  const guard = useConfirmGuard();

  // The keys work while focus is on the car (WCAG 2.1.4), so it takes focus.
  useEffect(() => {
    const focused = document.activeElement;
    const isElsewhere = focused !== document.body && focused?.closest('main') === null;
    if (!isElsewhere) heading.current?.focus({ preventScroll: true });
  }, []);

  const acts =
    auction === undefined
      ? new Set<SettleKey>(['s'])
      : actsOf(auction, todo, new Date(serverClock.now()));

  function act(key: SettleKey) {
    if (!acts.has(key)) return;
    if (key === 's') onSkip();
    else if (key === 'e') setOffering(true);
    else if (auction !== undefined) onAct(auction, key);
  }

  function pressKey(event: KeyboardEvent) {
    if (event.repeat || event.altKey || event.metaKey || event.defaultPrevented) return;
    if ((event.target as HTMLElement).closest('input, textarea, [role=listbox]') !== null) return;
    const key = event.key.toLowerCase();
    // «g a» leads to another page (SHELL-9).
    const isSecond = event.timeStamp - goAt.current < SECOND_KEY_MS;
    goAt.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (isSecond) return;
    if (key === 'z') {
      event.preventDefault();
      onUndo();
    } else if (!event.ctrlKey && isKey(key) && acts.has(key)) {
      event.preventDefault();
      if (!guard.isGuarded) act(key);
    }
  }

  const vehicle = `${todo.manufacturer} ${todo.model}`.trim();
  return (
    <section className={styles.car} aria-labelledby="settle-car" tabIndex={-1} onKeyDown={pressKey}>
      <div className={styles.left}>
        <h2 id="settle-car" ref={heading} tabIndex={-1}>
          <span>{unbroken(vehicle)}</span> <span className={styles.number}>{todo.number}</span>
        </h2>
        {auction === undefined ? (
          <>
            <div className={styles.large} />
            <div className={styles.thumbs} />
            <div className={styles.facts} />
          </>
        ) : (
          <>
            <SettlePictures auction={auction} />
            <Facts auction={auction} todo={todo} showsCompany={showsCompany} />
          </>
        )}
      </div>
      <div className={styles.right}>
        {reason !== undefined && (
          <Notice tone="danger">{`Beslutet kunde inte sparas. ${reason}`}</Notice>
        )}
        <Sums todo={todo} auction={auction} />
        {auction !== undefined && <Bids auction={auction} />}
        {auction === undefined && error !== null ? (
          <ErrorState
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : auction === undefined ? (
          <Skeleton height="24rem" radius="var(--radius)" />
        ) : isOffering ? (
          <OfferPart
            auction={auction}
            bid={todo.bid.bid}
            onOffer={(offered) => onAct(auction, 'e', offered)}
            onClose={() => {
              setOffering(false);
              heading.current?.focus({ preventScroll: true });
            }}
          />
        ) : (
          <div className={styles.acts}>
            {acts.size === 1 && <p className="quiet">Det finns inget att avgöra.</p>}
            {BUTTONS.filter(({ key }) => acts.has(key)).map(({ key, label, isPrimary }) => (
              <Button
                key={key}
                variant={isPrimary ? 'primary' : key === 's' ? 'quiet' : 'secondary'}
                isGuarded={guard.isGuarded}
                onPressStart={guard.begin}
                onPress={() => guard.allows() && act(key)}
                icon={
                  <span className={styles.key} aria-hidden="true">
                    {key.toUpperCase()}
                  </span>
                }
                size="sm"
                isWide
              >
                {key === 'a' && auction.winning_bid !== null ? 'Meddela vinnaren' : label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

const BUTTONS: readonly { key: SettleKey; label: string; isPrimary?: boolean }[] = [
  { key: 'a', label: 'Anta och meddela', isPrimary: true },
  { key: 'e', label: 'Erbjud ett pris' },
  { key: 'r', label: 'Lägg upp på nytt' },
  { key: 'u', label: 'Avsluta utan försäljning' },
  { key: 's', label: 'Hoppa över' },
];

const isKey = (key: string): key is SettleKey => BUTTONS.some((button) => button.key === key);

/** What the object is, on a few lines. */
function Facts(props: { auction: Auction; todo: Todo; showsCompany: boolean }) {
  const { auction, todo, showsCompany } = props;
  const ended = useTick((now) => formatWhen(todo.end_dt, now));
  return (
    <div className={styles.facts}>
      <p className="dotted">
        <span>{DAMAGE_LABEL[auction.damage_condition]}</span>{' '}
        {auction.model_year !== null && <span>{auction.model_year}</span>}{' '}
        {auction.mileage !== null && <span>{formatMileage(auction.mileage)}</span>}{' '}
        {auction.registration_number !== '' && <span>{auction.registration_number}</span>}{' '}
        {auction.staging_area_name !== '' && <span>{auction.staging_area_name}</span>}{' '}
        {showsCompany && <span>{auction.company_name}</span>}
      </p>
      {auction.description !== '' && <p className={styles.description}>{auction.description}</p>}
      <p className="dotted">
        <span>{`Slutade ${ended}`}</span>{' '}
        <Link to={paths.auction(auction.id)}>Öppna auktionen</Link>
      </p>
    </div>
  );
}

/** The bid that is decided on, the reserve, the gap between them, and the deadline. */
function Sums({ todo, auction }: { todo: Todo; auction: Auction | undefined }) {
  const { bid, reservation_price } = todo;
  const due_at = todo.due_at ?? auction?.decision_due_at ?? null;
  const due = useTick((now) => (due_at === null ? null : formatWhen(due_at, now)));
  const isLate = useTick((now) => due_at !== null && Date.parse(due_at) <= now);
  const isShort = reservation_price !== null && bid.bid < reservation_price;
  return (
    <div className={styles.sums}>
      <p className={styles.highest}>
        <span className="quiet">
          {todo.kind === 'not_notified' ? 'Vinnande bud' : 'Högsta bud'}
        </span>{' '}
        <Money amount={bid.bid} size="xl" />{' '}
        <b>{bid.service_station_name ?? 'Borttagen verkstad'}</b>
      </p>
      <p className={styles.gap} data-is={isShort ? 'short' : 'met'}>
        {reserveGap(bid.bid, reservation_price)}
      </p>
      <ValueList
        rows={[
          ['Reservationspris', reservation_price === null ? null : formatKronor(reservation_price)],
          [
            'Avgör senast',
            due && (
              <span key="due" data-is={isLate ? 'late' : undefined}>
                {due}
              </span>
            ),
          ],
        ]}
      />
      {todo.kind === 'offer_answered' && <Notice tone="info">Erbjudandet antogs inte.</Notice>}
    </div>
  );
}

/** The newest bids, which are the highest unless bids are hidden. */
function Bids({ auction }: { auction: Auction }) {
  const { data } = useInfiniteQuery(bidsQuery(auction.id));
  const bids = data?.pages[0]?.results ?? [];
  const count = auction.bid_count ?? 0;
  const more = count - MAX_BIDS;
  if (bids.length === 0 && count === 0) return null;
  const highest = bids.toSorted((a, b) => b.bid - a.bid).slice(0, MAX_BIDS);
  return (
    // The acts below do not move when the bids are loaded.
    <div className={styles.bids} style={{ minHeight: `${2.0625 * Math.min(count, MAX_BIDS)}rem` }}>
      <h3 className="visually-hidden">Bud</h3>
      <ol>
        {highest.map((bid) => (
          <li key={bid.id}>
            <span>{bid.service_station_name ?? 'Borttagen verkstad'}</span>{' '}
            <Money amount={bid.bid} />
          </li>
        ))}
      </ol>
      {more > 0 && <p className="quiet">{`och ${more} till`}</p>}
    </div>
  );
}
