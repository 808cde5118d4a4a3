import type { Readable } from 'node:stream';
import { STATE_LABEL, stateOf } from '@restvarde/contract/auctions/auction-rules';
import type { Condition } from '@restvarde/contract/auctions/condition';
import { CONDITION_LABELS } from '@restvarde/contract/auctions/condition-words';
import { type FieldWith, fieldSpec } from '@restvarde/contract/auctions/fields';
import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import { DEREGISTRATION_LABEL } from '@restvarde/contract/sale/deregistration';
import { reasonInWords } from '@restvarde/contract/sale/winner-reasons';
import { sql } from 'kysely';
import type { Queryable } from '../../db/pool.ts';
import { BOM, type Cell, csvLine, csvStream } from '../../http/csv.ts';
import type { CardRow } from '../access/auction-view.ts';
import { storageOf } from '../access/collection-view.ts';
import { type ConditionPart, conditionCell } from '../access/condition-cells.ts';
import { type ListRequest, readCards, readListIds } from './list-auctions.ts';

/** Rows per read, so that a large export holds neither much memory nor a connection for long. */
const CHUNK = 500;

/** What a row of the export has beside the card. */
interface Details {
  description: string;
  condition: Partial<Condition>;
  relist_dismantling: boolean;
}

type Row = CardRow & Details;

type Column = [heading: string, cell: (row: Row, winner: Winner | undefined) => Cell];

/**
 * Exports the list as CSV for Swedish Excel: UTF-8 with BOM, semicolons, CRLF (LIST-10).
 * @throws DomainError 400 for an invalid filter
 */
export function exportAuctions(db: Queryable, viewer: Viewer, request: ListRequest): Readable {
  return csvStream(lines(db, viewer, request));
}

async function* lines(db: Queryable, viewer: Viewer, request: ListRequest): AsyncGenerator<string> {
  yield BOM + csvLine(COLUMNS.map(([heading]) => heading));
  let filter = { ...request.filter, cursor: undefined as string | undefined };
  for (;;) {
    const { ids, cursor } = await readListIds(db, viewer, { ...request, filter }, CHUNK);
    const rows = await withDetails(db, await readCards(db, viewer, ids));
    const winners = await readWinners(
      db,
      rows.filter((row) => row.winning_bid !== null),
    );
    yield rows
      .map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row, winners.get(row.id)))))
      .join('');
    if (cursor === null) return;
    filter = { ...filter, cursor };
  }
}

async function withDetails(db: Queryable, cards: CardRow[]): Promise<Row[]> {
  const ids = cards.map(({ id }) => id);
  const { rows } = await sql<Details & { id: number }>`
    select id, description, condition, relist_dismantling from auctions
    where id = any(${ids}::integer[])`.execute(db);
  const details = new Map(rows.map((row) => [row.id, row]));
  return cards.flatMap((card) => {
    const found = details.get(card.id);
    return found ? [{ ...card, ...found }] : [];
  });
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

type ExportedField = FieldWith<{ exported: true | string }>;

/** The cell of a field of the form. */
function fieldCell(row: Row, field: ExportedField): Cell {
  if (field === 'category_ids') return row.categories.map(({ name }) => name).join(', ');
  const value = row[field];
  const { words } = fieldSpec(field);
  if (value === null) return null;
  if (words) return words[String(value)] ?? null;
  if (value instanceof Date) return timeFormat.format(value);
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej';
  return typeof value === 'number' ? value : { text: value };
}

const fieldColumns = <Field extends ExportedField>(...fields: Field[]) =>
  Object.fromEntries(
    fields.map((field): [Field, Column] => {
      const { label, exported } = fieldSpec(field);
      return [
        field,
        [typeof exported === 'string' ? exported : label, (row) => fieldCell(row, field)],
      ];
    }),
  ) as Record<Field, Column>;

const conditionColumns = <Part extends ConditionPart>(...parts: Part[]) =>
  Object.fromEntries(
    parts.map((part): [Part, Column] => [
      part,
      [CONDITION_LABELS[part], (row) => conditionCell(row.condition, part)],
    ]),
  ) as Record<Part, Column>;

const handedOverAt = ({ collection }: CardRow) => collection?.handed_over_at ?? null;
const storage = ({ collection }: CardRow) => collection && storageOf(collection);

/** In the order of the file. Programs read columns by position, so a new column is added last (LIST-10). */
const COLUMNS = Object.values<Column>({
  number: ['Objektsnummer', (row) => ({ text: row.number })],
  state: [
    'Status',
    ({ start_dt, end_dt }) =>
      STATE_LABEL[stateOf({ start_dt: start_dt.getTime(), end_dt: end_dt.getTime() }, Date.now())],
  ],
  ...fieldColumns('manufacturer', 'model', 'model_year', 'registration_number', 'chassis_number'),
  ...fieldColumns('category_ids', 'damage_condition', 'staging_area_name', 'start_dt', 'end_dt'),
  ...fieldColumns('start_bid', 'reservation_price'),
  bid_count: ['Antal bud', (row) => row.bid_count],
  highest_bid: ['Högsta bud', (row) => row.highest_bid],
  winning_bid: ['Vinnande bud', (row) => row.winning_bid],
  winner: ['Vinnare', (_row, winner) => winner?.name ?? ''],
  has_notified_winner: [
    'Vinnare meddelad',
    (row) => (row.winning_bid === null ? '' : row.has_notified_winner ? 'Ja' : 'Nej'),
  ],
  winner_reason: [
    'Skäl',
    (_row, winner) =>
      winner ? reasonInWords(winner.winner_reason_code, winner.winner_reason) : '',
  ],
  decision: ['Beslut', decisionOf],
  handed_over_at: [
    'Utlämnad',
    (row) => {
      const at = handedOverAt(row);
      return at && stockholmDate(new Date(at));
    },
  ],
  storage_days: ['Lagringsdygn', (row) => storage(row)?.storage_days ?? null],
  storage_cost: ['Lagringskostnad', (row) => storage(row)?.storage_cost ?? null],
  deregistration: [
    'Avregistrering',
    (row) => row.deregistration && DEREGISTRATION_LABEL[row.deregistration.state],
  ],
  ...fieldColumns('mileage'),
  ...conditionColumns('run_and_drive', 'primary_damage'),
  external_id: ['Externt id', (row) => row.external_id && { text: row.external_id }],
  ...fieldColumns('claim_number', 'is_global', 'hidden_bids', 'hidden_reservation_price'),
  ...fieldColumns('description', 'relist_dismantling'),
  ...conditionColumns('run_checked_on', 'rolls', 'keys', 'airbags', 'fuel', 'hv_battery'),
  ...conditionColumns('secondary_damage'),
} satisfies Record<string, Column> & Record<ExportedField | ConditionPart, Column>);
