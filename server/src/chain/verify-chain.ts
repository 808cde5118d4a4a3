import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { deriveKey } from '../keys.ts';
import { anchorMac, linkMac } from './anchor-links.ts';
import { type Course, findForgery } from './verify-acts.ts';

/** The result of a verification. */
export interface ChainReport {
  auctions: number;
  links: number;
  anchors: number;
  /** The newest anchor, in hex. Keep it elsewhere and pass it as `anchor` later. Null without anchors. */
  newest: string | null;
  /** A sentence for each auction and each anchor that fails. */
  faults: string[];
}

/** Number of auctions, or anchors, read at a time. */
const BATCH = 500;
const ANCHOR_BATCH = 50;
/** An older link is anchored if any node is running. */
const ANCHORED_WITHIN = '10 minutes';

/**
 * Recomputes the hashes of everything that has ended from the tables and compares them with the stored hashes
 * (DATA-3). Uses no functions stored in the database. `secrets` are the product's current and former secrets;
 * `anchor`, in hex, must exist.
 */
export async function verifyChain(
  db: Database,
  { secrets, anchor = null }: { secrets: string[]; anchor?: string | null },
): Promise<ChainReport> {
  const keys = secrets.map((secret) => deriveKey(secret, 'chain'));
  const report: ChainReport = { auctions: 0, links: 0, anchors: 0, newest: null, faults: [] };
  await verifyAuctions(db, keys, report);
  const anchors = await verifyAnchors(db, keys, report);
  if (anchor !== null && !anchors.has(anchor)) report.faults.push(`Anchor ${anchor} is gone.`);
  return report;
}

interface AuctionRow {
  id: number;
  number: string;
  is_closed: boolean;
  outcome_holds: boolean | null;
  uncovered_events: number;
  uncovered_bids: number;
  links: LinkRow[];
  acts: Course['acts'] | null;
  late_bids: Course['late_bids'] | null;
  collections: Course['collections'] | null;
  reservation_price: number | null;
}

interface LinkRow {
  position: number;
  holds: boolean;
  last_bid_id: number;
  /** In hex. */
  outcome: string;
  hash: string;
  mac: string | null;
}

async function verifyAuctions(db: Database, keys: Buffer[], report: ChainReport): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await readAuctions(db, after);
    for (const row of rows) {
      report.links += row.links.length;
      const fault = faultOf(row, keys);
      if (fault) report.faults.push(`Auction ${row.id} (${row.number}): ${fault}.`);
    }
    report.auctions += rows.length;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

/** Returns the first fault of an auction. Later faults would only be consequences. */
function faultOf(row: AuctionRow, keys: Buffer[]): string | null {
  if (row.links.length === 0) return 'it has ended, and its chain is gone';
  for (const [at, link] of row.links.entries()) {
    if (link.position !== at + 1) return `link ${at + 1} of its chain is gone`;
    if (!link.holds)
      return `its bids or its history are not what link ${link.position} was made of`;
    if (link.mac !== null && !isSealed(link.mac, Buffer.from(link.hash, 'hex'), keys)) {
      return `link ${link.position} was not made by the product`;
    }
  }
  if (row.uncovered_events > 0)
    return `${row.uncovered_events} lines of its history are in no link`;
  if (row.uncovered_bids > 0) return `${row.uncovered_bids} of its bids are in no link`;
  if (!row.is_closed) return 'it has ended, and was opened again';
  if (!row.outcome_holds) return 'its outcome is not the one of its last link';
  const { acts, late_bids, collections } = row;
  return findForgery({
    ...row,
    acts: acts ?? [],
    late_bids: late_bids ?? [],
    collections: collections ?? [],
  });
}

function isSealed(found: string, hash: Buffer, keys: Buffer[]): boolean {
  return keys.some((key) => linkMac(key, hash).toString('hex') === found);
}

