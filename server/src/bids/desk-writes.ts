import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import type pg from 'pg';
import { noticePayloads } from '../live/standings-notice.ts';
import type { BatchWrites } from './desk-batch.ts';
import type { DeskAuction, DeskFacts, MaxBidChange } from './desk-decisions.ts';

export class UnknownOutcome extends Error {}

/**
 * Writes the results of a batch and commits without waiting in between. Throws `UnknownOutcome` if the commit was
 * not answered. Throws the failed write's error otherwise; then nothing is written.
 */
export async function writeAndCommit(
  client: pg.Client,
  facts: DeskFacts,
  batch: BatchWrites,
): Promise<void> {
  const { bids, max_bids, answers, terms } = batch;
  const writes = [];
  if (bids.length > 0 || max_bids.length > 0) writes.push(writeBids(client, facts, batch));
  if (max_bids.length > 0) writes.push(writeMaxBids(client, max_bids));
  if (answers.length > 0) writes.push(writeAnswers(client, answers));
  if (terms.length > 0) writes.push(writeTerms(client, terms));
  const results = await Promise.allSettled([...writes, client.query('commit')]);
  const committed = results.pop() as PromiseSettledResult<pg.QueryResult>;
  // Without an answer to the commit, the bids may or may not be stored.
  if (committed.status === 'rejected') {
    throw new UnknownOutcome('The commit was not answered.', { cause: committed.reason });
  }
  if (committed.value.command === 'COMMIT') return;
  throw results.find((result) => result.status === 'rejected')?.reason;
}

/** Writes the bids, the auctions' standings and the notification to all nodes in one statement. */
function writeBids(client: pg.Client, { auctions }: DeskFacts, batch: BatchWrites) {
  const { bids } = batch;
  const changed = [...auctions.values()].filter(
    ({ touched, has_new_max_bid }) => touched || has_new_max_bid,
  );
  return client.query({
    name: 'desk-bids',
    text: `
      with written as (
        insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, is_automatic,
          called_by, end_before, end_after, placed_at)
        select auction_id, id, station, person, amount, minimum, is_automatic, called_by, end_before,
          end_after, placed_at
        from unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::integer[],
          $6::integer[], $7::boolean[], $8::integer[], $9::timestamptz[], $10::timestamptz[],
          $11::timestamptz[])
          as b(auction_id, id, station, person, amount, minimum, is_automatic, called_by, end_before,
            end_after, placed_at)
      ), restated as (
        update auction_standings s
        set end_dt = t.end_dt, bid_count = t.bid_count, highest_bid = t.highest_bid,
          leading_bid_id = t.leading_bid_id, last_bid_id = t.last_bid_id, changed_at = t.changed_at,
          end_changed_at = t.end_changed_at, max_bid = t.max_bid,
          max_bid_station_id = case when t.max_bid is not null then t.leader end,
          max_bid_user_id = t.max_bid_user_id,
          bidder_ids = case when t.new_bidder_ids = '{}' then s.bidder_ids
            else s.bidder_ids || t.new_bidder_ids::integer[] end
        from unnest($12::integer[], $13::integer[], $14::integer[], $15::integer[], $16::integer[],
          $17::integer[], $18::integer[], $19::integer[], $20::timestamptz[], $21::timestamptz[],
          $22::timestamptz[], $23::text[])
          as t(auction_id, bid_count, highest_bid, leading_bid_id, last_bid_id, leader, max_bid,
            max_bid_user_id, end_dt, changed_at, end_changed_at, new_bidder_ids)
        where s.auction_id = t.auction_id and s.auction_id = any($12::integer[])
      )
      select pg_notify('standings', payload) from unnest($24::text[]) as payload`,
    values: [
      ...columns(bids, ['auction_id', 'id', 'service_station_id', 'user_id', 'amount', 'minimum']),
      ...columns(bids, ['is_automatic', 'called_by']),
      ...instants(bids, ['end_before', 'end_after', 'placed_at']),
      ...columns(changed, [
        'auction_id',
        'bid_count',
        'highest_bid',
        'leading_bid_id',
        'last_bid_id',
        'leader',
        'leader_max_bid',
        'max_bid_user_id',
      ]),
      ...instants(changed, ['end_dt', 'changed_at', 'end_changed_at']),
      changed.map((auction) => `{${auction.new_bidder_ids.join()}}`),
      noticesOf(
        changed.filter(({ touched }) => touched),
        batch,
      ),
    ],
  });
}

/** A change of a maximum alone is only for its station (AUTO-6). */
function noticesOf(touched: DeskAuction[], { bids, changed_max_bids }: BatchWrites): string[] {
  const idsOf = (auctions: DeskAuction[]) => auctions.map((auction) => auction.auction_id);
  return noticePayloads({
    ids: idsOf(touched),
    ends: idsOf(touched.filter((auction) => auction.end_changed_at === auction.changed_at)),
    own: bids.map((bid) => [bid.auction_id, bid.service_station_id]),
    ...(changed_max_bids.length > 0 && { max_bids: changed_max_bids }),
  });
}

function writeMaxBids(client: pg.Client, max_bids: MaxBidChange[]) {
  return client.query({
    name: 'desk-max-bids',
    text: `
      insert into max_bids (auction_id, service_station_id, user_id, amount, change)
      select auction_id, station, person, amount, change
      from unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::text[])
        with ordinality as m(auction_id, station, person, amount, change, n)
      order by n`,
    values: columns(max_bids, ['auction_id', 'service_station_id', 'user_id', 'amount', 'change']),
  });
}

function writeAnswers(client: pg.Client, answers: BatchWrites['answers']) {
  return client.query({
    name: 'desk-answers',
    text: `
      insert into idempotency_keys (user_id, key, request, status, body)
      select * from unnest($1::integer[], $2::text[], $3::text[], $4::smallint[], $5::json[])`,
    values: [
      ...columns(answers, ['user_id', 'key', 'request']),
      answers.map(({ answer }) => answer.status),
      answers.map(({ answer }) => JSON.stringify(answer.body)),
    ],
  });
}

function writeTerms(client: pg.Client, users: number[]) {
  return client.query({
    name: 'desk-accept-terms',
    text: `
      insert into accepted_terms (user_id, version)
      select distinct person, $2 from unnest($1::integer[]) as p(person)
      on conflict do nothing`,
    values: [users, TERMS_VERSION],
  });
}

/** Turns rows into columns, for `unnest`. */
function columns<Row, Name extends keyof Row>(rows: Row[], names: Name[]): Row[Name][][] {
  return names.map((name) => rows.map((row) => row[name]));
}

/** Columns of times in milliseconds, as ISO 8601. */
function instants<Name extends string>(rows: Record<Name, number>[], names: Name[]): string[][] {
  return columns(rows, names).map((column) => column.map(iso));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
