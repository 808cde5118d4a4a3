import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { makeBulkWorld } from '../test/auctions/bulk-world.ts';
import { prepareWave, readWave, type Wave } from '../test/auctions/end-wave.ts';
import { eventually } from '../test/eventually.ts';
import { makeCompany, makeStaff } from '../test/factories.ts';
import { startSmtpDouble } from '../test/smtp-double.ts';
import { startTestNode } from '../test/test-node.ts';
import { issueCode } from './auth/login-code.ts';
import { openJobs } from './jobs/queue.ts';
import { countWhile } from './jobs/under-way.ts';
import { startWorker } from './worker.ts';

/** Several transactions. */
const AUCTIONS = 500;

let auctions: number[];
/** State of the wave when the first email was taken. */
let first: Promise<Wave> | undefined;

const mail = await startSmtpDouble(
  () => 'taken',
  () => {
    first ??= readWave(node.context.pool.db, auctions);
  },
);
const node = await startTestNode();
const jobs = await openJobs(node.databaseUrl, { work: true });
/** Emails wait without a limit, so that a slow machine does not change the result. */
const worker = await startWorker(
  { ...node.context, jobs },
  { smtpUrl: mail.url, log: node.app.log, makesWayMs: 600_000 },
);
after(async () => {
  await worker.stop();
  await node.stop();
  await mail.stop();
});

test('AUC-11 when many auctions end at once, all are closed before the first email is sent', async () => {
  const { db } = node.context.pool;
  ({ spread: auctions } = await makeBulkWorld(db, { bidders: 2, hot: 0, spread: AUCTIONS }));
  await prepareWave(db, auctions, { watchers: 1, starts_in_s: -1 });
  const wave = await eventually(async () => {
    assert.ok(first);
    return first;
  });
  assert.equal(wave.open, 0);
  assert.ok(wave.waiting > 0);
});

test('MAIL-2, AUTH-4 a login code does not wait for the closing, unlike other emails', async () => {
  const { db } = node.context.pool;
  // Drop the queued emails of the wave; wait for those being sent.
  await sql`delete from pgboss.job where name = 'mail' and state <> 'active'`.execute(node.owner);
  await eventually(async () => assert.equal((await readWave(db, auctions)).waiting, 0));
  const user = await makeStaff(db, await makeCompany(db), 20, { email: 'ek@prov.example' });
  const { rows } = await sql<{ station: number }>`
    select service_station_id as station from alerts where auction_id = ${auctions[0]!}`.execute(
    db,
  );
  const ended = { kind: 'ended', auction_id: auctions[0]!, service_station_id: rows[0]!.station };
  const before = mail.arrivals.length;
  await db.transaction().execute(async (holder) => {
    await sql`lock table auction_standings in exclusive mode`.execute(holder);
    await eventually(async () => {
      const held = await sql`
        select from pg_locks
        where relation = 'auction_standings'::regclass and not granted`.execute(db);
      assert.ok(held.rows.length > 0, 'the closing is held up');
    });
    await db.transaction().execute((tx) => node.context.jobs.send(tx, 'mail', ended));
    await db.transaction().execute((tx) => issueCode(node.context, tx, user));
    await eventually(async () => assert.ok(mail.arrivals.length > before));
  });
  assert.equal(mail.arrivals[before]!.to, 'ek@prov.example');
});

test('MAIL-2, AUTH-4 an email waits while its node handles a bid, a login code does not', async () => {
  const { db } = node.context.pool;
  const { bidding } = node.context;
  await eventually(async () => assert.equal((await readWave(db, auctions)).waiting, 0));
  const user = await makeStaff(db, await makeCompany(db), 20, { email: 'alm@prov.example' });
  const { rows } = await sql<{ station: number }>`
    select service_station_id as station from alerts where auction_id = ${auctions[1]!}`.execute(
    db,
  );
  const ended = { kind: 'ended', auction_id: auctions[1]!, service_station_id: rows[0]!.station };
  const before = mail.arrivals.length;
  await countWhile(bidding, async () => {
    await db.transaction().execute((tx) => node.context.jobs.send(tx, 'mail', ended));
    await db.transaction().execute((tx) => issueCode(node.context, tx, user));
    await eventually(async () => assert.ok(mail.arrivals.length > before));
  });
  await eventually(async () => assert.equal(mail.arrivals.length, before + 2));
  assert.equal(mail.arrivals[before]!.to, 'alm@prov.example');
});

test('MAIL-2 a bid counts as in progress from request to reply', async () => {
  const { db } = node.context.pool;
  const { bidding } = node.context;
  const { bidders, hot } = await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 0 });
  let isAnswered = false;
  const answered = node
    .call(bidders[0]!, 'POST', `/api/auctions/${hot[0]}/bids`, { bid: 1_000 })
    .finally(() => {
      isAnswered = true;
    });
  const counts = new Set<number>();
  while (!isAnswered) {
    counts.add(Atomics.load(bidding, 0));
    await new Promise(setImmediate);
  }
  assert.equal((await answered).status, 201);
  assert.deepEqual([...counts, Atomics.load(bidding, 0)].slice(0, 3), [0, 1, 0]);
});
