import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { LIVE_CLOSE, LIVE_PATH } from '@restvarde/contract/live';
import { sql } from 'kysely';
import type pg from 'pg';
import { openProxy } from '../../test/cuttable-proxy.ts';
import { eventually } from '../../test/eventually.ts';
import { listen, openReadySocket } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { startSmtpDouble } from '../../test/smtp-double.ts';
import { startTestNode } from '../../test/test-node.ts';
import { sendPasswordChangedEmail } from '../auth/emails/password-changed-job.ts';
import { openPool } from './pool.ts';

const mail = await startSmtpDouble(() => 'taken');
/** A second node, whose connections stay up. */
const well = await startTestNode();
const proxy = await openProxy(well.databaseUrl);
const node = await startTestNode({ databaseUrl: proxy.url, smtpUrl: mail.url });

after(async () => {
  await proxy.cut();
  await node.stop();
  await well.stop();
  await mail.stop();
});

test('LIVE-2, OPS-10, MAIL-2, AUC-11 a node whose connections have all gone silent notices, and does all its work on new ones', async () => {
  const { db } = well.context.pool;
  const { ada, bo, manager, makeOpen } = await makeSeller(well);
  const auction = await makeOpen();
  await ada.place(auction, 1_000, { on: node });
  const stale = await openReadySocket(await listen(node), LIVE_PATH.auctions, bo.access);
  proxy.forget();
  const ends = await makeOpen({ ends: 1 });
  await db.transaction().execute((tx) => sendPasswordChangedEmail(well.context, tx, manager));
  await ada.place(auction, 2_000);
  await Promise.all([
    eventually(async () => {
      assert.equal(stale.socket.readyState, stale.socket.CLOSED);
    }).then(async () => assert.equal(await stale.closed, LIVE_CLOSE.restart)),
    eventually(async () => {
      assert.equal((await bo.bid(auction, 3_000, { on: node })).status, 201);
    }),
    eventually(async () => assert.equal(mail.arrivals.length, 1)),
    eventually(async () => {
      const { closed_at } = await db
        .selectFrom('auction_standings')
        .select('closed_at')
        .where('auction_id', '=', ends)
        .executeTakeFirstOrThrow();
      assert.notEqual(closed_at, null);
    }),
  ]);
  // Lists too, on each pooled connection.
  await eventually(async () => {
    const lists = Array.from({ length: 12 }, () => node.call(manager, 'GET', '/api/auctions'));
    for (const { status } of await Promise.all(lists)) assert.equal(status, 200);
  });
  assert.equal((await node.call(null, 'GET', '/readyz')).status, 200);
});

test('OPS-10 once one line is dead, no other connection that died with it is reused', async () => {
  const pool = openPool(proxy.url, 6);
  const askAll = () => Promise.all(Array.from({ length: 6 }, () => pool.pg.query('select 1')));
  await askAll();
  proxy.forget();
  await assert.rejects(pool.pg.query('select 1'));
  // Each query would be lost with its connection.
  await askAll();
  await pool.end();
});

test('OPS-10 a line that dies within a reply is noticed', async () => {
  const pool = openPool(proxy.url, 1, { timeouts: 'background' });
  const client = await pool.pg.connect();
  const stream = (client as pg.PoolClient & pg.Client).connection.stream as Socket;
  const heard = stream.bytesRead;
  const query = client.query(
    `select repeat('x', 20000), pg_sleep(n * 3) from generate_series(0, 1) n`,
  );
  const lost = assert.rejects(query);
  await eventually(async () => assert.ok(stream.bytesRead > heard + 8_000));
  proxy.forget();
  await lost;
  client.release(true);
  await pool.end();
});

test('OPS-10 a line that dies during its first query is noticed', async () => {
  const pool = openPool(proxy.url, 1, { timeouts: 'background' });
  // Not by `connect`: a query of the pool is sent as soon as a connection opens.
  const lost = assert.rejects(pool.pg.query('select pg_sleep(60)'));
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where query = 'select pg_sleep(60)'`.execute(well.owner);
    assert.equal(rows.length, 1);
  });
  proxy.forget();
  await lost;
  await pool.end();
});
