// Runs in its own process: it collects uncaught errors of the process.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { type CuttableProxy, openProxy } from '../../test/cuttable-proxy.ts';
import { eventually } from '../../test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Node, startNode } from '../node.ts';

describe('while the database is unavailable', () => {
  let database: TestDatabase;
  let proxy: CuttableProxy;
  let node: Node;
  let folder: string;
  /** Bypasses the proxy. */
  let direct: pg.Client;
  let auction: number;
  const bearer = { manager: '', station: '' };
  let refresh: string;
  /** Errors that would have ended the process. */
  const uncaught: Error[] = [];
  const keep = (error: Error) => void uncaught.push(error);

  before(async () => {
    process.on('uncaughtException', keep);
    folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
    database = await createTestDatabase();
    proxy = await openProxy(database.url);
    direct = new pg.Client({ connectionString: database.url, application_name: 'test' });
    await direct.connect();
    node = await startNode({
      config: {
        secret: 'a secret for tests that is long enough',
        publicUrl: 'http://localhost:3000',
        mailFrom: 'no-reply@restvarde.example',
        dataDir: folder,
        s3: null,
        logLevel: 'silent',
      },
      databaseUrl: proxy.url,
      smtpUrl: null,
    });
    const { db } = node.context.pool;
    const company = await makeCompany(db);
    const manager = await makeStaff(db, company);
    const station = await makeStation(db, company);
    auction = await makeAuction(db, { company, creator: manager });
    const logIn = (id: number, role: number) =>
      db
        .transaction()
        .execute((tx) => node.sessions.open(tx, { id, role }, { ip: null, user_agent: '' }));
    const [staff, workshop] = [await logIn(manager, 20), await logIn(station.user_id, 10)];
    bearer.manager = `Bearer ${staff.access}`;
    bearer.station = `Bearer ${workshop.access}`;
    refresh = workshop.refresh;
  });
  after(async () => {
    await node?.stop();
    await direct?.end();
    await proxy?.cut();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
    process.off('uncaughtException', keep);
    assert.deepEqual(uncaught, []);
  });

  const calls = {
    list: () => ({ url: '/api/auctions', headers: { authorization: bearer.manager } }),
    detail: () => ({ url: `/api/auctions/${auction}`, headers: { authorization: bearer.station } }),
    bid: (amount: number) => ({
      method: 'POST' as const,
      url: `/api/auctions/${auction}/bids`,
      headers: { authorization: bearer.station },
      payload: { bid: amount },
    }),
    alert: () => ({
      method: 'POST' as const,
      url: `/api/auctions/${auction}/alert`,
      headers: { authorization: bearer.station },
    }),
    cancel: () => ({
      method: 'POST' as const,
      url: `/api/auctions/${auction}/cancel`,
      headers: { authorization: bearer.manager },
    }),
    login: () => ({
      method: 'POST' as const,
      url: '/api/auth/two-factor',
      payload: { email: 'a@b.example', password: 'x' },
    }),
    refresh: () => ({
      method: 'POST' as const,
      url: '/api/auth/token/refresh',
      payload: { refresh },
    }),
  };
  type Reply = Awaited<ReturnType<typeof send>>;
  const send = (call: InjectOptions) => node.app.inject(call);

  /** Asserts a 503 with Retry-After and a request id. */
  function assertUnavailable(reply: Reply, about: string) {
    assert.equal(reply.statusCode, 503, `${about}: ${reply.statusCode} ${reply.body}`);
    assert.match(String(reply.headers['retry-after']), /^\d+$/, about);
    const { detail, request_id } = reply.json();
    assert.match(detail, /^[A-ZÅÄÖ].+\.$/, about);
    assert.equal(typeof request_id, 'string', about);
  }
  const terminate = (what: string) =>
    direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ${what}`,
    );

  test('API-2 a connection that ends within a transaction causes a 503, and the node keeps running', async () => {
    const other = new pg.Client({ connectionString: database.url, application_name: 'test' });
    await other.connect();
    await other.query('begin');
    await other.query('select from auction_standings where auction_id = $1 for update', [auction]);
    const waiting = send(calls.cancel());
    await eventually(async () => {
      const { rowCount } = await direct.query(
        `select from pg_stat_activity
         where datname = current_database() and application_name = 'restvarde' and wait_event_type = 'Lock'`,
      );
      assert.equal(rowCount, 1);
    });
    await terminate("application_name = 'restvarde'");
    assertUnavailable(await waiting, 'cancel');
    await other.query('rollback');
    await other.end();
    // The pool may not yet know that its idle connections have ended.
    await eventually(async () => {
      const page = await send(calls.detail());
      assert.equal(page.statusCode, 200);
      assert.equal(page.json().cancelled, false);
    });
  });

  test('API-2 when all connections end, every call in flight gets its usual answer or a 503', async () => {
    for (let round = 0; round < 3; round++) {
      const inFlight = Array.from({ length: 10 }, (_, one) => [
        send(calls.list()),
        send(calls.detail()),
        send(calls.alert()),
        send(calls.bid(1_000 * (round + 1) + one)),
        send(calls.login()),
      ]).flat();
      await terminate('true');
      for (const reply of await Promise.all(inFlight)) {
        if (reply.statusCode >= 500) assertUnavailable(reply, 'in flight');
      }
      for (const call of [calls.list(), calls.detail(), calls.alert()]) {
        await eventually(async () => assert.ok((await send(call)).statusCode < 300));
      }
      await eventually(async () =>
        assert.equal((await send(calls.bid(100_000 * (round + 1)))).statusCode, 201),
      );
    }
  });

  test('API-2 until the database is back every call gets a 503, and nobody is logged out', async () => {
    // A connection of the pool may just have ended.
    await eventually(async () => assert.equal((await send(calls.list())).statusCode, 200));
    await proxy.cut();
    // Sessions may be cached for a second; lists are not.
    for (const [name, call] of Object.entries({ ...calls, bid: () => calls.bid(900_000) })) {
      assertUnavailable(await send(call()), name);
    }
    assertUnavailable(await send({ url: '/readyz' }), 'readyz');
    assert.equal((await send({ url: '/healthz' })).statusCode, 200);
    await eventually(async () => {
      // Sessions can no longer be read: that is a 503, not a 401.
      assertUnavailable(
        await send({ url: '/api/users/me', headers: { authorization: bearer.manager } }),
        'users/me',
      );
    });

    await proxy.restore();
    for (const call of [calls.list(), calls.detail(), calls.alert(), calls.refresh()]) {
      await eventually(async () => assert.ok((await send(call)).statusCode < 300));
    }
    await eventually(async () => assert.equal((await send(calls.bid(950_000))).statusCode, 201));
    await eventually(async () => assert.equal((await send({ url: '/readyz' })).statusCode, 200));
    // The bus is back too: a message reaches the node.
    const probe = randomUUID();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    node.context.bus.listen('sessions', resolve);
    await eventually(async () => {
      await sql`select pg_notify('sessions', ${JSON.stringify(probe)})`.execute(
        node.context.pool.db,
      );
      assert.equal(
        await Promise.race([promise, new Promise((late) => setTimeout(late, 50))]),
        probe,
      );
    });
  });
});
