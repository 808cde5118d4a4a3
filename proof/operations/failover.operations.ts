import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '../../demo/src/postgres/embedded.ts';
import { makeRandom } from '../../demo/src/random.ts';
import { prepareDatabase } from '../../server/src/prepare-database.ts';
import { eventually } from '../../server/test/eventually.ts';
import { startStandby } from '../../server/test/standby/streaming.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { makeBidWorld } from '../reliability/bid-world.ts';
import { now, startBidding } from '../reliability/bidding-clients.ts';
import { makeKillableNode } from '../reliability/killable-node.ts';
import { ask, assertNoneLost, isPrimary, killServer, nextAccepted } from './failing-servers.ts';
import { runProgram, without } from './programs.ts';

const FAILOVERS = Number(process.env.OPERATIONS_FAILOVERS ?? 3);
const BIDS_BETWEEN_MS = 4_000;
const NAMES = ['a', 'b', 'c'];

/** One of the three servers, with its superuser address. */
interface Server {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

test('OPS-10, OPS-3 three PostgreSQL behind HAProxy: no acknowledged bid is lost when the primary dies, and bidding continues when a standby is promoted', {
  skip: without('haproxy'),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-failover-'));
  let made = 0;
  const newFolder = async () => {
    const name = join(folder, `server-${++made}`);
    await mkdir(name);
    return name;
  };
  const first = await newFolder();
  const embedded = await startEmbedded({ dataDir: first });
  await prepareDatabase(embedded.url, embedded.appUrl);
  await ask(embedded.url, "alter system set synchronous_standby_names = 'ANY 1 (*)'");
  const ports = [Number(new URL(embedded.url).port), await freePort(), await freePort()];
  let primary: Server = { url: embedded.url, dataDir: first, stop: embedded.stop };
  const addStandby = async (port: number): Promise<Server> => {
    const dataDir = await newFolder();
    return { dataDir, ...(await startStandby(primary, dataDir, { port })) };
  };
  let standbys = [await addStandby(ports[1]!), await addStandby(ports[2]!)];
  t.after(async () => {
    for (const server of [primary, ...standbys]) await server.stop();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  await ask(primary.url, 'select pg_reload_conf()');

  const address = await startBalancer(t, folder, ports, primary.url);
  const nodeUrl = new URL(embedded.appUrl);
  nodeUrl.port = String(address);
  await eventually(() => ask(nodeUrl.href, 'select 1'), 10_000);
  const world = await makeBidWorld(nodeUrl.href);
  const nodePort = await freePort();
  const node = await makeKillableNode(nodeUrl.href, 'smtp://127.0.0.1:9', { port: nodePort });
  await node.start();
  t.after(() => node.stop());
  const bidding = startBidding(world, [`127.0.0.1:${nodePort}`], makeRandom(7));
  t.after(bidding.stop);

  const waits: { dead_ms: number; promoted_ms: number }[] = [];
  for (let turn = 0; turn < FAILOVERS; turn++) {
    await pause(BIDS_BETWEEN_MS);
    const dead = primary;
    const died = now();
    await killServer(join(dead.dataDir, 'postgres'));
    const [best, other] = await byProgress(standbys);
    await ask(best.url, 'select pg_promote()');
    const promoted = now();
    primary = best;
    await follow(other, best);
    const next = await nextAccepted(bidding.calls, promoted);
    waits.push({ dead_ms: Math.round(next - died), promoted_ms: Math.round(next - promoted) });
    standbys = [other, await addStandby(Number(new URL(dead.url).port))];
  }
  await bidding.stop();

  const acknowledged = await assertNoneLost(nodeUrl.href, world, bidding.calls);
  const times = waits.map(({ dead_ms, promoted_ms }) => `${promoted_ms} (${dead_ms})`);
  console.log(
    `${acknowledged} bids acknowledged, none lost; the next one ms after each promotion (after the death): ${times.join(', ')}; load ${loadavg()[0]!.toFixed(1)}`,
  );
});

/** The standby that has received most, thus all acknowledged bids, and the other one. */
async function byProgress(standbys: Server[]): Promise<[Server, Server]> {
  const received = await Promise.all(
    standbys.map(async (server) => {
      const [row] = await ask(
        server.url,
        "select pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0') as bytes",
      );
      return Number(row!.bytes);
    }),
  );
  const [one, two] = standbys as [Server, Server];
  return received[0]! >= received[1]! ? [one, two] : [two, one];
}

/** Points a standby to another primary. */
async function follow(standby: Server, { url }: Server): Promise<void> {
  const { port, username, password } = new URL(url);
  const to = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await ask(standby.url, `alter system set primary_conninfo = '${to}'`);
  await ask(standby.url, 'select pg_reload_conf()');
}

/**
 * Starts HAProxy in front of the servers; it forwards to the primary by HTTP checks like Patroni's. Returns its port.
 */
async function startBalancer(
  t: { after(work: () => unknown): void },
  folder: string,
  ports: number[],
  url: string,
): Promise<number> {
  const server = createServer(async (request, reply) => {
    const own = new URL(url);
    own.port = request.url!.slice(1);
    const found = await isPrimary(own.href).catch(() => false);
    reply.writeHead(found ? 200 : 503).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const asked = (server.address() as AddressInfo).port;
  const port = await freePort();
  // A backend for each server, since each has its own check path.
  const config = `global
  maxconn 500
defaults
  mode tcp
  retries 0
  timeout connect 2s
  timeout client 1h
  timeout server 1h
frontend database
  bind 127.0.0.1:${port}
${NAMES.map((name) => `  use_backend ${name} if { nbsrv(${name}) gt 0 }`).join('\n')}
${NAMES.map(
  (name, n) => `backend ${name}
  option httpchk GET /${ports[n]}
  server ${name} 127.0.0.1:${ports[n]} check port ${asked} inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions`,
).join('\n')}
`;
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  runProgram(t, 'haproxy', ['-q', '-db', '-f', file]);
  return port;
}
