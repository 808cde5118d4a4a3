import { setImmediate as turn } from 'node:timers/promises';
import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import { stockholmDate, stockholmTime } from '@restvarde/contract/dates';
import { type ErrorBody, SENTENCE } from '@restvarde/contract/errors';
import { type FeedForm, isExternalId, readFeedTexts } from '@restvarde/contract/feed/feed-auction';
import { IMPORT_SENTENCE, type ImportResult } from '@restvarde/contract/feed/import-auctions';
import { normalLine } from '@restvarde/contract/fields';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { writeAudits } from '../auctions/audit.ts';
import { checkForms, type StagingPlace } from '../auctions/form/check-form.ts';
import { insertAuctions } from '../auctions/form/insert-auction.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import type { Upload } from '../http/uploads.ts';
import { atSentNames, parseNamed, readNames, withIds } from './feed-names.ts';
import { readRow } from './import-cells.ts';
import { lockExternalIds } from './put-auction.ts';
import { readTable, type Table } from './read-table.ts';

interface ImportCall {
  company: number;
  uploads: Upload[];
  /** Checks only; nothing is written. */
  isDry: boolean;
}

type Errors = Record<string, string[]>;

/** A row of the file with the result of its checks. */
interface Row {
  line: number;
  external_id: string | null;
  /** Null for a row of another length. */
  form: FeedForm | null;
  errors: Errors;
  written?: AuctionForm;
  place?: StagingPlace;
}

/** How long bytes are remembered (FEED-7). */
const REPEAT_WINDOW = '48 hours';

/** Rows that one statement inserts, so that other calls get their turn. */
const ROWS_AT_ONCE = 50;

/**
 * Creates an auction for each row of a CSV, or none (FEED-7).
 * @throws DomainError 413 and 415 for the file; 400 for its form, for bytes that were imported within 48 hours, and with
 * the errors by row if any row has one
 */
export async function importAuctions(
  context: AppContext,
  viewer: Viewer,
  { company, uploads, isDry }: ImportCall,
): Promise<ImportResult> {
  const upload = uploads.find(({ field }) => field === 'file');
  if (!upload) throw refuse.field('file', IMPORT_SENTENCE.noFile);
  const table = await readTable(upload.path);
  return context.pool.db.transaction().execute(async (tx) => {
    if (!isDry) await refuseImported(tx, company, upload.sha256);
    const rows = await judge(tx, company, table, isDry);
    const { unknown: unknown_columns } = table;
    const result = (made: string[]): ImportResult => ({
      created: made.length,
      rows: rows.map(({ line, errors }, n) => ({ line, number: made[n] ?? null, errors })),
      unknown_columns,
    });
    if (isDry) return result([]);
    if (rows.some(({ errors }) => Object.keys(errors).length > 0)) {
      const body = { detail: IMPORT_SENTENCE.faults, ...result([]) };
      throw new DomainError(400, body as unknown as ErrorBody);
    }
    return result(await insert(tx, viewer, company, rows));
  });
}

/**
 * Notes that the company imports these bytes. Calls with the same bytes wait for each other.
 * @throws DomainError 400 if it did so within 48 hours
 */
async function refuseImported(tx: Tx, company: number, sha256: string): Promise<void> {
  const digest = Buffer.from(sha256, 'hex');
  // Waits for another transaction with the same bytes.
  const { numAffectedRows } = await sql`
    insert into imports (company_id, sha256) values (${company}, ${digest})
    on conflict (company_id, sha256) do update set saved_at = excluded.saved_at
      where imports.saved_at < excluded.saved_at - ${REPEAT_WINDOW}::interval`.execute(tx);
  if (numAffectedRows !== 0n) {
    await sql`
      delete from imports where (company_id, sha256) in (
        select company_id, sha256 from imports
        where company_id = ${company} and saved_at < now_ms() - ${REPEAT_WINDOW}::interval
        for update skip locked
      )`.execute(tx);
    return;
  }
  const { saved_at } = await tx
    .selectFrom('imports')
    .select('saved_at')
    .where('company_id', '=', company)
    .where('sha256', '=', digest)
    .executeTakeFirstOrThrow();
  const at = `${stockholmDate(saved_at)} ${stockholmTime(saved_at)}`;
  throw refuse.detail(IMPORT_SENTENCE.imported(at));
}

/** Judges all rows as POST /api/auctions judges a form. */
async function judge(tx: Tx, company: number, table: Table, isDry: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  const names = await readListedNames(tx, company, table);
  for (const { line, cells } of table.rows) {
    if (rows.length % ROWS_AT_ONCE === 0) await turn();
    if (cells.length === table.columns.length) {
      const { external_id, texts } = readRow(table.columns, cells);
      texts.category_names &&= splitLists(texts.category_names, names);
      rows.push({ line, external_id, form: readFeedTexts(texts), errors: {} });
    } else {
      const errors = { row: [IMPORT_SENTENCE.length] };
      rows.push({ line, external_id: null, form: null, errors });
    }
  }
  await judgeIds(tx, company, rows, isDry);
  await judgeForms(tx, company, rows);
  return rows;
}

/** Maximum number of commas in the name of a category in a list. */
const COMMAS = 2;

