import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { addAuctions, makeBulkWorld } from '../../../test/auctions/bulk-world.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';

let node: TestNode;
let client: pg.Client;
let bidder: { id: number; service_station_id: number };

before(async () => {
  node = await startTestNode();
  // As the owner of the tables, who may run `analyze`.
  const db = node.owner;
  const { bidders } = await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 1 });
  await addAuctions(db, 3_000);
  bidder = await db
    .selectFrom('users')
    .select(['id', sql<number>`service_station_id`.as('service_station_id')])
    .where('id', '=', bidders[0]!)
    .executeTakeFirstOrThrow();
  // Every other auction is sealed, and the station has bid twice on two thirds of those with bids. Some have
  // their higher bid removed, some both.
  await sql`update auctions set hidden_bids = true where id % 4 > 1`.execute(db);
  await sql`
    with own as (
      update auction_standings set bidder_ids = array[${bidder.service_station_id}::integer]
      where bid_count > 0 and auction_id % 3 > 0
      returning auction_id, end_dt, highest_bid
    )
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after,
      removed_at, removed_by)
    select auction_id, n, ${bidder.service_station_id}, ${bidder.id}, least(highest_bid, 1 + n * (auction_id::bigint * 7919 % 60000)), 1,
      end_dt - interval '1 hour', end_dt, end_dt, removed, case when removed is not null then ${bidder.id}::integer end
    from own, generate_series(1, 2) n,
      lateral (select case when auction_id % 17 = 0 and n = 2 or auction_id % 19 = 0 then end_dt - interval '1 minute' end as removed) r`.execute(
    db,
  );
  client = new pg.Client({ connectionString: node.databaseUrl });
  await client.connect();
});
after(async () => {
  await client?.end();
  await node?.stop();
});

/** Reads every auction of a list, page by page. */
async function readAll(path: string): Promise<number[]> {
  const ids: number[] = [];
  let next: string | null = path;
  while (next !== null) {
    const { status, body } = await node.call(bidder.id, 'GET', next);
    assert.equal(status, 200);
    ids.push(...body.results.map(({ id }: { id: number }) => id));
    next = body.next;
  }
  return ids;
}

for (const [direction, ordering] of [
  ['asc', 'bid_highest'],
  ['desc', '-bid_highest'],
] as const) {
  for (const [state, query, condition] of [
    ['all auctions', '', 'true'],
    ['active auctions', '&is_active=1', 's.closed_at is null'],
    ['ended auctions', '&is_active=0&has_started=1', 's.closed_at is not null'],
    ['auctions with a search word', '&q=toyota', "a.words @@ search_query('toyota')"],
    [
      'active auctions with a search word',
      '&is_active=1&q=toyota',
      "s.closed_at is null and a.words @@ search_query('toyota')",
    ],
  ] as const) {
    test(`LIST-3, LIST-4, AUC-13 by «${ordering}» a station gets ${state} once, sealed auctions by its own bid`, async () => {
      const { rows } = await client.query<{ id: number }>(
        `select a.id
         from auctions a join auction_standings s on s.auction_id = a.id,
           lateral (select max(amount) as own from bids b
             where b.auction_id = a.id and b.service_station_id = $1 and b.removed_at is null) o,
           lateral (select case when a.hidden_bids then own else s.highest_bid end as known) k
         where ${condition} and (s.closed_at is null or $1 = any(s.bidder_ids))
         order by known ${direction} nulls last, case when known is null then a.id end, a.id ${direction}`,
        [bidder.service_station_id],
      );
      assert.ok(rows.length > 100);
      const expected = rows.map(({ id }) => id);
      assert.deepEqual(await readAll(`/api/auctions?ordering=${ordering}${query}`), expected);
    });
  }
}
