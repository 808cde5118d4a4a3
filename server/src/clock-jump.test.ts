import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { eventually } from '../test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../test/factories.ts';
import { openTestNode, TEST_SECRET } from '../test/test-node.ts';
import { readForStation } from './auctions/emails/station-facts.ts';
import { closeEnded } from './auctions/lifecycle/close-ended.ts';
import { checkCode, issueCode } from './auth/login-code.ts';
import { openLimits } from './http/limits.ts';
import { deriveKey, unseal } from './keys.ts';
import { openClockGuard, watchClock } from './operation/clock.ts';

const HOUR_S = 3_600;

let company: number;

// Its worker closes auctions; no email is due.
const { node, db } = await openTestNode({ smtpUrl: 'smtp://127.0.0.1:9' });

company = await makeCompany(db);
const creator = await makeStaff(db, company);
await sql`create table clock (ahead interval not null)`.execute(node.owner);
await sql`grant select, update on clock to public`.execute(node.owner);
await sql`insert into clock values ('0')`.execute(node.owner);
await sql`
  create or replace function now_ms() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp() + (select ahead from clock))`.execute(
  node.owner,
);

const jump = (seconds: number) =>
  sql`update clock set ahead = make_interval(secs => ${seconds})`.execute(db);
const closed = async (ids: number[]) => {
  const { rows } = await sql<{ closed: number }>`
    select count(*) as closed from auction_standings
    where auction_id = any(${ids}::integer[]) and closed_at is not null`.execute(db);
  return rows[0]!.closed;
};

test('OPS-5 a clock two hours ahead for some seconds does not close auctions that have an hour left', async () => {
  const ids = [];
  for (let n = 0; n < 20; n++) ids.push(await makeAuction(db, { company, creator, ends: HOUR_S }));
  await jump(2 * HOUR_S);
  await pause(2_500);
  assert.equal(await closed(ids), 0);
  await jump(0);
  const due = await makeAuction(db, { company, creator, ends: 0 });
  await eventually(async () => assert.equal(await closed([due]), 1));
  assert.equal(await closed(ids), 0);
});

test('OPS-5 a clock that jumps between the check and the closing closes nothing', async () => {
  const ids = [await makeAuction(db, { company, creator, ends: HOUR_S })];
  const log = { error() {}, warn() {}, info() {} };
  const guard = openClockGuard(node.context.pool, { log, trustsDatabase: false });
  assert.equal(await guard.isRight(), true);
  await jump(2 * HOUR_S);
  assert.equal(await closeEnded(node.context, { isRight: guard.judge }), 0);
  await jump(0);
  assert.equal(await closed(ids), 0);
});

