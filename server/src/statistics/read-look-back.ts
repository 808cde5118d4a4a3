import { stockholmDate } from '@restvarde/contract/dates';
import { LOOK_BACK_MONTHS, type LookBack, type SaleSums } from '@restvarde/contract/look-back';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import { BOM, csvLine } from '../http/csv.ts';

interface SumRow {
  ended: number;
  sold: number;
  sold_total: number;
  reserved_total: number;
  reserve_total: number;
  decision_s: number;
  notified: number;
  notice_s: number;
  collected: number;
  collection_s: number;
}

const SUMS = sql`
  sum(m.ended)::integer as ended, sum(m.sold)::integer as sold, sum(m.sold_total)::bigint as sold_total,
  sum(m.reserved_total)::bigint as reserved_total, sum(m.reserve_total)::bigint as reserve_total,
  sum(m.decision_s)::bigint as decision_s, sum(m.notified)::integer as notified,
  sum(m.notice_s)::bigint as notice_s, coalesce(sum(m.collected), 0)::integer as collected,
  coalesce(sum(m.collection_s), 0)::bigint as collection_s`;

/**
 * Returns the results of auctions that ended in the last twelve months, from the stored sums only (HOME-6).
 * `company` is null for all companies.
 */
export async function readLookBack(db: Queryable, company: number | null): Promise<LookBack> {
  const months = lastMonths(new Date());
  const since = sql`m.month >= ${`${months[0]}-01`}::date`;
  const own = company === null ? since : sql`m.company_id = ${company} and ${since}`;

  const byMonth = await sql<SumRow & { month: string }>`
    select to_char(m.month, 'YYYY-MM') as month, ${SUMS}
    from sale_months m
    where ${own} and m.category_id is null
    group by m.month`.execute(db);
  const categories = await readNamed(db, sql`categories named on named.id = m.category_id`, own);
  const companies =
    company === null
      ? await readNamed(
          db,
          sql`companies named on named.id = m.company_id`,
          sql`${since} and m.category_id is null`,
        )
      : [];
  const found = new Map(byMonth.rows.map((row) => [row.month, row]));
  return {
    months: months.map((month) => ({ month, ...toSums(found.get(month) ?? NONE) })),
    categories,
    companies,
  };
}

async function readNamed(db: Queryable, table: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  const { rows } = await sql<SumRow & { id: number; name: string }>`
    select named.id, named.name, ${SUMS}
    from sale_months m join ${table}
    where ${where}
    group by named.id, named.name
    order by sum(m.sold_total) desc, named.name, named.id`.execute(db);
  return rows.map((row) => ({ id: row.id, name: row.name, ...toSums(row) }));
}

const NONE: SumRow = {
  ended: 0,
  sold: 0,
  sold_total: 0,
  reserved_total: 0,
  reserve_total: 0,
  decision_s: 0,
  notified: 0,
  notice_s: 0,
  collected: 0,
  collection_s: 0,
};

const DAY_S = 86_400;
const daysOf = (seconds: number, count: number) =>
  count === 0 ? null : Math.round((seconds / count / DAY_S) * 10) / 10;

function toSums(row: SumRow): SaleSums {
  const { decision_s, notified, notice_s, collected, collection_s, ...sums } = row;
  return {
    ended: sums.ended,
    sold: sums.sold,
    sold_total: sums.sold_total,
    reserved_total: sums.reserved_total,
    reserve_total: sums.reserve_total,
    decision_days: daysOf(decision_s, sums.sold),
    notice_days: daysOf(notice_s, notified),
    collection_days: daysOf(collection_s, collected),
  };
}

/** The last months in Stockholm, YYYY-MM, ending with the current one. */
function lastMonths(now: Date): string[] {
  const [year = 0, month = 1] = stockholmDate(now).split('-').map(Number);
  return Array.from({ length: LOOK_BACK_MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - LOOK_BACK_MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

const HEADINGS = [
  'Indelning',
  'Namn',
  'Avslutade',
  'Sålda',
  'Sålt för',
  'Sålt för, med reservationspris',
  'Reservationspris för det sålda',
  'Dagar till beslut',
  'Dagar till meddelad vinnare',
  'Dagar till hämtning',
];

/** A look-back as CSV for Swedish Excel: decimal comma, one row for each month, category and company. */
export function lookBackCsv({ months, categories, companies }: LookBack): string {
  const line = (part: string, name: string, sums: SaleSums) =>
    csvLine([
      part,
      name,
      sums.ended,
      sums.sold,
      sums.sold_total,
      sums.reserved_total,
      sums.reserve_total,
      decimal(sums.decision_days),
      decimal(sums.notice_days),
      decimal(sums.collection_days),
    ]);
  return [
    BOM + csvLine(HEADINGS),
    ...months.map((row) => line('Månad', row.month, row)),
    ...categories.map((row) => line('Kategori', row.name, row)),
    ...companies.map((row) => line('Bolag', row.name, row)),
  ].join('');
}

const decimal = (value: number | null) => (value === null ? '' : String(value).replace('.', ','));
