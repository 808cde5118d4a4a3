import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { addAuctions, makeBulkWorld } from '../../../test/auctions/bulk-world.ts';
import { makeStaff } from '../../../test/factories.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';

let node: TestNode;
let root: number;
let bidder: { id: number; service_station_id: number };
let client: pg.Client;
before(async () => {
  node = await startTestNode();
  // As the owner of the tables, who may run `analyze`.
  const db = node.owner;
  const { bidders } = await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 1 });
  await addAuctions(db, 6_000);
  root = await makeStaff(db, null, 30);
  bidder = await db
    .selectFrom('users')
    .select(['id', sql<number>`service_station_id`.as('service_station_id')])
    .where('id', '=', bidders[0]!)
    .executeTakeFirstOrThrow();
  // Of the ended auctions, the station has bid on a few adjacent ones and on some scattered ones.
  await sql`
    with own as (
      update auction_standings set bidder_ids = array[${bidder.service_station_id}::integer]
      where closed_at is not null and bid_count > 0 and (auction_id < 400 or auction_id % 30 = 1)
      returning auction_id, end_dt, highest_bid
    )
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
    select auction_id, 1, ${bidder.service_station_id}, ${bidder.id}, highest_bid, 1, end_dt - interval '1 hour',
      end_dt, end_dt
    from own`.execute(db);
  client = new pg.Client({ connectionString: node.databaseUrl });
  await client.connect();
});
after(async () => {
  await client?.end();
  await node?.stop();
});

/** Reads every auction of a list, page by page. */
async function readAll(user: number, query: string): Promise<number[]> {
  const ids: number[] = [];
  let next: string | null = `/api/auctions?${query}`;
  while (next !== null) {
    const { status, body } = await node.call(user, 'GET', next);
    assert.equal(status, 200);
    ids.push(...body.results.map(({ id }: { id: number }) => id));
    next = body.next;
  }
  return ids;
}

// The first match is within the rows of the first scan for some of these, and after them for others. Ended auctions are
// scanned to a different position than active ones.
for (const [query, condition, order] of [
  ['ordering=manufacturer&q=toyota', "a.words @@ search_query('toyota')", 'a.manufacturer, a.id'],
  [
    'ordering=-number&manufacturer=saab',
    "a.manufacturer = 'Saab'",
    'a.number collate counted desc, a.id desc',
  ],
  ['ordering=manufacturer&manufacturer=o', "a.manufacturer like '%o%'", 'a.manufacturer, a.id'],
  ['ordering=staging_area_name', 'true', 'a.staging_area_name, a.id'],
  [
    'model=modell+96',
    "a.model = 'Modell 96'",
    's.closed_at is not null, case when s.closed_at is null then s.end_dt end, s.end_dt desc',
  ],
  ['ordering=end_dt&q=mahogny', "a.words @@ search_query('mahogny')", 's.end_dt, s.auction_id'],
] as const) {
  test(`LIST-3, LIST-4, ROLE-17 scanned or looked up, every match comes once, in order: ${query}`, async () => {
    const { rows: all } = await client.query<{ id: number; is_own: boolean; is_past: boolean }>(
      `select a.id, $1 = any(s.bidder_ids) as is_own, s.closed_at is not null as is_past
       from auctions a join auction_standings s on s.auction_id = a.id
       where ${condition} order by ${order}`,
      [bidder.service_station_id],
    );
    const idsOf = (some: typeof all) => some.map(({ id }) => id);
    assert.deepEqual(await readAll(root, query), idsOf(all));
    const theirs = all.filter((row) => row.is_own || !row.is_past);
    assert.deepEqual(await readAll(bidder.id, query), idsOf(theirs));
  });
}
