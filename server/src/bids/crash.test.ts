import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { checkInvariants } from '../../test/check-invariants.ts';
import { eventually } from '../../test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { prepareJobs } from '../jobs/queue.ts';
import { startNode } from '../node.ts';

/** A node, and PostgreSQL on a real disk, killed while bids are placed. */

const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-crash-'));
let database = await startEmbedded({ dataDir });
let child: ChildProcess | undefined;
after(async () => {
  child?.kill('SIGKILL');
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const CONFIG = {
  secret: 'a secret for tests that is long enough',
  publicUrl: 'http://localhost:3000',
  mailFrom: 'Restvärde <no-reply@restvarde.example>',
  dataDir,
  s3: null,
  logLevel: 'silent',
};

/** Starts a node in a separate process, which prints its port once it listens. */
const NODE = `
  const { startNode } = await import(${JSON.stringify(import.meta.resolve('../node.ts'))});
  const node = await startNode({ ...JSON.parse(process.env.NODE_CONFIG), smtpUrl: null });
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  console.log(node.app.server.address().port);
`;

/** The address of the running node. Null while there is none. */
let address: string | null = null;

async function spawnNode(): Promise<void> {
  child = spawn(process.execPath, ['--input-type=module', '-e', NODE], {
    env: {
      PATH: process.env.PATH,
      NODE_CONFIG: JSON.stringify({ config: CONFIG, databaseUrl: database.url }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface(child.stdout!), 'line');
  address = `http://127.0.0.1:${port}`;
}

async function killNode(): Promise<void> {
  address = null;
  child!.kill('SIGKILL');
  await once(child!, 'exit');
}

async function killPostgres(): Promise<void> {
  const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  process.kill(Number(file.split('\n')[0]), 'SIGKILL');
  await database.stop();
  database = await startEmbedded({ dataDir });
}

test('BID-8 every answered bid is stored once after the node and PostgreSQL are killed', async () => {
  const pool = openPool(database.url, 2);
  await migrate(pool.db);
  await prepareJobs(database.url);
  const node = await startNode({ config: CONFIG, databaseUrl: database.url, smtpUrl: null });
  const company = await makeCompany(pool.db);
  const creator = await makeStaff(pool.db, company);
  const auction = await makeAuction(pool.db, { company, creator, hidden_bids: true });
  const bidders = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const station = await makeStation(pool.db, company);
      const user = { id: station.user_id, role: 10 };
      const { access } = await pool.db
        .transaction()
        .execute((tx) => node.sessions.open(tx, user, { ip: null, user_agent: 'test' }));
      return { ...station, access };
    }),
  );
  await node.stop();
  await pool.end();
  await spawnNode();

  const acknowledged: string[] = [];
  let attempts = 0;
  let replayed = 0;
  let isOver = false;
  /** Places one bid and retries with the same key until it is answered. */
  const place = async (bidder: (typeof bidders)[number], amount: number) => {
    const key = randomUUID();
    for (let attempt = 0; ; attempt++) {
      attempts++;
      const reply = await fetch(`${address}/api/auctions/${auction}/bids`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bidder.access}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ bid: amount }),
        signal: AbortSignal.timeout(10_000),
      }).catch(() => null);
      const body = await reply?.json().catch(() => null);
      if (reply && body && reply.status !== 503) {
        if (attempt > 0) replayed++;
        assert.equal(reply.status, 201, JSON.stringify(body));
        acknowledged.push(`${bidder.id} ${amount}`);
        return;
      }
      await pause(20);
    }
  };
  const load = bidders.map(async (bidder) => {
    for (let amount = 1; !isOver; amount++) await place(bidder, amount);
  });
  const underLoad = async () => {
    const before = acknowledged.length;
    await eventually(async () => assert.ok(acknowledged.length > before + 60));
  };

  await underLoad();
  await killNode();
  await spawnNode();
  await underLoad();
  // The node survives, but the restarted database has a new address.
  await killPostgres();
  await killNode();
  await spawnNode();
  await underLoad();
  isOver = true;
  await Promise.all(load);

  assert.ok(replayed > 0, `some of ${attempts} calls were cut off`);
  const left = openPool(database.url, 2);
  const { bids } = await checkInvariants(left.db, auction);
  await left.end();
  const stored = bids.map((bid) => `${bid.service_station_id} ${bid.amount}`);
  assert.deepEqual(stored.toSorted(), acknowledged.toSorted());
});
