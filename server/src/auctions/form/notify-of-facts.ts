import {
  type Condition,
  fullCondition,
  givenCondition,
} from '@restvarde/contract/auctions/condition';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { ChangedFact, FactsChangedJob } from '../emails/facts-changed.email.tsx';

/** Bidders and watchers get at most one email in this time (DMG-8). Seconds. */
const GAP_S = 3_600;

/** Maximum number of auctions in one transaction. */
const BATCH = 100;

/** The seller's facts that bidders rely on. */
interface Facts {
  description: string;
  condition: Condition;
}

type Sender = Pick<AppContext, 'jobs'>;

/** The facts that differ. */
const changedFacts = (before: Facts, after: Facts): ChangedFact[] => [
  ...(JSON.stringify(before.condition) === JSON.stringify(after.condition)
    ? []
    : ['condition' as const]),
  ...(before.description === after.description ? [] : ['description' as const]),
];

/**
 * Notifies bidders and watchers of a running auction, whose lock the caller holds, of a changed description or
 * condition (DMG-8). At once if none was sent in the last hour; otherwise `sendFactsNews` sends what still differs from
 * what was sent at the end of the hour.
 */
export async function notifyOfFacts(
  { jobs }: Sender,
  tx: Tx,
  auction_id: number,
  before: Facts,
  after: Facts,
): Promise<void> {
  const changed = changedFacts(before, after);
  if (changed.length === 0) return;
  const sent = await tx
    .selectFrom('facts_news')
    .select(['description', 'condition'])
    .where('auction_id', '=', auction_id)
    .where((row) =>
      row.or([
        row('due_at', '>', sql<Date>`now_ms()`),
        row('is_description_pending', '=', true),
        row('is_condition_pending', '=', true),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (sent) {
    const pending = changedFacts({ ...sent, condition: fullCondition(sent.condition) }, after);
    await tx
      .updateTable('facts_news')
      .set({
        is_description_pending: pending.includes('description'),
        is_condition_pending: pending.includes('condition'),
      })
      .where('auction_id', '=', auction_id)
      .execute();
    return;
  }
  const given = JSON.stringify(givenCondition(after.condition));
  await sql`
    insert into facts_news (auction_id, description, condition, due_at)
    values (${auction_id}, ${after.description}, ${given}, now_ms() + make_interval(secs => ${GAP_S}::float8))
    on conflict (auction_id) do update
    set description = excluded.description, condition = excluded.condition, due_at = excluded.due_at`.execute(
    tx,
  );
  await sendEmails({ jobs }, tx, [{ auction_id, changed }]);
}

/**
 * Sends what has changed since the last email of each auction, an hour after it (DMG-8). Nodes may run it concurrently.
 * Returns the number of auctions if more may be due; otherwise 0.
 */
export function sendFactsNews({ pool, jobs }: Pick<AppContext, 'pool' | 'jobs'>): Promise<number> {
  return pool.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('facts_news')
      .select(['auction_id', 'is_description_pending', 'is_condition_pending'])
      .where('due_at', '<=', sql<Date>`now_ms()`)
      .orderBy('due_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return 0;
    const news = due
      .map(({ auction_id, is_condition_pending, is_description_pending }) => ({
        auction_id,
        changed: [
          ...(is_condition_pending ? ['condition' as const] : []),
          ...(is_description_pending ? ['description' as const] : []),
        ],
      }))
      .filter(({ changed }) => changed.length > 0);
    await sendEmails({ jobs }, tx, news);
    const ids = due.map(({ auction_id }) => auction_id);
    const again = news.map(({ auction_id }) => auction_id);
    await sql`delete from facts_news where auction_id = any(${ids}::integer[])
      and auction_id <> all(${again}::integer[])`.execute(tx);
    await sql`
      update facts_news n
      set description = a.description, condition = a.condition, is_description_pending = false,
        is_condition_pending = false, due_at = now_ms() + make_interval(secs => ${GAP_S}::float8)
      from auctions a where a.id = n.auction_id and n.auction_id = any(${again}::integer[])`.execute(
      tx,
    );
    return due.length === BATCH ? due.length : 0;
  });
}

/** Queues an email to each station that watches or has a bid that is not removed, sealed or not. */
async function sendEmails(
  { jobs }: Sender,
  tx: Tx,
  news: { auction_id: number; changed: ChangedFact[] }[],
): Promise<void> {
  if (news.length === 0) return;
  const { rows } = await sql<{ auction_id: number; service_station_id: number }>`
    select auction_id, service_station_id from alerts
    where auction_id = any(${news.map((one) => one.auction_id)}::integer[])
    union
    select auction_id, service_station_id from bids
    where auction_id = any(${news.map((one) => one.auction_id)}::integer[]) and removed_at is null
    order by auction_id, service_station_id`.execute(tx);
  const emails = rows.map(
    (part): FactsChangedJob => ({
      kind: 'facts-changed',
      ...part,
      changed: news.find((one) => one.auction_id === part.auction_id)!.changed,
    }),
  );
  await jobs.sendAll(tx, 'mail', emails);
}
