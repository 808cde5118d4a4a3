import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../base/urls/paths.ts';
import { decidingFacts } from '../../../features/auctions/condition/condition-summary.ts';
import { EndedBadge } from '../../../features/auctions/ended-badge.tsx';
import { KeptThumb } from '../../../features/auctions/kept-thumb.tsx';
import { useTick } from '../../../ui/clock/ticker.ts';
import { StatusBadge } from '../../../ui/display/status-badge.tsx';
import type { TableColumn } from '../../../ui/display/table.tsx';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { vehicleName } from '../card/auction-card.tsx';
import { phaseOf, STATE_OF_PHASE, timeText } from '../card/card-time.ts';
import styles from './auction-rows.module.css';
import { CHOSEN_COLUMNS, type ChosenColumn } from './chosen-columns.ts';

/**
 * The sort keys of a column, the one of the first press first (LIST-3). The status is the list's default order:
 * active, upcoming, ended.
 */
const SORTS: Record<
  string,
  { up: AuctionOrdering | undefined; down: AuctionOrdering; first: 'up' | 'down' }
> = {
  number: { up: 'number', down: '-number', first: 'up' },
  vehicle: { up: 'manufacturer', down: '-manufacturer', first: 'up' },
  state: { up: undefined, down: '-status', first: 'up' },
  bids: { up: 'bid_count', down: '-bid_count', first: 'down' },
  highest: { up: 'bid_highest', down: '-bid_highest', first: 'down' },
  reserve: { up: 'reserve_margin', down: '-reserve_margin', first: 'down' },
  place: { up: 'staging_area_name', down: '-staging_area_name', first: 'up' },
  end: { up: 'end_dt', down: '-end_dt', first: 'up' },
};

/** The direction of a column in an order. Null if it does not sort. */
export function directionOf(
  column: string,
  ordering: AuctionOrdering | undefined,
): TableColumn<AuctionCard>['sorted'] {
  const sort = SORTS[column];
  if (sort === undefined) return undefined;
  if (settled(ordering) === sort.up) return 'ascending';
  return ordering === sort.down ? 'descending' : 'none';
}

/** The order after a press on a column's title: its first, then the reverse, then none. */
export function pressColumn(
  column: string,
  ordering: AuctionOrdering | undefined,
): AuctionOrdering | undefined {
  const sort = SORTS[column];
  if (sort === undefined) return ordering;
  const first = sort[sort.first];
  const second = sort[sort.first === 'up' ? 'down' : 'up'];
  if (settled(ordering) === first) return second;
  return ordering === second ? undefined : first;
}

/** An explicit «by status» in the URL is the default order. */
const settled = (ordering: AuctionOrdering | undefined) =>
  ordering === 'status' ? undefined : ordering;

/** The columns of the row view (LIST-14), except the checkbox. */
export function rowColumns(
  ordering: AuctionOrdering | undefined,
  chosen: readonly ChosenColumn[],
): TableColumn<AuctionCard>[] {
  const sorted = (id: string) => {
    const direction = directionOf(id, ordering);
    return direction && { sorted: direction };
  };
  return [
    {
      id: 'picture',
      title: 'Bild',
      isTitleHidden: true,
      cell: ({ thumb }) => (
        <span className={styles.picture}>
          <KeptThumb address={thumb} />
        </span>
      ),
    },
    { id: 'number', title: 'Nummer', ...sorted('number'), cell: (card) => card.number },
    {
      id: 'vehicle',
      title: 'Fordon',
      isRowHeader: true,
      ...sorted('vehicle'),
      cell: (card) => (
        <>
          <Link to={paths.auction(card.id)}>{unbroken(vehicleName(card))}</Link>{' '}
          <span className={styles.year}>{card.model_year}</span>
          <RowFacts card={card} />
        </>
      ),
    },
    ...chosen.map((id) => ({
      id,
      title: CHOSEN_COLUMNS[id],
      ...sorted(id),
      cell: (card: AuctionCard) => <span className={styles.chosen}>{CELLS[id](card)}</span>,
    })),
    {
      id: 'state',
      title: 'Status',
      ...sorted('state'),
      cell: (card) => <RowState card={card} />,
    },
    {
      id: 'bids',
      title: 'Bud',
      isNumber: true,
      ...sorted('bids'),
      cell: (card) => card.bid_count,
    },
    {
      id: 'highest',
      title: 'Högsta bud',
      isNumber: true,
      ...sorted('highest'),
      cell: (card) => (card.highest_bid === null ? '–' : formatKronor(card.highest_bid)),
    },
    {
      id: 'reserve',
      title: 'Mot reservationspris',
      isNumber: true,
      ...sorted('reserve'),
      cell: reserveCell,
    },
    { id: 'end', title: 'Slutar', ...sorted('end'), cell: (card) => <RowTime card={card} /> },
  ];
}

const CELLS: Record<ChosenColumn, (card: AuctionCard) => string> = {
  condition: ({ damage_condition }) => DAMAGE_LABEL[damage_condition],
  place: ({ staging_area_name }) => staging_area_name,
  manager: ({ manager_name }) => manager_name ?? '',
};

function reserveCell({ highest_bid, reservation_price }: AuctionCard) {
  if (reservation_price === null) return <span className={styles.quiet}>Inget</span>;
  if (highest_bid === null) return formatKronor(reservation_price);
  const gap = highest_bid - reservation_price;
  return (
    <span className={gap < 0 ? styles.under : styles.over}>
      {gap === 0 ? 'Uppnått' : `${formatKronor(Math.abs(gap))} ${gap < 0 ? 'under' : 'över'}`}
    </span>
  );
}

/** The deciding facts of the condition, on a separate line that does not make the row higher (DMG-1). */
function RowFacts({ card }: { card: AuctionCard }) {
  const facts = decidingFacts(card);
  return facts.length === 0 ? null : <span className={styles.facts}>{facts.join(' · ')}</span>;
}

function RowState({ card }: { card: AuctionCard }) {
  const state = useTick((now) => STATE_OF_PHASE[phaseOf(card, now)]);
  return state === 'ended' ? <EndedBadge auction={card} /> : <StatusBadge status={state} />;
}

function RowTime({ card }: { card: AuctionCard }) {
  const phase = useTick((now) => phaseOf(card, now));
  const text = useTick((now) => timeText(card, now));
  return (
    <>
      {phase === 'upcoming' && <span>{'Startar '}</span>}
      <time dateTime={phase === 'upcoming' ? card.start_dt : card.end_dt}>{text}</time>
    </>
  );
}
