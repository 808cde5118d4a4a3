import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type pg from 'pg';
import { type BatchFacts, type KeyedAnswer, keyOf } from './desk-batch.ts';
import {
  type BidAnswer,
  type BidRequest,
  type DeskAuction,
  type DeskFacts,
  ownKey,
} from './desk-decisions.ts';

/**
 * The desk's reads, each prepared once per connection and sent pipelined. Plans are made while tables may be
 * small and then kept. Each table is therefore reached by a key of the batch, or laterally with a `limit`: a
 * plain join could keep scanning a table that has grown since (15 ms a batch instead of 0.1).
 */

interface AuctionFacts {
  auction_id: number;
  company_id: number;
  is_global: boolean;
  category_ids: number[];
  bidder_ids: number[];
  start_dt: Date;
  end_dt: Date;
  deleted: boolean;
  closed: boolean;
  hidden_bids: boolean;
  start_bid: number;
  bid_increments: BidIncrement[];
  extension_minutes: number;
  reservation_price: number | null;
  highest_bid: number | null;
  leading_bid_id: number | null;
  last_bid_id: number;
  bid_count: number;
  changed_at: Date;
  end_changed_at: Date;
  is_for_dismantlers: boolean;
  takes_dismantlers_only: boolean;
  allows_max_bids: boolean;
  leader: number | null;
  max_bid: number | null;
  max_bid_station_id: number | null;
  max_bid_user_id: number | null;
  now: Date;
}

/** A station's highest bid, if the auction is sealed, and its maximum, if the auction allows maximums. */
interface OwnRow {
  auction_id: number;
  service_station_id: number;
  amount: number | null;
  max_bid: number | null;
}

interface StoredAnswerRow extends BidAnswer {
  user_id: number;
  key: string;
  request: string;
}

/** Another transaction locked one of the auctions longer than `lock_timeout`. Nothing has been decided. */
export class LockTimeout extends Error {}

/**
 * Locks the batch's auctions in id order, then reads the clock and everything that the decisions need. With
 * `skipLocked`, auctions that another transaction locks are returned as `held`. Throws `LockTimeout` without it.
 */
export async function lockAndRead(
  client: pg.Client,
  batch: BidRequest[],
  skipLocked: boolean,
): Promise<BatchFacts> {
  const ids = [...new Set(batch.map((request) => request.auction_id))];
  const stations = batch.map((request) => request.viewer.service_station_id);
  const keyed = batch.filter((request) => request.key !== null);
  const withoutTerms = batch.filter((request) => !request.viewer.has_accepted_terms);
  const [, locked, auctions, own, stored, terms] = await Promise.all([
    client.query('begin'),
    client.query<{ auction_id: number }>({
      name: skipLocked ? 'desk-lock-free' : 'desk-lock',
      text: `
        select auction_id from auction_standings
        where auction_id = any($1::integer[])
        order by auction_id
        for no key update ${skipLocked ? 'skip locked' : ''}`,
      values: [ids],
    }),
    // Runs after the lock: each statement sees what was committed while the lock was awaited.
    client.query<AuctionFacts>({
      name: 'desk-facts',
      text: `
        select s.auction_id, a.company_id, a.is_global,
          array(select category_id from auction_categories c where c.auction_id = a.id) as category_ids,
          s.bidder_ids, a.start_dt, s.end_dt, a.deleted_at is not null as deleted,
          s.closed_at is not null as closed, a.hidden_bids, a.start_bid, a.bid_increments,
          a.extension_minutes, a.reservation_price, s.highest_bid, s.leading_bid_id, s.last_bid_id,
          s.bid_count, s.changed_at, s.end_changed_at,
          (a.damage_condition = 'DISASSEMBLY' and a.dismantling_bidders = 'authorised_only') as is_for_dismantlers,
          (a.damage_condition = 'DISASSEMBLY' and a.dismantling_bidders <> 'all') as takes_dismantlers_only,
          a.allows_max_bids, leading_bid.service_station_id as leader, s.max_bid, s.max_bid_station_id,
          s.max_bid_user_id, now_ms() as now
        from auction_standings s join auctions a on a.id = s.auction_id
        left join lateral (
          select b.service_station_id
          from bids b
          where b.auction_id = s.auction_id and b.id = s.leading_bid_id
          limit 1
        ) leading_bid on true
        where s.auction_id = any($1::integer[]) and a.id = any($1::integer[])`,
      values: [ids],
    }),
    // Joins by the auction, so that bids of open auctions are never read.
    client.query<OwnRow>({
      name: 'desk-own',
      text: `
        select p.auction_id, p.service_station_id, own.amount, max_bid.amount as max_bid
        from (
          select distinct * from unnest($1::integer[], $2::integer[]) as p(auction_id, service_station_id)
        ) p
        join auctions a on a.id = p.auction_id and a.id = any($1::integer[])
          and (a.hidden_bids or a.allows_max_bids)
        left join lateral (
          select b.amount
          from bids b
          where a.hidden_bids and b.service_station_id = p.service_station_id and b.auction_id = a.id
            and b.removed_at is null
          order by b.amount desc
          limit 1
        ) own on true
        left join lateral (
          select m.amount
          from max_bids m
          where a.allows_max_bids and m.service_station_id = p.service_station_id and m.auction_id = a.id
          order by m.id desc
          limit 1
        ) max_bid on true`,
      values: [batch.map((request) => request.auction_id), stations],
    }),
    keyed.length === 0
      ? null
      : client.query<StoredAnswerRow>({
          name: 'desk-stored-answers',
          text: `
            select k.user_id, k.key, i.request, i.status, i.body
            from unnest($1::integer[], $2::text[]) as k(user_id, key)
            cross join lateral (
              select request, status, body
              from idempotency_keys i
              where i.user_id = k.user_id and i.key = k.key
              limit 1
            ) i`,
          values: [
            keyed.map((request) => request.viewer.user_id),
            keyed.map((request) => request.key),
          ],
        }),
    withoutTerms.length === 0
      ? null
      : client.query<{ user_id: number }>({
          name: 'desk-terms',
          text: 'select user_id from accepted_terms where version = $1 and user_id = any($2::integer[])',
          values: [TERMS_VERSION, withoutTerms.map((request) => request.viewer.user_id)],
        }),
  ]).catch((error) => {
    const LOCK_NOT_AVAILABLE = '55P03';
    throw error.code === LOCK_NOT_AVAILABLE ? new LockTimeout() : error;
  });
  const lockedIds = new Set(locked.rows.map((row) => row.auction_id));
  return {
    now: auctions.rows[0]?.now.getTime() ?? 0,
    auctions: new Map(auctions.rows.map((row) => [row.auction_id, toDeskAuction(row)])),
    held: new Set(auctions.rows.map((row) => row.auction_id).filter((id) => !lockedIds.has(id))),
    changed_callers: new Map(),
    dismantlers: new Set(),
    own: byOwnKey(own.rows, ({ amount }) => amount),
    max_bids: byOwnKey(own.rows, ({ max_bid }) => max_bid),
    accepted_terms: new Set([
      ...batch
        .filter((request) => request.viewer.has_accepted_terms)
        .map((request) => request.viewer.user_id),
      ...(terms?.rows.map((row) => row.user_id) ?? []),
    ]),
    stored: new Map(stored?.rows.map((row) => [keyOf(row.user_id, row.key), toKeyedAnswer(row)])),
  };
}

