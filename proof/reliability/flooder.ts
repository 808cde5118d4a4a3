// One user who calls every route as fast as answers come. A separate process, so that other clients do not wait for it.
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '../serve.ts';

const CLIENTS = 40;

const PATHS = [
  '/api/my-auctions?ordering=-bid_highest',
  '/api/auctions?ordering=-bid_highest',
  '/api/my-auctions',
  '/api/won-auctions',
  '/api/auctions?manufacturer=vol',
  '/api/users/me',
  '/api/statistics',
  '/api/categories',
  '/api/service-station',
];

const { origin, token, auction } = JSON.parse(process.argv[2]!);
const headers = { authorization: `Bearer ${token}` };
const counts: Record<number, number> = {};
let amount = 100_000_000;
let isOver = false;

async function call(path: string | undefined): Promise<number> {
  const bid = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ bid: amount++, has_accepted_terms: true }),
  };
  const called = path
    ? fetch(origin + path, { headers })
    : fetch(`${origin}/api/auctions/${auction}/bids`, bid);
  const reply = await called;
  await reply.arrayBuffer();
  return reply.status;
}

async function flood(from: number): Promise<void> {
  for (let at = from; !isOver; at++) {
    const status = await call(PATHS[at % (PATHS.length + 1)]).catch(() => 0);
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 0) await pause(10);
  }
}

const clients = Array.from({ length: CLIENTS }, (_, at) => flood(at));
serve(null, {
  /** Stops, and returns the number of answers by status. */
  finish: async () => {
    isOver = true;
    await Promise.all(clients);
    return counts;
  },
});
