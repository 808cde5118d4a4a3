// The product as `npm run bench` measures it: one node on a durable PostgreSQL in a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as calls from '@restvarde/contract/bids/bids';
import { endpoint } from '@restvarde/contract/endpoint';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { openBidDesk } from '../../../server/src/bids/bid-desk.ts';
import { openPool } from '../../../server/src/db/pool.ts';
import { refuse } from '../../../server/src/http/domain-error.ts';
import { readKey } from '../../../server/src/http/idempotency.ts';
import { route } from '../../../server/src/http/route.ts';
import { makeBulkWorld } from '../../../server/test/auctions/bulk-world.ts';
import { prepareWave, readWave } from '../../../server/test/auctions/end-wave.ts';
import { readMemory, serve } from '../../serve.ts';
import type { WorldSize } from '../product.ts';
import { listen, openTokens, startMeasuredNode } from './measured-node.ts';
import { placeTextbookBid } from './textbook-bid.ts';

const { smtpUrl = null, limitMultiplier, ...sizes }: WorldSize = JSON.parse(process.argv[2]!);
const folder = await mkdtemp(join(tmpdir(), 'restvarde-bench-'));
const embedded = await startEmbedded({ dataDir: folder, durable: true });
const pool = openPool(embedded.url, 16);
const node = await startMeasuredNode(embedded, folder, { smtpUrl, limitMultiplier });

/** The call that places a bid, authenticated, parsed and answered, but without a bid: the cost of the call itself. */
const placeNothing = endpoint({ ...calls.placeBid, path: '/api/bench/nothing/:id' });
route(node.app, node.context, placeNothing, async ({ body }) => ({ bid: body.bid }) as never);

const textbook = endpoint({ ...calls.placeBid, path: '/api/bench/textbook/:id' });
route(node.app, node.context, textbook, async ({ viewer, params, body, headers }) => {
  const bid = { auction: params.id, amount: body.bid, key: readKey(headers) };
  const accepted = await placeTextbookBid(pool.pg, viewer, bid);
  if (!accepted) throw refuse.detail('För lågt bud.');
  return { bid: body.bid } as never;
});

const world = await makeBulkWorld(pool.db, sizes);
const tokens = await openTokens(node, pool.db, world.bidders, 10);
const port = await listen(node);
const { hot, spread } = world;

/**
 * Places bids at a desk without HTTP, with one simultaneous caller for each token. Returns what the database can do at
 * most.
 */
async function placeDirectly({
  auctions,
  seconds,
  amount,
}: {
  auctions: number[];
  seconds: number;
  amount: number;
}): Promise<{ accepted: number; perSecond: number }> {
  const desk = openBidDesk(embedded.appUrl);
  const sessions = await Promise.all(tokens.map((token) => node.context.sessionOf(token)));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let accepted = 0;
  let next = amount;
  const keys = Math.random();
  await Promise.all(
    sessions.map(async (session) => {
      while (performance.now() < until) {
        const { status } = await desk.place({
          kind: 'bid',
          auction_id: auctions[Math.floor(Math.random() * auctions.length)]!,
          session_id: session!.id,
          viewer: session!.viewer,
          amount: ++next,
          accepts_terms: false,
          key: `direct-${keys}-${next}`,
        });
        if (status === 201) accepted += 1;
      }
    }),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  await desk.stop();
  return { accepted, perSecond: accepted / elapsed };
}

serve(
  { port, databaseUrl: embedded.url, tokens, hot, spread },
  {
    placeDirectly,
    /** Bids of callers, without those that maximums placed for them. */
    countBids: async () => {
      const { rows } = await pool.pg.query('select count(*) from bids where not is_automatic');
      return Number(rows[0].count);
    },
    readMemory,
    /** All auctions that bids are spread over end within one second, which begins `starts_in_s` from now. */
    endAll: (wave: { watchers: number; starts_in_s: number }) => prepareWave(pool.db, spread, wave),
    readWave: () => readWave(pool.db, spread),
  },
  async () => {
    await node.stop();
    await pool.end();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  },
);