/** As many categories as an auction may have. */
const CATEGORIES = 50;

/** The export writes `, ` between the names of categories, and a name may contain it too. Does not split a longer list. */
function partsOf(list: string): string[] {
  const parts = list.split(', ', CATEGORIES + 1);
  return parts.length > CATEGORIES ? [list] : parts;
}

/** The names that a list may begin with: its first part, its first two parts, and so on. */
const runsOf = (parts: string[]) =>
  Array.from({ length: COMMAS + 1 }, (_, n) => normalLine(parts.slice(0, n + 1).join(', ')));

/** The names of known categories, in lower case, of cells that have several. */
async function readListedNames(tx: Tx, company: number, { columns, rows }: Table) {
  const column = columns.indexOf('category_names');
  const listed = new Set(rows.flatMap((row) => row.cells[column] ?? []));
  const category_names = [...listed]
    .flatMap((cell) => cell.split('|').map(partsOf))
    .filter((parts) => parts.length > 1)
    .flatMap((parts) => parts.flatMap((_, from) => runsOf(parts.slice(from))));
  if (category_names.length === 0) return new Set<string>();
  const form = { sent: {}, faults: {}, tidied: {}, category_names };
  return new Set((await readNames(tx, company, [form])).categories.keys());
}

/** Splits lists at their commas, except those inside a known name. */
function splitLists(written: string | string[], known: Set<string>): string[] {
  return [written].flat().flatMap((list) => {
    const names: string[] = [];
    for (let parts = partsOf(list); parts.length > 0; ) {
      const last = runsOf(parts).findLastIndex((run) => known.has(run.toLowerCase()));
      const count = Math.max(1, Math.min(last + 1, parts.length));
      names.push(parts.slice(0, count).join(', '));
      parts = parts.slice(count);
    }
    return names;
  });
}

async function judgeIds(tx: Tx, company: number, rows: Row[], isDry: boolean): Promise<void> {
  const ids = rows.flatMap(({ external_id }) => external_id ?? []).filter(isExternalId);
  if (ids.length > 0 && !isDry) await lockExternalIds(tx, company, ids);
  const known = new Set(ids.filter((id, n) => ids.indexOf(id) < n));
  if (ids.length > 0) {
    const found = await tx
      .selectFrom('auctions')
      .select('external_id')
      .where('company_id', '=', company)
      .where('external_id', 'in', ids)
      .execute();
    for (const { external_id } of found) known.add(external_id!);
  }
  for (const { external_id, errors } of rows) {
    if (external_id === null) continue;
    if (!isExternalId(external_id)) errors.external_id = [SENTENCE.wrong];
    else if (known.has(external_id)) errors.external_id = [IMPORT_SENTENCE.exists];
  }
}

async function judgeForms(tx: Tx, company: number, rows: Row[]): Promise<void> {
  const names = await readNames(
    tx,
    company,
    rows.flatMap(({ form }) => form ?? []),
  );
  for (const [n, row] of rows.entries()) {
    if (n % ROWS_AT_ONCE === 0) await turn();
    if (row.form === null) continue;
    const parsed = parseNamed(withIds(row.form, names));
    if ('faults' in parsed) Object.assign(row.errors, atSentNames(parsed.faults, row.form));
    else row.written = parsed.written;
  }
  const parsed = rows.filter(({ written }) => written !== undefined);
  if (parsed.length === 0) return;
  const places = await checkForms(
    tx,
    parsed.map(({ written }) => ({ company, form: written! })),
  );
  for (const [n, row] of parsed.entries()) {
    const place = places[n]!;
    if ('faults' in place) Object.assign(row.errors, atSentNames(place.faults, row.form!));
    else row.place = place;
  }
}

/** Creates the auctions of the rows. Returns their numbers, in the order of the rows. */
async function insert(tx: Tx, viewer: Viewer, company: number, all: Row[]): Promise<string[]> {
  const numbers: string[] = [];
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const rows = all.slice(from, from + ROWS_AT_ONCE);
    const made = await insertAuctions(
      tx,
      rows.map(({ written, place }) => ({
        ...{ company, created_by: viewer.user_id, pictures: [] },
        ...{ form: written!, place: place! },
      })),
    );
    await nameExternally(
      tx,
      rows.map(({ external_id, form }, n) => ({
        ...{ id: made[n]!.id, external_id, feed_sent: form!.tidied },
      })),
    );
    await writeAudits(
      tx,
      viewer,
      rows.map(({ written }, n) => ({
        auction: { id: made[n]!.id, company_id: company },
        ...{ action: 'create', after: written },
      })),
    );
    numbers.push(...made.map(({ number }) => number));
  }
  return numbers;
}

/** Stores the external ids and the sent values. A later call of FEED-3 changes only values that differ from them. */
async function nameExternally(
  tx: Tx,
  rows: { id: number; external_id: string | null; feed_sent: FeedForm['tidied'] }[],
): Promise<void> {
  const named = rows.filter(({ external_id }) => external_id !== null);
  if (named.length === 0) return;
  await sql`
    update auctions a set external_id = w.external_id, feed_sent = w.feed_sent
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as w(id integer, external_id text, feed_sent jsonb)
    where a.id = w.id`.execute(tx);
}
