import type { Readable } from 'node:stream';
import { STATE_LABEL, stateOf } from '@restvarde/contract/auctions/auction-rules';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { DEREGISTRATION_LABEL } from '@restvarde/contract/auctions/deregistration';
import { reasonInWords } from '@restvarde/contract/auctions/winner-reasons';
import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Queryable } from '../../db/pool.ts';
import { BOM, type Cell, csvLine, csvStream } from '../../http/csv.ts';
import type { CardRow } from '../access/auction-view.ts';
import { storageOf } from '../access/collection-view.ts';
import { type ListRequest, readListIds } from './list-auctions.ts';
import { readCards } from './read-cards.ts';

/** Rows per read, so that a large export holds neither much memory nor a connection for long. */
const CHUNK = 500;

/** Programs read columns by position, so new columns are added last (LIST-10). */
const HEADINGS = [
  'Objektsnummer',
  'Status',
  'Fabrikat',
  'Modell',
  'Årsmodell',
  'Reg.nr',
  'Chassi.nr',
  'Kategori',
  'Säljes för',
  'Uppställningsplats',
  'Start',
  'Slut',
  'Utropspris',
  'Reservationspris',
  'Antal bud',
  'Högsta bud',
  'Vinnande bud',
  'Vinnare',
  'Vinnare meddelad',
  'Skäl',
  'Beslut',
  'Utlämnad',
  'Lagringsdygn',
  'Lagringskostnad',
  'Avregistrering',
  'Mätarställning (mil)',
];

/**
 * Exports the list as CSV for Swedish Excel: UTF-8 with BOM, semicolons, CRLF (LIST-10).
 * @throws DomainError 400 for an invalid filter
 */
export function exportAuctions(db: Queryable, viewer: Viewer, request: ListRequest): Readable {
  return csvStream(lines(db, viewer, request));
}

async function* lines(db: Queryable, viewer: Viewer, request: ListRequest): AsyncGenerator<string> {
  yield BOM + csvLine(HEADINGS);
  let filter = { ...request.filter, cursor: undefined as string | undefined };
  for (;;) {
    const { ids, cursor } = await readListIds(db, viewer, { ...request, filter }, CHUNK);
    const rows = await readCards(db, viewer, ids);
    const winners = await readWinners(
      db,
      rows.filter((row) => row.winning_bid !== null),
    );
    yield rows.map((row) => csvLine(cells(row, winners.get(row.id)))).join('');
    if (cursor === null) return;
    filter = { ...filter, cursor };
  }
}

interface Winner {
  id: number;
  name: string;
  winner_reason: string | null;
  winner_reason_code: string | null;
}

async function readWinners(db: Queryable, rows: CardRow[]): Promise<Map<number, Winner>> {
  if (rows.length === 0) return new Map();
  const winners = await sql<Winner>`
    select s.auction_id as id, s.winner_reason, s.winner_reason_code,
      case when station.removed_at is null then station.name else 'Borttagen verkstad' end as name
    from auction_standings s
    join bids b on b.auction_id = s.auction_id and b.id = s.winning_bid_id
    join service_stations station on station.id = b.service_station_id
    where s.auction_id = any(${rows.map((row) => row.id)}::integer[])`.execute(db);
  return new Map(winners.rows.map((winner) => [winner.id, winner]));
}

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});

/** How the sale was decided (LIST-10). */
function decisionOf({ sale_status, decision_due_at, collection }: CardRow): string {
  if (sale_status === 'won') return 'Såld';
  if (sale_status === 'unsold') return 'Ej såld';
  if (collection?.undone_at) return 'Köpet är hävt';
  return decision_due_at === null ? '' : `Avgörs senast ${timeFormat.format(decision_due_at)}`;
}

function cells(row: CardRow, winner: Winner | undefined): Cell[] {
  const stored = row.collection && storageOf(row.collection);
  const handedOver = row.collection?.handed_over_at ?? null;
  const span = { start_dt: row.start_dt.getTime(), end_dt: row.end_dt.getTime() };
  return [
    { text: row.number },
    STATE_LABEL[stateOf(span, Date.now())],
    { text: row.manufacturer },
    { text: row.model },
    row.model_year,
    { text: row.registration_number },
    { text: row.chassis_number },
    row.categories.map(({ name }) => name).join(', '),
    DAMAGE_LABEL[row.damage_condition],
    row.staging_area_name,
    timeFormat.format(row.start_dt),
    timeFormat.format(row.end_dt),
    row.start_bid,
    row.reservation_price,
    row.bid_count,
    row.highest_bid,
    row.winning_bid,
    winner?.name ?? '',
    row.winning_bid === null ? '' : row.has_notified_winner ? 'Ja' : 'Nej',
    winner ? reasonInWords(winner.winner_reason_code, winner.winner_reason) : '',
    decisionOf(row),
    handedOver && stockholmDate(new Date(handedOver)),
    stored?.storage_days ?? null,
    stored?.storage_cost ?? null,
    row.deregistration && DEREGISTRATION_LABEL[row.deregistration.state],
    row.mileage,
  ];
}
