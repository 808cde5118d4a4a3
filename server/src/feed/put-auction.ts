import { auctionForm, type SentAuctionForm } from '@restvarde/contract/auctions/auction-form';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { messagesByField, SENTENCE } from '@restvarde/contract/errors';
import {
  FEED_SENTENCE,
  type FeedBody,
  type FeedForm,
  isExternalId,
  readFeedBody,
} from '@restvarde/contract/feed/feed-auction';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { lockAuction } from '../auctions/access/locked-auction.ts';
import { writeAudit } from '../auctions/audit.ts';
import { changeFields, readStored } from '../auctions/form/change-auction.ts';
import { checkForm } from '../auctions/form/check-form.ts';
import { textOf } from '../auctions/form/fill-form.ts';
import { insertAuction } from '../auctions/form/insert-auction.ts';
import type { AppContext } from '../context.ts';
import { firstRow, type Tx } from '../db/pool.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import { atSentNames, parseNamed, readNames, withIds } from './feed-names.ts';

/** The result of a call, real or with `validate_only`. */
export interface FeedResult {
  action: 'create' | 'change' | 'none';
  id: number;
}

interface FeedCall {
  company: number;
  external_id: string;
  body: FeedBody;
  /** Checks only; nothing is written (FEED-12). */
  isDry: boolean;
}

/** Rolls back a call with `validate_only`. */
class DryRun extends Error {
  readonly result: FeedResult;
  constructor(result: FeedResult) {
    super();
    this.result = result;
  }
}

/**
 * Creates or changes the auction that another system of a company calls by its id (FEED-3). Calls for one id wait for
 * each other.
 * @throws DomainError 400 at each field that is invalid or locked, at `external_id`, and for a deleted auction
 */
export async function putAuction(
  context: AppContext,
  viewer: Viewer,
  { company, external_id, body, isDry }: FeedCall,
): Promise<FeedResult> {
  if (!isExternalId(external_id)) throw refuse.field('external_id', SENTENCE.wrong);
  const form = readFeedBody(body);
  try {
    return await context.pool.db.transaction().execute(async (tx) => {
      const result = await put(context, tx, viewer, { company, external_id, form });
      if (isDry) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw atNames(error, form);
  }
}

/** Locks external ids of a company until the transaction ends, before any other lock. */
export async function lockExternalIds(tx: Tx, company: number, ids: string[]): Promise<void> {
  // Ordered to avoid deadlocks.
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${company} || ' ' || id, 3) as key from unnest(${ids}::text[]) as id order by 1
    ) as keys`.execute(tx);
}

interface Put {
  company: number;
  external_id: string;
  form: FeedForm;
}

async function put(
  context: AppContext,
  tx: Tx,
  viewer: Viewer,
  { company, external_id, form }: Put,
): Promise<FeedResult> {
  await lockExternalIds(tx, company, [external_id]);
  const known = await tx
    .selectFrom('auctions')
    .select(['id', 'deleted_at', 'feed_sent'])
    .where('company_id', '=', company)
    .where('external_id', '=', external_id)
    .executeTakeFirst();
  if (known?.deleted_at) throw refuse.detail(FEED_SENTENCE.deleted);
  if (!known) {
    const id = await create(tx, viewer, { company, external_id, form });
    return { action: 'create', id };
  }
  const { id } = known;
  const before = known.feed_sent as FeedForm['tidied'];
  const isNew = (field: string) =>
    JSON.stringify(form.tidied[field]) !== JSON.stringify(before[field]);
  const news = [...Object.keys(form.tidied).filter(isNew), ...Object.keys(form.faults)];
  if (news.length === 0) return { action: 'none', id };
  await change(context, tx, viewer, id, { company, form: only(form, news) });
  await tx
    .updateTable('auctions')
    .set({ feed_sent: JSON.stringify({ ...before, ...form.tidied }) })
    .where('id', '=', id)
    .execute();
  return { action: 'change', id };
}

/** The fields of a form that are new: a person's edit of another field remains. */
function only(form: FeedForm, fields: string[]): FeedForm {
  const pick = <Value>(from: Record<string, Value>) =>
    Object.fromEntries(Object.entries(from).filter(([field]) => fields.includes(field)));
  const { category_names, ...rest } = form;
  return {
    ...rest,
    sent: pick(form.sent),
    ...(category_names && fields.includes('category_names') && { category_names }),
  };
}

async function create(
  tx: Tx,
  viewer: Viewer,
  { company, external_id, form }: Put,
): Promise<number> {
  const named = await findNamed(tx, company, form);
  const times = await readTimes(tx, company, named.sent.start_dt);
  const parsed = parseNamed(named, times);
  if ('faults' in parsed) throw refuse.fields(parsed.faults);
  const { written } = parsed;
  const place = await checkForm(tx, company, written);
  const { user_id: created_by } = viewer;
  const { id } = await insertAuction(tx, {
    ...{ company, created_by, place, pictures: [] },
    form: written,
  });
  await tx
    .updateTable('auctions')
    .set({ external_id, feed_sent: JSON.stringify(form.tidied) })
    .where('id', '=', id)
    .execute();
  await writeAudit(tx, viewer, { id, company_id: company }, 'create', { after: written });
  return id;
}

async function change(
  context: AppContext,
  tx: Tx,
  viewer: Viewer,
  id: number,
  { company, form }: Omit<Put, 'external_id'>,
): Promise<void> {
  await lockAuction(tx, viewer, id);
  const stored = await readStored(tx, id);
  const named = await findNamed(tx, company, form);
  const sent = {
    ...named.sent,
    category_ids: named.sent.category_ids ?? stored.category_ids.map(String),
  } as SentAuctionForm;
  const faults = named.faults;
  if (Object.keys(faults).length === 0) {
    await changeFields(context, tx, viewer, id, sent);
    return;
  }
  // Report the faults of the other fields with them.
  const parsed = auctionForm.safeParse({ ...textOf(stored), ...sent });
  refuseFaults({ ...(parsed.success ? {} : messagesByField(parsed.error)), ...faults });
}

function refuseFaults(faults: Record<string, string[]>): void {
  if (Object.keys(faults).length > 0) throw refuse.fields(faults);
}

const findNamed = async (tx: Tx, company: number, form: FeedForm) =>
  withIds(form, await readNames(tx, company, [form]));

/** The default start, now, and the default end of FORM-2: after a number of days, at the company's time. */
async function readTimes(
  tx: Tx,
  company: number,
  start: SentAuctionForm['start_dt'],
): Promise<{ start_dt: string; end_dt: string }> {
  const { rows } = await sql<{ now: Date; days: number; time: string }>`
    select now_ms() as now, default_end_dt_increment_days as days,
      to_char(default_end_dt_increment_time::time, 'HH24:MI') as time
    from companies where id = ${company}`.execute(tx);
  const { now, days, time } = firstRow(rows);
  const first = /^\d{4}-\d\d-\d\d/.exec(String(start ?? ''))?.[0] ?? stockholmDate(now);
  return { start_dt: now.toISOString(), end_dt: `${addDays(first, days)}T${time}` };
}

/** Faults of categories are at the field that was sent. */
function atNames(error: unknown, form: FeedForm): unknown {
  if (!(error instanceof DomainError)) return error;
  return new DomainError(error.status, atSentNames(error.body, form));
}
