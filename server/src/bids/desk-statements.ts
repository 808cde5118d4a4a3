import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type pg from 'pg';
import { noticePayloads } from '../live/standings-notice.ts';
import {
  type AcceptedBid,
  type BidAnswer,
  type BidRequest,
  type DeskAuction,
  type DeskFacts,
  ownKey,
} from './desk-decisions.ts';

/**
 * The statements of the desk, each prepared once per connection. They go out pipelined. A plan is kept from
 * when tables were small, so each table is reached by a key of the batch, or laterally behind a `limit`:
 * a plain join may keep reading a whole table that has grown since (15 ms a batch instead of 0.1).
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
  now: Date;
}

/** An answer that was given before under an idempotency key, by `keyOf`. */
export type GivenAnswers = Map<string, BidAnswer & { request: string }>;

export const keyOf = (user: number, key: string) => `${user} ${key}`;

/** What two requests with one key must have in common. */
export const fingerprintOf = (request: BidRequest) =>
  `bid ${request.auction_id} ${request.amount} ${request.accepts_terms}`;

/** Somebody holds one of the auctions for longer than the desk waits; nothing has been decided. */
export class LockTimeout extends Error {}

/**
 * Locks the batch's auctions in id order, then reads the clock and all that the decisions need. With
 * `skips` it does not wait for an auction that somebody else has locked: `isLocked` is false for it.
 */