/** The content of a link's hash, as in the newest migration of `extend_chain`; of `spans c`. */
const content = sql`record_send(row(
  c.auction_id, c.position, c.previous, c.last_bid_id, c.outcome,
  (
    select sha256(string_agg(record_send(row(
      l.id, l.at, l.user_id, l.company_id, convert_to(l.action, 'UTF8'), convert_to(l.before::text, 'UTF8'),
      convert_to(l.after::text, 'UTF8')
    )), '' order by l.id))
    from audit_log l
    where l.auction_id = c.auction_id and l.id = any(c.event_ids)
  ),
  (
    select sha256(string_agg(case when b.is_automatic or b.called_by is not null then record_send(row(
      b.id, b.service_station_id, b.user_id, b.amount, b.minimum, b.placed_at, b.end_before, b.end_after,
      b.removed_at, b.removed_by, b.is_offer, b.is_automatic, b.called_by
    )) else record_send(row(
      b.id, b.service_station_id, b.user_id, b.amount, b.minimum, b.placed_at, b.end_before, b.end_after,
      b.removed_at, b.removed_by, b.is_offer
    )) end, '' order by b.id))
    from bids b
    where b.auction_id = c.auction_id and b.id > c.bids_before and b.id <= c.last_bid_id
  )
))`;

async function readAuctions(db: Database, after: number): Promise<AuctionRow[]> {
  const { rows } = await sql<AuctionRow>`
    with ended as (
      select s.*, a.number, a.reservation_price as reserve
      from auction_standings s join auctions a on a.id = s.auction_id
      where s.auction_id > ${after} and (
        s.closed_at is not null or exists (select from chain_links c where c.auction_id = s.auction_id)
      )
      order by s.auction_id
      limit ${BATCH}
    ), spans as (
      select c.*, lag(c.hash) over chain as previous, coalesce(lag(c.last_bid_id) over chain, 0) as bids_before
      from chain_links c
      where c.auction_id in (select auction_id from ended)
      window chain as (partition by c.auction_id order by c.position)
    ), chains as (
      select c.auction_id, jsonb_agg(jsonb_build_object(
        'position', c.position, 'last_bid_id', c.last_bid_id, 'outcome', encode(c.outcome, 'hex'), 'hash', encode(c.hash, 'hex'), 'mac', encode(c.mac, 'hex'),
        'holds', c.hash = sha256(${content})
      ) order by c.position) as links
      from spans c
      group by c.auction_id
    ), acts as (
      select c.auction_id, jsonb_agg(jsonb_build_object(
        'position', c.position, 'action', l.action, 'user_id', l.user_id,
        'after', (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(l.after)
          where key in ('winning_bid_id', 'amount', 'reservation_price', 'paid_at', 'waived_days')
        )
      ) order by c.position, l.id) as acts
      from chain_links c join audit_log l on l.id = any(c.event_ids)
      where c.auction_id in (select auction_id from ended)
      group by c.auction_id
    ), late as (
      select b.auction_id, jsonb_agg(jsonb_build_object(
        'id', b.id, 'user_id', b.user_id, 'amount', b.amount, 'is_offer', b.is_offer,
        'was_offered', exists (
          select from offers o join bids own on own.auction_id = o.auction_id and own.id = o.bid_id
          where o.auction_id = b.auction_id and o.state = 'accepted' and o.amount = b.amount
            and own.service_station_id = b.service_station_id
        )
      ) order by b.id) as bids
      from bids b join chain_links first on first.auction_id = b.auction_id and first.position = 1
      where b.auction_id in (select auction_id from ended) and b.id > first.last_bid_id
      group by b.auction_id
    ), collected as (
      select k.auction_id, jsonb_agg(jsonb_build_object('paid_at', k.paid_at, 'waived_days', k.waived_days) order by k.id)
        as collections
      from collections k
      where k.auction_id in (select auction_id from ended)
      group by k.auction_id
    )
    select s.auction_id as id, s.number, s.reserve as reservation_price, acts.acts, late.bids as late_bids, collected.collections, s.closed_at is not null as is_closed,
      last.outcome = record_send(row(
        s.closed_at, s.end_dt, s.winning_bid_id, s.winner_notified_at, s.bids_released_at
      )) as outcome_holds,
      (
        select count(*) from audit_log l
        where l.auction_id = s.auction_id and not exists (
          select from chain_links c where c.auction_id = s.auction_id and l.id = any(c.event_ids)
        )
      ) as uncovered_events,
      (
        select count(*) from bids b where b.auction_id = s.auction_id and b.id > last.last_bid_id
      ) as uncovered_bids,
      coalesce(chains.links, '[]') as links
    from ended s
    left join chains on chains.auction_id = s.auction_id
    left join acts on acts.auction_id = s.auction_id
    left join late on late.auction_id = s.auction_id
    left join collected on collected.auction_id = s.auction_id
    left join lateral (
      select c.outcome, c.last_bid_id from chain_links c
      where c.auction_id = s.auction_id
      order by c.position desc
      limit 1
    ) last on true
    order by s.auction_id`.execute(db);
  return rows;
}

