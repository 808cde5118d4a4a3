import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { notifyOfStandings } from '../../live/standings-notice.ts';
import { takesDismantlersOnly } from '../access/visibility.ts';
import { sendEndedEmails } from '../emails/send-ended-emails.ts';
import { decisionTime, relistsItself, sealedRelistTime } from './decision-time.ts';

/** Maximum number of auctions in one transaction, so that locks are short and nodes share the work. */
const BATCH = 200;

interface ClosingOptions {
  onClosed?: (late_ms: number) => void;
  /** Returns whether the database's time may be trusted. */
  isRight?: (now: Date) => boolean;
}

/**
 * Closes auctions that are past their end (AUC-11). Nodes may run it concurrently: rows locked by another are
 * skipped. Closes nothing if the clock cannot be trusted (OPS-5). Calls `onClosed` with the delay of each.
 * Returns the number of closed auctions.
 */
export async function closeEnded(
  context: Pick<AppContext, 'pool' | 'jobs'>,
  { onClosed, isRight }: ClosingOptions = {},
): Promise<number> {
  const closed = await context.pool.db.transaction().execute(async (tx) => {
    // Read the clock once, as a constant that an index scan can use.
    const due = await sql<{ auction_id: number; end_dt: Date; now: Date }>`
      select auction_id, end_dt, now_ms() as now
      from auction_standings
      where closed_at is null and end_dt <= (select now_ms())
      order by end_dt, auction_id
      limit ${BATCH}
      for no key update skip locked`.execute(tx);
    const ids = due.rows.map((row) => row.auction_id);
    const now = due.rows[0]?.now;
    if (now === undefined || isRight?.(now) === false) return [];
    await closeAuctions(context, tx, ids, now);
    return due.rows;
  });
  for (const { now, end_dt } of closed) onClosed?.(now.getTime() - end_dt.getTime());
  return closed.length;
}

/**
 * The highest bid of `auction_standings s` meets the reserve of its auction `a`, and its station may buy
 * (DISM-5).
 */
const isWon = sql`(
  s.highest_bid >= coalesce(a.reservation_price, 0)
  and (not ${takesDismantlersOnly} or is_dismantler((
    select b.service_station_id from bids b where b.auction_id = s.auction_id and b.id = s.leading_bid_id
  )))
)`;

/**
 * Closes auctions that are past their end and locked by the caller: sets the one-way flag and the winner, writes
 * the log and queues the emails (MAIL-2). The highest bid wins if it meets the reserve and its station may buy
 * (DISM-5); of equal sealed bids the earliest leads.
 *
 * Without a winner the decision time begins; in a sealed auction also with one, so that it reveals nothing
 * (OFFER-3). An auction without bids may be relisted automatically (RELIST-7), a sealed one no earlier than after
 * a decision.
 *
 * @param now the database's time
 */
export async function closeAuctions(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  ids: number[],
  now: Date,
): Promise<void> {
  // A separate statement, to see bids and changes that were committed while the locks were taken.
  await sql`
    with closed as (
      update auction_standings s
      set closed_at = now_ms(),
        winning_bid_id = case when ${isWon} then s.leading_bid_id end,
        decision_due_at = case when s.bid_count > 0 and (a.hidden_bids or not ${isWon}) then ${decisionTime(now)} end,
        relist_due_at = case when s.bid_count = 0 and ${relistsItself} then
          case when a.hidden_bids then ${sealedRelistTime(now)} else now_ms() end
        end,
        changed_at = greatest(now_ms(), s.changed_at + interval '1 millisecond'),
        end_changed_at = greatest(now_ms(), s.changed_at + interval '1 millisecond')
      from auctions a
      where s.auction_id = any(${ids}::integer[]) and a.id = s.auction_id
      returning s.auction_id, s.company_id, s.closed_at, s.winning_bid_id, s.highest_bid
    ), flagged as (
      update auctions a set closed_at = closed.closed_at from closed where a.id = closed.auction_id
    )
    insert into audit_log (company_id, auction_id, action, after)
    select company_id, auction_id, 'close',
      jsonb_build_object('winning_bid_id', winning_bid_id, 'highest_bid', highest_bid)
    from closed`.execute(tx);
  await sendEndedEmails(context, tx, ids);
  await notifyOfStandings(tx, { ids, ends: ids });
}