export async function lockAndRead(
  client: pg.Client,
  batch: BidRequest[],
  skips: boolean,
): Promise<{ facts: DeskFacts; given: GivenAnswers; isLocked(auction: number): boolean }> {
  const ids = [...new Set(batch.map((request) => request.auction_id))];
  const stations = batch.map((request) => request.viewer.service_station_id);
  const keyed = batch.filter((request) => request.key !== null);
  const strangers = batch.filter((request) => !request.viewer.has_accepted_terms);
  const [, locked, auctions, own, given, terms] = await Promise.all([
    client.query('begin'),
    client.query<{ auction_id: number }>({
      name: skips ? 'desk-lock-free' : 'desk-lock',
      text: `
        select auction_id from auction_standings
        where auction_id = any($1::integer[])
        order by auction_id
        for no key update ${skips ? 'skip locked' : ''}`,
      values: [ids],
    }),
    // Behind the lock, statement by statement, each sees what was committed while it was waited for.
    client.query<AuctionFacts>({
      name: 'desk-facts',
      text: `
        select s.auction_id, a.company_id, a.is_global,
          array(select category_id from auction_categories c where c.auction_id = a.id) as category_ids,
          s.bidder_ids, a.start_dt, s.end_dt, a.deleted_at is not null as deleted,
          s.closed_at is not null as closed, a.hidden_bids, a.start_bid, a.bid_increments,
          a.extension_minutes, a.reservation_price, s.highest_bid, s.leading_bid_id, s.last_bid_id,
          s.bid_count, s.changed_at, s.end_changed_at, now_ms() as now
        from auction_standings s join auctions a on a.id = s.auction_id
        where s.auction_id = any($1::integer[]) and a.id = any($1::integer[])`,
      values: [ids],
    }),
    // By way of the auction, so that the bids of an open one are never read.
    client.query<{ auction_id: number; service_station_id: number; amount: number }>({
      name: 'desk-own',
      text: `
        select p.auction_id, p.service_station_id, own.amount
        from (
          select distinct * from unnest($1::integer[], $2::integer[]) as p(auction_id, service_station_id)
        ) p
        join auctions a on a.id = p.auction_id and a.id = any($1::integer[]) and a.hidden_bids
        cross join lateral (
          select b.amount
          from bids b
          where b.service_station_id = p.service_station_id and b.auction_id = a.id
            and b.removed_at is null
          order by b.amount desc
          limit 1
        ) own`,
      values: [batch.map((request) => request.auction_id), stations],
    }),
    keyed.length === 0
      ? null
      : client.query<BidAnswer & { user_id: number; key: string; request: string }>({
          name: 'desk-given',
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
    strangers.length === 0
      ? null
      : client.query<{ user_id: number }>({
          name: 'desk-terms',
          text: 'select user_id from accepted_terms where version = $1 and user_id = any($2::integer[])',
          values: [TERMS_VERSION, strangers.map((request) => request.viewer.user_id)],
        }),
  ]).catch((error) => {
    const LOCK_NOT_AVAILABLE = '55P03';
    throw error.code === LOCK_NOT_AVAILABLE ? new LockTimeout() : error;
  });
  const got = new Set(locked.rows.map((row) => row.auction_id));
  const all = new Set(auctions.rows.map((row) => row.auction_id));
  return {
    isLocked: (auction) => got.has(auction) || !all.has(auction),
    facts: {
      now: auctions.rows[0]?.now.getTime() ?? 0,
      auctions: new Map(auctions.rows.map((row) => [row.auction_id, toDeskAuction(row)])),
      changed_callers: new Map(),
      own: new Map(
        own.rows.map((row) => [ownKey(row.auction_id, row.service_station_id), row.amount]),
      ),
      accepted_terms: new Set([
        ...batch
          .filter((request) => request.viewer.has_accepted_terms)
          .map((request) => request.viewer.user_id),
        ...(terms?.rows.map((row) => row.user_id) ?? []),
      ]),
    },
    given: new Map(given?.rows.map((row) => [keyOf(row.user_id, row.key), row])),
  };
}

/**
 * What these callers no longer are that they were when they called, by session: nobody, as a rule. Null for one
 * whose session has ended, with its user's account and its station.
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

function toDeskAuction({ now, closed, ...row }: AuctionFacts): DeskAuction {
  return {
    ...row,
    start_dt: row.start_dt.getTime(),
    // What is closed has ended, also by a clock that was turned back.
    end_dt: Math.min(row.end_dt.getTime(), closed ? now.getTime() : Number.POSITIVE_INFINITY),
    changed_at: row.changed_at.getTime(),
    end_changed_at: row.end_changed_at.getTime(),
    touched: false,
    new_bidder_ids: [],
  };
}

/** What a batch leaves behind. */
export interface DeskOutcome {
  bids: AcceptedBid[];
  /** Users who accepted the terms with a bid that was accepted. */
  terms: number[];
  answers: { user_id: number; key: string; request: string; answer: BidAnswer }[];
}

/** Writes all of it in one statement, and commits behind it without waiting in between. */
export async function writeAndCommit(
  client: pg.Client,
  facts: DeskFacts,
  outcome: DeskOutcome,
): Promise<void> {
  const { bids, answers } = outcome;
  const touched = [...facts.auctions.values()].filter((auction) => auction.touched);
  const writes = [];
  if (bids.length > 0) {
    writes.push(
      client.query({
        name: 'desk-bids',
        text: `
          with written as (
            insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at,
              end_before, end_after)
            select auction_id, id, station, person, amount, minimum, $7::timestamptz, end_before, end_after
            from unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::integer[],
              $6::integer[], $8::timestamptz[], $9::timestamptz[])
              as b(auction_id, id, station, person, amount, minimum, end_before, end_after)
          ), restated as (
            update auction_standings s
            set end_dt = t.end_dt, bid_count = t.bid_count, highest_bid = t.highest_bid,
              leading_bid_id = t.leading_bid_id, last_bid_id = t.last_bid_id, changed_at = t.changed_at,
              end_changed_at = t.end_changed_at,
              bidder_ids = case when t.new_bidder_ids = '{}' then s.bidder_ids
                else s.bidder_ids || t.new_bidder_ids::integer[] end
            from unnest($10::integer[], $11::timestamptz[], $12::integer[], $13::integer[], $14::integer[],
              $15::integer[], $16::timestamptz[], $17::timestamptz[], $19::text[])
              as t(auction_id, end_dt, bid_count, highest_bid, leading_bid_id, last_bid_id, changed_at,
                end_changed_at, new_bidder_ids)
            where s.auction_id = t.auction_id and s.auction_id = any($10::integer[])
          )
          select pg_notify('standings', payload) from unnest($18::text[]) as payload`,
        values: [
          bids.map((bid) => bid.auction_id),
          bids.map((bid) => bid.id),
          bids.map((bid) => bid.service_station_id),
          bids.map((bid) => bid.user_id),
          bids.map((bid) => bid.amount),
          bids.map((bid) => bid.minimum),
          iso(facts.now),
          bids.map((bid) => iso(bid.end_before)),
          bids.map((bid) => iso(bid.end_after)),
          touched.map((auction) => auction.auction_id),
          touched.map((auction) => iso(auction.end_dt)),
          touched.map((auction) => auction.bid_count),
          touched.map((auction) => auction.highest_bid),
          touched.map((auction) => auction.leading_bid_id),
          touched.map((auction) => auction.last_bid_id),
          touched.map((auction) => iso(auction.changed_at)),
          touched.map((auction) => iso(auction.end_changed_at)),
          noticePayloads({
            ids: touched.map((auction) => auction.auction_id),
            ends: touched
              .filter((auction) => auction.end_changed_at === auction.changed_at)
              .map((auction) => auction.auction_id),
            own: bids.map((bid) => [bid.auction_id, bid.service_station_id]),
          }),
          touched.map((auction) => `{${auction.new_bidder_ids.join()}}`),
        ],
      }),
    );
  }
  if (answers.length > 0) {
    writes.push(
      client.query({
        name: 'desk-answers',
        text: `
          insert into idempotency_keys (user_id, key, request, status, body)
          select * from unnest($1::integer[], $2::text[], $3::text[], $4::smallint[], $5::json[])`,
        values: [
          answers.map((given) => given.user_id),
          answers.map((given) => given.key),
          answers.map((given) => given.request),
          answers.map((given) => given.answer.status),
          answers.map((given) => JSON.stringify(given.answer.body)),
        ],
      }),
    );
  }
  if (outcome.terms.length > 0) {
    writes.push(
      client.query({
        name: 'desk-accept-terms',
        text: `
          insert into accepted_terms (user_id, version)
          select distinct person, $2 from unnest($1::integer[]) as p(person)
          on conflict do nothing`,
        values: [outcome.terms, TERMS_VERSION],
      }),
    );
  }
  const results = await Promise.allSettled([...writes, client.query('commit')]);
  const committed = results.pop() as PromiseSettledResult<pg.QueryResult>;
  // Whatever else failed: without an answer to the commit nobody knows whether the bids stand.
  if (committed.status === 'rejected') {
    throw new UnknownOutcome('The commit was not answered.', { cause: committed.reason });
  }
  if (committed.value.command === 'COMMIT') return;
  throw results.find((result) => result.status === 'rejected')?.reason;
}

/** The commit may or may not have happened. */
export class UnknownOutcome extends Error {}

const iso = (millis: number) => new Date(millis).toISOString();