test('OPS-5 a bid after the clock went back is not placed before the previous one', async () => {
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

test('OPS-5 an auction closed by a clock that was ahead has ended everywhere, although its end is in the future', async () => {
  const other = await makeCompany(db);
  const manager = await makeStaff(db, other);
  const bidder = await makeStation(db, other);
  const add = (number: string, ends: number) =>
    makeAuction(db, { company: other, creator: manager, number, ends });
  const runs = await add('RUNS', HOUR_S);
  const early = await add('EARLY', 2 * HOUR_S);
  const past = await add('PAST', -HOUR_S);
  const url = `/api/auctions/${early}/bids`;
  assert.equal((await node.call(bidder.user_id, 'POST', url, { bid: 1_000 })).status, 201);
  for (const table of ['auctions', 'auction_standings']) {
    const id = sql.ref(table === 'auctions' ? 'id' : 'auction_id');
    await sql`update ${sql.table(table)} set closed_at = now_ms() where ${id} = ${early}`.execute(
      db,
    );
  }
  const says = async (user: number, path: string) => (await node.call(user, 'GET', path)).body;
  const ids = async (user: number, path: string) =>
    (await says(user, path)).results.map(({ id }: { id: number }) => id);

  for (const user of [manager, bidder.user_id]) {
    const { is_active, has_started, sale_status } = await says(user, `/api/auctions/${early}`);
    assert.deepEqual([is_active, has_started, sale_status], [false, true, 'pending']);
  }
  for (const ordering of ['', '&ordering=-end_dt', '&ordering=-manufacturer']) {
    const list = (state: string) => ids(manager, `/api/auctions?${state}${ordering}`);
    assert.deepEqual(await list('is_active=1'), [runs]);
    assert.deepEqual((await list('is_active=0&has_started=1')).toSorted(), [early, past]);
    assert.equal((await list('')).length, 3);
  }
  assert.deepEqual(await ids(bidder.user_id, '/api/my-auctions?is_active=1'), []);
  assert.deepEqual(await ids(bidder.user_id, '/api/my-auctions'), [early]);
  assert.deepEqual(await says(manager, '/api/auctions/counts'), {
    active: 1,
    upcoming: 0,
    ended: 2,
  });
  assert.equal((await says(manager, '/api/statistics')).ongoing_auctions, 1);

  const more = [];
  for (let n = 0; n < 23; n++) more.push(await add(`MORE-${n}`, HOUR_S + 60 + n));
  const first = await says(manager, '/api/auctions');
  const paged = [...first.results, ...(await says(manager, first.next)).results];
  assert.deepEqual(
    paged.map(({ id }: { id: number }) => id),
    [runs, ...more, early, past],
  );
  assert.equal(
    await readForStation(node.context, {
      auction_id: early,
      service_station_id: bidder.id,
    }).then((f) => f?.is_active),
    false,
  );
});

test('OPS-5 a node that starts while the clock is ahead waits until it is right, or the operator vouches for it', async () => {
  const logged: string[] = [];
  const write = (_values: object, sentence: string) => logged.push(sentence);
  const log = { error: write, warn: write, info: write };
  await jump(60);
  const { pool } = node.context;
  const guard = openClockGuard(pool, { log, trustsDatabase: false });
  assert.deepEqual([await guard.isRight(), await guard.isRight()], [false, false]);
  assert.equal(logged.length, 1);
  assert.equal(await openClockGuard(pool, { log, trustsDatabase: true }).isRight(), true);
  await jump(0);
  assert.equal(await guard.isRight(), true);
  assert.match(logged.at(-1)!, /right again/);
});

test('OPS-5 a node with a fast clock notices the database’s jump, and a slow database that is corrected', async (t) => {
  const log = { error() {}, warn() {}, info() {} };
  const open = () => openClockGuard(node.context.pool, { log, trustsDatabase: false });
  t.mock.method(Date, 'now', () => performance.timeOrigin + performance.now() + 3 * HOUR_S * 1000);
  const fast = open();
  assert.equal(await fast.isRight(), true);
  await jump(2 * HOUR_S);
  assert.equal(await fast.isRight(), false);
  t.mock.restoreAll();
  await jump(-HOUR_S);
  const early = open();
  assert.equal(await early.isRight(), true);
  await jump(0);
  assert.equal(await early.isRight(), true);
});

test('OPS-5, LIMIT-1 limits used while the clock was ahead lock nobody out when it is corrected, or goes back', async () => {
  const { pool } = node.context;
  const limits = openLimits(pool);
  const limit = { name: 'by a clock that jumps', burst: 3, every_s: 10 };
  const takeAll = async (key: string) => {
    let taken = 0;
    while ((await limits.take(limit, key)) === 0) taken++;
    return taken;
  };
  await jump(2 * HOUR_S);
  assert.equal(await limits.take(limit, 'ahead'), 0);
  await jump(0);
  assert.equal(await takeAll('ahead'), 3);
  await limits.take(limit, 'back');
  await jump(-HOUR_S);
  assert.equal(await takeAll('back'), 3);
  await jump(0);
});

test('OPS-5, AUTH-4 a code is not valid for longer than its minutes, whichever way the clock jumps', async () => {
  const { context } = node;
  const begin = (user: number) =>
    db.transaction().execute(async (tx) => {
      const challenge = await issueCode(context, tx, user);
      const { rows } = await sql<{ sealed: string }>`
        select data->>'sealed_code' as sealed from pgboss.job
        where data->>'kind' = 'login-code' order by created_on desc limit 1`.execute(tx);
      return { challenge, code: unseal(deriveKey(TEST_SECRET, 'seal'), rows[0]!.sealed) };
    });
  const isTaken = ({ challenge, code }: { challenge: string; code: string }) => {
    const place = { device: null, address: '198.18.0.1' };
    return db
      .transaction()
      .execute(async (tx) => (await checkCode(context, tx, challenge, code, null, place)) !== null);
  };
  const [one, other, third] = [
    await makeStaff(db, company),
    await makeStaff(db, company),
    await makeStaff(db, company),
  ];
  const before = await begin(one);
  await jump(2 * HOUR_S);
  assert.equal(await isTaken(before), false);
  const ahead = await begin(other);
  assert.equal(await isTaken(ahead), true);
  await jump(0);
  assert.deepEqual([await isTaken(before), await isTaken(ahead)], [true, false]);
  assert.equal(await isTaken(await begin(third)), true);
  // A clock that steps back to the right time does not lock anybody out.
  await jump(-30);
  assert.equal(await isTaken(before), true);
  await jump(0);
});

test('OPS-5, AUTH-8 tabs that renew while the clock goes back stay logged in, and reuse of an older token still ends the session', async () => {
  const first = await node.logIn(await makeStaff(db, company));
  const renew = (refresh: string) =>
    node.sessions.rotate(refresh, { ip: null, user_agent: 'test' });
  await jump(2 * HOUR_S);
  const second = await renew(first.refresh);
  await jump(0);
  assert.equal((await renew(first.refresh))?.refresh, second!.refresh);
  const third = await renew(second!.refresh);
  assert.equal((await renew(second!.refresh))?.refresh, third!.refresh);
  assert.equal(await renew(first.refresh), null);
  assert.equal(await node.sessions.find(third!.access), null);
});

test('OPS-5 a node logs that the clocks differ, whichever is ahead, and when they agree again', async (t) => {
  const lines: string[] = [];
  const write = (_values: object, sentence: string) => void lines.push(sentence);
  await jump(0);
  const watch = watchClock(node.context.pool, { warn: write, info: write }, { check_ms: 20 });
  t.after(() => watch.stop());
  const expectLogged = async (sentence: string) => {
    await eventually(async () => assert.equal(lines.length, 1));
    assert.equal(lines.pop(), sentence);
  };
  assert.ok(Math.abs(await watch.offset_s()) < 1);
  await jump(300);
  await expectLogged("the database's clock is 300 s ahead of this machine's: one of them is wrong");
  assert.ok(Math.abs((await watch.offset_s()) - 300) < 1);
  await jump(0);
  await expectLogged("this machine's clock and the database's agree again");
  await jump(-300);
  await expectLogged("the database's clock is 300 s behind this machine's: one of them is wrong");
  await jump(0);
  await expectLogged("this machine's clock and the database's agree again");
});