interface AnchorRow {
  id: number;
  link_count: number;
  mac: Buffer;
  /** The MACs of its links, by auction and position. */
  macs: Buffer[];
  auctions: number[];
}

/** Returns all anchors, in hex. */
async function verifyAnchors(
  db: Database,
  keys: Buffer[],
  report: ChainReport,
): Promise<Set<string>> {
  const found = new Set<string>();
  let previous: AnchorRow | null = null;
  for (;;) {
    const rows: AnchorRow[] = await readAnchors(db, previous?.id ?? 0);
    for (const row of rows) {
      const fault = anchorFault(row, previous, keys);
      if (fault) report.faults.push(`Anchor ${row.id}: ${fault}.`);
      found.add(row.mac.toString('hex'));
      previous = row;
    }
    if (rows.length < ANCHOR_BATCH) break;
  }
  report.anchors = found.size;
  report.newest = previous?.mac.toString('hex') ?? null;
  const { rows } = await sql<{ late: number }>`
    select count(*) as late
    from chain_links c join auction_standings s on s.auction_id = c.auction_id
    where c.anchor_id is null and coalesce(
      (select max(l.at) from audit_log l where l.id = any(c.event_ids)), s.closed_at
    ) < now_ms() - ${ANCHORED_WITHIN}::interval`.execute(db);
  if (rows[0]!.late > 0) report.faults.push(`${rows[0]!.late} links are not anchored.`);
  return found;
}

function anchorFault(row: AnchorRow, previous: AnchorRow | null, keys: Buffer[]): string | null {
  const expected = (previous?.id ?? 0) + 1;
  if (row.id !== expected) return `the one before it, ${row.id - 1}, is gone`;
  const missing = row.link_count - row.macs.length;
  if (missing !== 0) return `${missing} of its ${row.link_count} links are gone`;
  const anchor = { id: row.id, previous: previous?.mac ?? null, macs: row.macs };
  if (keys.some((key) => anchorMac(key, anchor).equals(row.mac))) return null;
  return `it was not made by the product, or of other links than it has now (auctions ${row.auctions.join(', ')})`;
}

async function readAnchors(db: Database, after: number): Promise<AnchorRow[]> {
  const { rows } = await sql<AnchorRow>`
    select n.id, n.link_count, n.mac,
      array(
        select c.mac from chain_links c where c.anchor_id = n.id order by c.auction_id, c.position
      ) as macs,
      array(
        select distinct c.auction_id from chain_links c where c.anchor_id = n.id order by c.auction_id limit 10
      ) as auctions
    from chain_anchors n
    where n.id > ${after}
    order by n.id
    limit ${ANCHOR_BATCH}`.execute(db);
  return rows;
}
