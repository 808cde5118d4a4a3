import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import type pg from 'pg';
import { noticePayloads } from '../live/standings-notice.ts';
import type { BatchWrites } from './desk-batch.ts';
import type { AcceptedBid, DeskAuction, DeskFacts } from './desk-decisions.ts';

export class UnknownOutcome extends Error {}

/**
 * Writes the results of a batch and commits without waiting in between. Throws `UnknownOutcome` if the commit was
 * not answered. Throws the failed write's error otherwise; then nothing is written.
 */
export async function writeAndCommit(
  client: pg.Client,
  facts: DeskFacts,
  { bids, answers, terms }: BatchWrites,
): Promise<void> {
  const writes = [];
  if (bids.length > 0) writes.push(writeBids(client, facts, bids));
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
function writeBids(client: pg.Client, { auctions }: DeskFacts, bids: AcceptedBid[]) {
  const touched = [...auctions.values()].filter((auction) => auction.touched);
  return client.query({
    name: 'desk-bids',
    text: `
      with written as (
        insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, end_before,
          end_after, placed_at)
        select auction_id, id, station, person, amount, minimum, end_before, end_after, placed_at
        from unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::integer[],
          $6::integer[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[])
          as b(auction_id, id, station, person, amount, minimum, end_before, end_after, placed_at)
      ), restated as (
        update auction_standings s
        set end_dt = t.end_dt, bid_count = t.bid_count, highest_bid = t.highest_bid,
          leading_bid_id = t.leading_bid_id, last_bid_id = t.last_bid_id, changed_at = t.changed_at,
          end_changed_at = t.end_changed_at,
          bidder_ids = case when t.new_bidder_ids = '{}' then s.bidder_ids
            else s.bidder_ids || t.new_bidder_ids::integer[] end
        from unnest($10::integer[], $11::integer[], $12::integer[], $13::integer[], $14::integer[],
          $15::timestamptz[], $16::timestamptz[], $17::timestamptz[], $18::text[])
          as t(auction_id, bid_count, highest_bid, leading_bid_id, last_bid_id, end_dt, changed_at,
            end_changed_at, new_bidder_ids)
        where s.auction_id = t.auction_id and s.auction_id = any($10::integer[])
      )
      select pg_notify('standings', payload) from unnest($19::text[]) as payload`,
    values: [
      ...columns(bids, ['auction_id', 'id', 'service_station_id', 'user_id', 'amount', 'minimum']),
      ...instants(bids, ['end_before', 'end_after', 'placed_at']),
      ...columns(touched, [
        'auction_id',
        'bid_count',
        'highest_bid',
        'leading_bid_id',
        'last_bid_id',
      ]),
      ...instants(touched, ['end_dt', 'changed_at', 'end_changed_at']),
      touched.map((auction) => `{${auction.new_bidder_ids.join()}}`),
      noticesOf(touched, bids),
    ],
  });
}

function noticesOf(touched: DeskAuction[], bids: AcceptedBid[]): string[] {
  const idsOf = (auctions: DeskAuction[]) => auctions.map((auction) => auction.auction_id);
  return noticePayloads({
    ids: idsOf(touched),
    ends: idsOf(touched.filter((auction) => auction.end_changed_at === auction.changed_at)),
    own: bids.map((bid) => [bid.auction_id, bid.service_station_id]),
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
