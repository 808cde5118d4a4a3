import { sql } from 'kysely';
import { notEnded } from '../auctions/access/visibility.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { takeTurn } from '../jobs/turn.ts';
import { queuePushes } from '../push/queue-pushes.ts';
import type { BidNewsJob } from './emails/bid-news.email.tsx';
import type { OutbidJob } from './emails/outbid.email.tsx';

/** A watcher is notified of new bids at most once per gap, which is shorter near the end (MAIL-3). Seconds. */
const GAP_S = 300;
const NEAR_END_S = 900;
/** Bids closer than this are one notification, also near the end. */
const GAP_NEAR_END_S = 5;

/** Maximum number of auctions in one transaction. */
const BATCH = 200;

/**
 * Queues the emails about bids in open auctions, to stations that lost the lead and to watchers (MAIL-1, MAIL-3), and the
 * notifications of a lost lead (PUSH-4).
 * It compares the current standing with what was sent, so that placing a bid costs nothing. One node runs it at a
 * time. Returns the number of auctions with new bids if more may be waiting; otherwise 0, because during bidding
 * there always are some.
 */
export function notifyOfBids({ pool, jobs }: Pick<AppContext, 'pool' | 'jobs'>): Promise<number> {
  return pool.db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx, 'bid news'))) return 0;
    const { auctions, outbid } = await findOutbid(tx);
    await jobs.sendAll(tx, 'mail', outbid, { priority: 20 });
    await queuePushes(
      tx,
      outbid.map(({ bid_id, ...notice }) => ({ ...notice, subject_id: bid_id })),
    );
    await markNotified(tx, outbid);
    await jobs.sendAll(tx, 'mail', await findWatchersDue(tx));
    await markDone(tx);
    return auctions === BATCH ? auctions : 0;
  });
}

/**
 * Returns the stations that have led since the last poll and no longer lead, and marks the auctions as polled. In
 * an open auction a later valid bid is always higher. A bid that the leader's maximum answered at once never led.
 */
async function findOutbid(tx: Tx): Promise<{ auctions: number; outbid: OutbidJob[] }> {
  const { rows } = await sql<{ auction_id: number; lost: { station: number; bid: number }[] }>`
    with changed as (
      select s.auction_id, coalesce(n.told_bid_id, 0) as sent, s.last_bid_id, leader.service_station_id as leader
      from auction_standings s
      join auctions a on a.id = s.auction_id and not a.hidden_bids and a.deleted_at is null
      left join bid_news n on n.auction_id = s.auction_id
      left join bids leader on leader.auction_id = s.auction_id and leader.id = s.leading_bid_id
      where ${notEnded} and s.last_bid_id > 0
        and s.last_bid_id > coalesce(n.told_bid_id, 0)
      order by s.end_dt, s.auction_id
      limit ${BATCH}
    ), looked as (
      insert into bid_news (auction_id, told_bid_id, watchers_wait)
      select auction_id, last_bid_id, true from changed
      on conflict (auction_id) do update set told_bid_id = excluded.told_bid_id, watchers_wait = true
    )
    select c.auction_id, coalesce(lost.lost, '[]') as lost
    from changed c
    cross join lateral (
      select json_agg(json_build_object('station', led.station, 'bid', led.bid)) as lost
      from (
        select b.service_station_id as station, max(b.id) as bid
        from bids b
        where b.auction_id = c.auction_id and b.removed_at is null and b.id <= c.last_bid_id and b.id >= coalesce((
          select max(before.id) from bids before
          where before.auction_id = c.auction_id and before.id <= c.sent and before.removed_at is null
        ), 1)
          -- Outbid in its own answer: it never led (AUTO-10).
          and not exists (
            select from bids answer
            where answer.auction_id = b.auction_id and answer.id = b.id + 1 and answer.called_by = b.id
          )
        group by b.service_station_id
      ) led
      where led.station <> c.leader
    ) lost`.execute(tx);
  return {
    auctions: rows.length,
    outbid: rows.flatMap(({ auction_id, lost }) =>
      lost.map(({ station, bid }) => ({
        kind: 'outbid' as const,
        auction_id,
        service_station_id: station,
        bid_id: bid,
      })),
    ),
  };
}

/** A watcher that is notified of losing the lead also knows about the new bids. */
async function markNotified(tx: Tx, outbid: OutbidJob[]): Promise<void> {
  if (outbid.length === 0) return;
  await sql`
    update alerts w set told_bid_id = n.told_bid_id, told_at = now_ms()
    from (
      select auction_id, service_station_id from alerts
      where (auction_id, service_station_id) in (
        select * from unnest(${outbid.map((job) => job.auction_id)}::integer[],
          ${outbid.map((job) => job.service_station_id)}::integer[])
      )
      for no key update skip locked
    ) sent
    join bid_news n on n.auction_id = sent.auction_id
    where w.auction_id = sent.auction_id and w.service_station_id = sent.service_station_id`.execute(
    tx,
  );
}

/**
 * Returns watchers with unread updates whose last email is old enough, and marks them as notified. Watchers that
 * lead, or that placed all the bids, have nothing to read and get no email.
 */
async function findWatchersDue(tx: Tx): Promise<BidNewsJob[]> {
  const { rows } = await sql<Omit<BidNewsJob, 'kind'> & { has_unread: boolean }>`
    with due as (
      select w.auction_id, w.service_station_id, s.last_bid_id,
        leader.service_station_id is distinct from w.service_station_id and exists (
          select from bids b
          where b.auction_id = w.auction_id and b.id > w.told_bid_id and b.removed_at is null
            and b.service_station_id <> w.service_station_id
        ) as has_unread
      from bid_news n
      join auction_standings s on s.auction_id = n.auction_id and s.last_bid_id = n.told_bid_id
      join auctions a on a.id = s.auction_id and not a.hidden_bids and a.deleted_at is null
      join alerts w on w.auction_id = s.auction_id and w.told_bid_id < s.last_bid_id
      left join bids leader on leader.auction_id = s.auction_id and leader.id = s.leading_bid_id
      where n.watchers_wait and ${notEnded}
        and (w.told_at is null or w.told_at <= now_ms() - make_interval(secs =>
          case when s.end_dt > now_ms() + make_interval(secs => ${NEAR_END_S}::float8) then ${GAP_S}::float8
            else ${GAP_NEAR_END_S}::float8 end))
      for no key update of w skip locked
    ), sent as (
      update alerts w
      set told_bid_id = due.last_bid_id, told_at = case when due.has_unread then now_ms() else w.told_at end
      from due
      where w.auction_id = due.auction_id and w.service_station_id = due.service_station_id
    )
    select auction_id, service_station_id, last_bid_id as bid_id, has_unread
    from due order by auction_id, service_station_id`.execute(tx);
  return rows
    .filter((row) => row.has_unread)
    .map(({ has_unread: _, ...row }) => ({ kind: 'bid-news' as const, ...row }));
}

/** Marks auctions as done if they have ended or no watcher has unread updates. */
async function markDone(tx: Tx): Promise<void> {
  await sql`
    update bid_news n set watchers_wait = false
    from auction_standings s
    where n.watchers_wait and s.auction_id = n.auction_id and (
      s.closed_at is not null or not exists (
        select from alerts w where w.auction_id = n.auction_id and w.told_bid_id < n.told_bid_id
      )
    )`.execute(tx);
}
