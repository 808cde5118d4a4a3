import {
  emailAddress,
  normalDomain,
  normalEmail,
  normalLine,
  normalLines,
} from '@restvarde/contract/fields';
import { sql } from 'kysely';
import type { Queryable } from './pool.ts';

/** A stored text that was left unchanged, with its normal form and the reason. */
export interface Leftover {
  table: string;
  id: string;
  column: string;
  written: string;
  normal: string;
  /** `taken`: another row has the normal form. `invalid`: it is not a valid address or name in any form. */
  reason: 'taken' | 'invalid';
}

export interface NormalTextReport {
  changed: number;
  leftovers: Leftover[];
}

const FORMS = { line: normalLine, lines: normalLines, email: normalEmail, domain: normalDomain };

type Form = keyof typeof FORMS;

/**
 * Text that people enter and the product compares, searches or shows as a name: by table, its key and columns. Without
 * certificates, which are kept as they were sent (DISM-8).
 */
const STORED_TEXT: Record<string, { key: string; columns: Record<string, Form> }> = {
  users: { key: 'id', columns: { first_name: 'line', last_name: 'line', email: 'email' } },
  companies: {
    key: 'id',
    columns: {
      ...({ name: 'line', phone: 'line', street: 'line', city: 'line' } as const),
      ...({
        email: 'email',
        ended_auction_email: 'email',
        auction_summary_email: 'email',
      } as const),
      next_auction_number: 'line',
    },
  },
  categories: { key: 'id', columns: { name: 'line' } },
  staging_areas: { key: 'id', columns: { name: 'line', opening_hours: 'lines' } },
  service_stations: {
    key: 'id',
    columns: { number: 'line', name: 'line', street: 'line', city: 'line' },
  },
  dismantlers: {
    key: 'service_station_id',
    columns: { number: 'line', note: 'lines', document_name: 'line' },
  },
  sign_on_domains: { key: 'domain', columns: { domain: 'domain' } },
  auctions: {
    key: 'id',
    columns: {
      ...({ number: 'line', manufacturer: 'line', model: 'line', description: 'lines' } as const),
      ...({
        registration_number: 'line',
        chassis_number: 'line',
        staging_area_name: 'line',
      } as const),
    },
  },
  auction_files: { key: 'id', columns: { name: 'line' } },
  sale_documents: { key: 'id', columns: { name: 'line', file_name: 'line' } },
  uploads: { key: 'id', columns: { name: 'line' } },
};

/** Rows per query. */
const BATCH = 1_000;

/** Text of only these characters is in normal form already, unless it is an address or has two spaces in a row. */
const PLAIN = '^[\\x20-\\x7e\\n\\tåäöÅÄÖéÉüÜ–—’”·•²³½€§°]*$';

const ADDRESS = emailAddress('');

/**
 * Normalizes stored text (API-3, FMT-5) in the caller's transaction. Leaves and reports a text if another row has its
 * normal form, or if it has none. Idempotent.
 */
export async function normaliseStoredText(tx: Queryable): Promise<NormalTextReport> {
  const report: NormalTextReport = { changed: 0, leftovers: [] };
  for (const [table, { key, columns }] of Object.entries(STORED_TEXT)) {
    for (const [column, form] of Object.entries(columns))
      await normaliseColumn(tx, report, { table, key, column, form });
  }
  return report;
}

async function normaliseColumn(
  tx: Queryable,
  report: NormalTextReport,
  { table, key, column, form }: { table: string; key: string; column: string; form: Form },
): Promise<void> {
  const [name, id, at] = [sql.table(table), sql.ref(key), sql.ref(column)];
  const isCandidate =
    form === 'email' || form === 'domain'
      ? sql`${at} <> ''`
      : sql`(${at} !~ ${PLAIN} or ${at} like '%  %' or ${at} <> btrim(${at}))`;
  let last: unknown = null;
  for (;;) {
    const after = last === null ? sql`true` : sql`${id} > ${last}`;
    const { rows } = await sql<{ id: unknown; written: string }>`
      select ${id} as id, ${at} as written from ${name}
      where ${after} and ${isCandidate} order by ${id} limit ${BATCH}`.execute(tx);
    for (const { id: row, written } of rows) {
      const normal = FORMS[form](written);
      const isInvalid = form === 'email' ? !ADDRESS.safeParse(normal).success : normal === '';
      const leave = (reason: Leftover['reason']) =>
        report.leftovers.push({ table, id: String(row), column, written, normal, reason });
      if (isInvalid && written !== '') leave('invalid');
      else if (normal !== written) {
        const isTaken = await isRefused(
          tx,
          sql`
          update ${name} set ${at} = ${normal} where ${id} = ${row}`,
        );
        if (isTaken) leave('taken');
        else report.changed += 1;
      }
    }
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
  }
}

/** Violations of a unique index and of an exclusion constraint. */
const TAKEN = ['23505', '23P01'];

/** Runs a statement. Rolls it back alone and returns true if its value is taken. */
async function isRefused(tx: Queryable, statement: ReturnType<typeof sql>): Promise<boolean> {
  await sql`savepoint normal_text`.execute(tx);
  try {
    await statement.execute(tx);
    await sql`release savepoint normal_text`.execute(tx);
    return false;
  } catch (error) {
    if (!TAKEN.includes((error as { code?: string }).code ?? '')) throw error;
    await sql`rollback to savepoint normal_text`.execute(tx);
    return true;
  }
}
