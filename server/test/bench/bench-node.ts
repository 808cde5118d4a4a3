// What `npm run bench` measures: a node of the product in a process of its own, on a real and durable
// PostgreSQL in a folder that is thrown away. It speaks to its parent by messages.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as calls from '@restvarde/contract/bids/bids';
import { endpoint } from '@restvarde/contract/endpoint';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { openPool } from '../../src/db/pool.ts';
import { refuse } from '../../src/http/domain-error.ts';
import { readKey } from '../../src/http/idempotency.ts';
import { route } from '../../src/http/route.ts';
import { makeBenchWorld } from './bench-world.ts';
import { prepareWave, readWave } from './end-wave.ts';
import { listen, openTokens, startMeasuredNode } from './measured-node.ts';
import { placeTextbookBid } from './textbook-bid.ts';

const MB = 2 ** 20;

// A few users stand for many, unless it is limits that are measured.
const { smtpUrl, limitMultiplier = 1_000, ...sizes } = JSON.parse(process.argv[2]!);
const folder = await mkdtemp(join(tmpdir(), 'restvarde-bench-'));
const embedded = await startEmbedded({ dataDir: folder, durable: true });
const pool = openPool(embedded.url, 16);
const node = await startMeasuredNode(embedded, folder, { smtpUrl, limitMultiplier });

/** All of a bid but the bid: authenticated, parsed, answered. */
const doNothing = endpoint({ ...calls.placeBid, path: '/api/bench/nothing/:id' });
route(node.app, node.context, doNothing, async ({ body }) => ({ bid: body.bid }) as never);

const textbook = endpoint({ ...calls.placeBid, path: '/api/bench/textbook/:id' });
route(node.app, node.context, textbook, async ({ viewer, params, body, headers }) => {
  const bid = { auction: params.id, amount: body.bid, key: readKey(headers) };
  const accepted = await placeTextbookBid(pool.pg, viewer, bid);
  if (!accepted) throw refuse.detail('För lågt bud.');
  return { bid: body.bid } as never;
});

const world = await makeBenchWorld(pool.db, sizes);
const tokens = await openTokens(node, pool.db, world.bidders, 10);
const port = await listen(node);
const { hot, spread } = world;
process.send!({ port, databaseUrl: embedded.url, tokens, hot, spread });

async function stop(code = 0): Promise<void> {
  await node.stop();
  await pool.end();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(code);
}

type Ask =
  | { ask: 'address' | 'count' | 'memory' | 'stop' | 'tokens' | 'wave' }
  | { ask: 'end'; watchers: number; starts_in_s: number; relists: boolean };

process.on('message', async (message: Ask) => {
  if (message.ask === 'stop') return stop();
  if (message.ask === 'address') {
    process.send!({ url: embedded.url, appUrl: embedded.appUrl, folder });
    return;
  }
  if (message.ask === 'tokens') {
    process.send!(await openTokens(node, pool.db, world.bidders, 10));
    return;
  }
  if (message.ask === 'memory') {
    await globalThis.gc?.({ execution: 'async' });
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send!({ used: (heapUsed + external) / MB, resident: rss / MB });
    return;
  }
  if (message.ask === 'end') {
    await prepareWave(pool.db, world.spread, message);
    process.send!({});
    return;
  }
  if (message.ask === 'wave') {
    process.send!(await readWave(pool.db, world.spread));
    return;
  }
  const { rows } = await pool.pg.query('select count(*) as bids from bids');
  process.send!({ bids: rows[0].bids });
});
// A parent that is gone asks no more.
process.on('disconnect', () => stop());
process.on('uncaughtException', (error) => {
  console.error(error);
  return stop(1);
});
// A Ctrl-C reaches the whole group: the parent's end is what counts.
process.on('SIGINT', () => {});