/**
 * Returns the callers that have changed since their requests arrived, by session; usually none. Null if the
 * session has ended or its user or station has been removed.
 */
export async function readChangedCallers(
  client: pg.Client,
  requests: BidRequest[],
): Promise<DeskFacts['changed_callers']> {
  const callers = new Map(requests.map((request) => [request.session_id, request.viewer]));
  const viewers = [...callers.values()];
  const { rows } = await client.query<{
    session_id: string;
    company_id: number | null;
    category_ids: number[];
  }>({
    name: 'desk-callers',
    text: `
      select k.session_id, now_is.company_id, now_is.category_ids
      from unnest($1::uuid[], $2::integer[], $3::text[]) as k(session_id, company_id, category_ids)
      left join lateral (
        select st.company_id, array(
          select category_id from service_station_categories c
          where c.service_station_id = st.id order by category_id
        ) as category_ids
        from sessions s
        join users u on u.id = s.user_id and u.deactivated_at is null
        join service_stations st on st.id = u.service_station_id and st.removed_at is null
        where s.id = k.session_id and s.revoked_at is null
          and s.expires_at > now_ms() and s.idle_expires_at > now_ms()
        limit 1
      ) now_is on true
      where now_is.company_id is distinct from k.company_id
        or now_is.category_ids::text is distinct from k.category_ids`,
    values: [
      [...callers.keys()],
      viewers.map((viewer) => viewer.company_id),
      viewers.map((viewer) => `{${viewer.category_ids.join()}}`),
    ],
  });
  return new Map(
    rows.map(({ session_id, company_id, category_ids }) => [
      session_id,
      company_id === null ? null : { company_id, category_ids },
    ]),
  );
}

/** Returns the stations that are authorised dismantlers now, read after the lock (DISM-4). */
export async function readDismantlers(client: pg.Client, stations: number[]): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>({
    name: 'desk-dismantlers',
    text: 'select id from unnest($1::integer[]) as id where is_dismantler(id)',
    values: [stations],
  });
  return new Set(rows.map((row) => row.id));
}

/** The rows that have a value, by `ownKey`. */
function byOwnKey(rows: OwnRow[], value: (row: OwnRow) => number | null): Map<string, number> {
  const found = rows.flatMap((row): [string, number][] => {
    const amount = value(row);
    return amount === null ? [] : [[ownKey(row.auction_id, row.service_station_id), amount]];
  });
  return new Map(found);
}

function toDeskAuction(read: AuctionFacts): DeskAuction {
  const { now, closed, max_bid, max_bid_station_id, max_bid_user_id, ...row } = read;
  // A node of the previous release changes the leading bid, but not the maximum.
  const isLeaders = max_bid !== null && max_bid_station_id === row.leader;
  const isValid = isLeaders && max_bid >= (row.highest_bid ?? 0);
  return {
    ...row,
    start_dt: row.start_dt.getTime(),
    // A closed auction has ended, even if the clock was set back.
    end_dt: Math.min(row.end_dt.getTime(), closed ? now.getTime() : Number.POSITIVE_INFINITY),
    changed_at: row.changed_at.getTime(),
    end_changed_at: row.end_changed_at.getTime(),
    leader_max_bid: isValid ? max_bid : null,
    max_bid_user_id: isValid ? max_bid_user_id : null,
    touched: false,
    has_new_max_bid: false,
    new_bidder_ids: [],
  };
}

function toKeyedAnswer({ status, body, ...keyed }: StoredAnswerRow): KeyedAnswer {
  return { ...keyed, answer: { status, body } };
}
