import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { makeRandom } from '../../demo/src/random.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { eventually } from '../../server/test/eventually.ts';
import { makeBidWorld } from './bid-world.ts';
import { now, startBidding } from './bidding-clients.ts';
import { CHECKS, type History, readStored } from './history.ts';
import { type LiveWatcher, startWatcher } from './live-watcher.ts';
import { startProxiedNodes } from './proxied-nodes.ts';
import { atMost, p99, type Result } from './results.ts';
import { blindChecks } from './seeded-faults.ts';

export interface CrowdReport {
  pages: number;
  slow_clients: number;
  calls: number;
  acknowledged: number;
  /** Bidders' waiting times in ms, without and with slow clients at each node. */
  p99_quiet_ms: number;
  p99_slow_ms: number;
  results: Result[];
}

const SLOW_EACH = 60;
const CALLS_UNREAD = 20;
const PHASE_MS = 8_000;
const RECONNECT_GOAL_MS = 30_000;

/** Bids while slow clients do not read, and while a node is killed and all its pages reconnect at once. */
export async function runCrowd(options: {
  databaseUrl: string;
  pages: number;
  seed: number;
}): Promise<CrowdReport> {
  const { databaseUrl, pages, seed } = options;
  const random = makeRandom(seed);
  const world = await makeBidWorld(databaseUrl);
  const { nodes, stop } = await startProxiedNodes(databaseUrl, [0, 0]);
  const addresses = nodes.map(({ address }) => address);
  const pool = openPool(databaseUrl, 2);
  const watched = world.auctions.slice(0, 2);
  const watchers = Array.from({ length: pages }, (_, n) => {
    const { access } = world.bidders[n % world.bidders.length]!;
    const first = n % addresses.length;
    const order = [...addresses.slice(first), ...addresses.slice(0, first)];
    return startWatcher(`page ${n}`, access, watched, order);
  });
  try {
    await eventually(async () => assertConnected(watchers, 0), 120_000);
    const bidding = startBidding(world, addresses, random);
    const waits = (from: number) =>
      p99(
        bidding.calls.filter((c) => c.called >= from).map((c) => (c.returned ?? now()) - c.called),
      );
    const quietFrom = now();
    await pause(PHASE_MS);
    const p99_quiet_ms = waits(quietFrom);
    const slow = addresses.map((at) => startSlowClients(at, world.bidders[0]!.access, SLOW_EACH));
    const slowFrom = now();
    await pause(PHASE_MS);
    const p99_slow_ms = waits(slowFrom);

    const killed = now();
    await nodes[0]!.node.kill();
    await eventually(async () => assertConnected(watchers, killed), 120_000);
    const reconnect_ms = Math.round(now() - killed);
    await nodes[0]!.node.start();
    await bidding.stop();
    for (const one of slow) one.stop();
    await pause(2_000);
    const differences: string[] = [];
    for (const watcher of watchers) differences.push(...(await watcher.compare(addresses[1]!)));

    const history: History = {
      calls: bidding.calls,
      heard: watchers.flatMap((watcher) => watcher.heard),
      // The check for missed bids needs pages that show all auctions; these show two.
      lives: [],
      until: now(),
      jumps: [],
      ...(await readStored(pool.db)),
    };
    const found = Object.entries(CHECKS).map(([name, check]) =>
      atMost(`crowd: ${name}`, check(history).length, 0, ''),
    );
    return {
      pages,
      slow_clients: 3 * SLOW_EACH * addresses.length,
      calls: history.calls.length,
      acknowledged: history.calls.filter(({ status }) => status === 201).length,
      p99_quiet_ms,
      p99_slow_ms,
      results: [
        atMost('crowd: checks that miss a seeded fault', blindChecks(history).length, 0, ''),
        ...found,
        atMost('crowd: pages that show an auction wrongly', differences.length, 0, ''),
        atMost(
          'crowd: time until all pages of a dead node reconnect',
          reconnect_ms,
          RECONNECT_GOAL_MS,
          'ms',
        ),
      ],
    };
  } finally {
    for (const watcher of watchers) watcher.stop();
    await stop();
    await pool.end();
  }
}

/** @throws Error while a page is not connected; after a kill, also while no page has lost its connection. */
function assertConnected(watchers: LiveWatcher[], killed: number): void {
  const open = ({ lives }: LiveWatcher) => lives.at(-1)?.to === null;
  const lost = ({ lives }: LiveWatcher) => lives.some(({ to }) => to !== null && to >= killed);
  const away = watchers.filter((watcher) => !open(watcher));
  if (away.length > 0) throw new Error(`${away.length} pages are not connected.`);
  if (killed > 0 && !watchers.some(lost)) throw new Error('No page has lost its connection yet.');
}

/**
 * Opens clients that use up a server's memory, `each` of every kind: sockets that never read after the login, calls
 * whose answers are not read, and incomplete requests.
 */
function startSlowClients(address: string, access: string, each: number): { stop(): void } {
  const [host = '', port] = address.split(':');
  const head = `host: ${address}\r\nauthorization: Bearer ${access}\r\n`;
  const open = (request: string): Socket => {
    const socket = connect(Number(port), host, () => socket.write(request));
    return socket.on('error', () => {}).pause();
  };
  const connections: Socket[] = [];
  const pages: WebSocket[] = [];
  for (let n = 0; n < each; n++) {
    connections.push(open(`GET /api/auctions HTTP/1.1\r\n${head}\r\n`.repeat(CALLS_UNREAD)));
    connections.push(
      open(`POST /api/auctions/1/bids HTTP/1.1\r\n${head}content-length: 999\r\n\r\n{"bid":`),
    );
    const page = new WebSocket(`ws://${address}/ws/auctions/`);
    page
      .on('error', () => {})
      .on('open', () => {
        page.send(JSON.stringify({ token: access }));
        page.pause();
      });
    pages.push(page);
  }
  return {
    stop() {
      for (const socket of connections) socket.destroy();
      for (const page of pages) page.terminate();
    },
  };
}
