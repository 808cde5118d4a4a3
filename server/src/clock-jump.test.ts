import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { eventually } from '../test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../test/factories.ts';
import { startTestNode, type TestNode } from '../test/test-node.ts';
import { openClockGuard } from './operation/clock-guard.ts';

const HOUR_S = 3_600;

describe('a database clock that jumps', () => {
  let node: TestNode;
  let db: TestNode['context']['pool']['db'];
  let company: number;
  let creator: number;

  before(async () => {
    // Its worker closes auctions; no email is due.
    node = await startTestNode({ smtpUrl: 'smtp://127.0.0.1:9' });
    db = node.context.pool.db;
    company = await makeCompany(db);
    creator = await makeStaff(db, company);
    await sql`create table clock (ahead interval not null)`.execute(db);
    await sql`insert into clock values ('0')`.execute(db);
    await sql`
      create or replace function now_ms() returns timestamptz language sql volatile
      return date_trunc('milliseconds', clock_timestamp() + (select ahead from clock))`.execute(db);
  });
  after(() => node?.stop());

  const jump = (seconds: number) =>
    sql`update clock set ahead = make_interval(secs => ${seconds})`.execute(db);
  const closed = async (ids: number[]) => {
    const { rows } = await sql<{ closed: number }>`
      select count(*) as closed from auction_standings
      where auction_id = any(${ids}::integer[]) and closed_at is not null`.execute(db);
    return rows[0]!.closed;
  };

  test('OPS-5 two hours ahead for some seconds closes none of those that have an hour left, and then all goes on', async () => {
    const ids = [];
    for (let n = 0; n < 20; n++)
      ids.push(await makeAuction(db, { company, creator, ends: HOUR_S }));
    await jump(2 * HOUR_S);
    await pause(2_500);
    assert.equal(await closed(ids), 0);
    await jump(0);
    const due = await makeAuction(db, { company, creator, ends: 0 });
    await eventually(async () => assert.equal(await closed([due]), 1));
    assert.equal(await closed(ids), 0);
  });

  test('OPS-5 a bid by a clock that went back is not placed before the one before it', async () => {
    const auction = await makeAuction(db, { company, creator, ends: 2 * HOUR_S });
    const bidders = [await makeStation(db, company), await makeStation(db, company)];
    const bid = (at: number, amount: number) =>
      node.call(bidders[at]!.user_id, 'POST', `/api/auctions/${auction}/bids`, { bid: amount });
    assert.equal((await bid(0, 1_000)).status, 201);
    await jump(-HOUR_S / 2);
    assert.equal((await bid(1, 2_000)).status, 201);
    await jump(0);
    const { rows } = await sql<{ id: number }>`
      select id from bids where auction_id = ${auction} order by placed_at, id`.execute(db);
    assert.deepEqual(
      rows.map(({ id }) => id),
      [1, 2],
    );
    const { rows: times } = await sql<{ later: boolean }>`
      select max(placed_at) - min(placed_at) < interval '1 minute' as later from bids
      where auction_id = ${auction}`.execute(db);
    assert.equal(times[0]!.later, true);
  });

  test('OPS-5 what is closed is not active, though its end should be ahead', async () => {
    const auction = await makeAuction(db, { company, creator, ends: HOUR_S });
    await sql`update auction_standings set closed_at = now_ms() where auction_id = ${auction}`.execute(
      db,
    );
    const { body } = await node.call(creator, 'GET', `/api/auctions/${auction}`);
    assert.equal(body.is_active, false);
  });

  test('OPS-5 a node that starts beside a clock that is ahead waits for it, or for an operator’s word', async () => {
    const said: string[] = [];
    const say = (_values: object, sentence: string) => said.push(sentence);
    const log = { error: say, warn: say, info: say };
    await jump(60);
    const { pool } = node.context;
    const guard = openClockGuard(pool, { log, trustsDatabase: false });
    assert.deepEqual([await guard.isRight(), await guard.isRight()], [false, false]);
    assert.equal(said.length, 1);
    assert.equal(await openClockGuard(pool, { log, trustsDatabase: true }).isRight(), true);
    await jump(0);
    assert.equal(await guard.isRight(), true);
    assert.match(said.at(-1)!, /right again/);
  });
});
