import { type Load, load } from './load.ts';
import type { Product } from './product.ts';
import { compare, median, type Result } from './results.ts';

/** Keep-alive connections, each with one request in flight. */
export const CLIENTS = 64;

/** Each bid is one krona above all before it, in whichever auction: nine digits, so that lengths stay. */
let amount = 100_000_000;
let keys = 0;

/** Bids answered with 201 so far: each must be in the database at the end. */
let promised = 0;

export const promisedBids = () => promised;

type PathOf = () => string;

/**
 * Bids on one hot auction: the desk, the same desk with the key that the page sends along (BID-8), and the
 * textbook's transaction, all against the same server's do-nothing POST. What the desk refuses counts for
 * nothing; what the textbook refuses counts as if accepted, which flatters it.
 */
export async function measureHotAuction(
  product: Product,
  pace: { rounds: number; seconds: number },
): Promise<Result[]> {
  const nothing: number[] = [];
  const desk: number[] = [];
  const keyed: number[] = [];
  const textbook: number[] = [];
  const waits: number[] = [];
  const counts = { accepted: 0, refused: 0 };
  // The first round warms up.
  for (let round = 0; round <= pace.rounds; round++) {
    const hot = product.hot[round]!;
    const seconds = round === 0 ? Math.min(pace.seconds, 2) : pace.seconds;
    const run = (path: string, isKeyed = false) => drive(product, seconds, () => path, isKeyed);
    const plain = await run(`/api/bench/nothing/${hot}`);
    const bids = keep(await run(`/api/auctions/${hot}/bids`));
    const keyedBids = keep(await run(`/api/auctions/${hot}/bids`, true));
    const byTheBook = keep(await run(`/api/bench/textbook/${hot}`));
    if (round === 0) continue;
    nothing.push(plain.perSecond);
    desk.push(accepted(bids));
    keyed.push(accepted(keyedBids));
    textbook.push(byTheBook.perSecond);
    waits.push(bids.p99_ms);
    counts.accepted += count(bids, 201) + count(keyedBids, 201);
    counts.refused += count(bids, 400) + count(keyedBids, 400);
  }
  console.log(
    `  one hot auction: ${counts.accepted} bids accepted, ${counts.refused} overtaken on their way and refused, p99 ${median(waits).toFixed(1)} ms`,
  );
  const unit = 'bids/s';
  return [
    compare('one hot auction / do-nothing POST', unit, desk, nothing, { atLeast: 0.6 }),
    compare('one hot auction, keyed / do-nothing POST', unit, keyed, nothing, { atLeast: 0.6 }),
    compare('one hot auction / textbook transaction', unit, desk, textbook, { atLeast: 15 }),
  ];
}

/** Bids on auctions taken at random, against the do-nothing POST. */
export async function measureSpread(
  product: Product,
  pace: { rounds: number; seconds: number },
): Promise<Result[]> {
  const { spread } = product;
  const anyAuction = () =>
    `/api/auctions/${spread[Math.floor(Math.random() * spread.length)]!}/bids`;
  const nothing: number[] = [];
  const spreads: number[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    const path = `/api/bench/nothing/${spread[round]}`;
    nothing.push((await drive(product, pace.seconds, () => path)).perSecond);
    spreads.push(accepted(keep(await drive(product, pace.seconds, anyAuction))));
  }
  const name = `spread over ${spread.length} auctions / do-nothing POST`;
  return [compare(name, 'bids/s', spreads, nothing, { atLeast: 0.35 })];
}

/** One bid, alone. */
export async function placeOne(product: Product, auction: number): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${product.port}/api/auctions/${auction}/bids`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.tokens[0]}`,
      'content-type': 'application/json',
    },
    body: `{"bid":${++amount}}`,
  });
  await reply.text();
  if (reply.status !== 201) throw new Error(`A bid alone is answered with ${reply.status}`);
  promised += 1;
}

async function drive(
  product: Product,
  seconds: number,
  pathOf: PathOf,
  isKeyed = false,
): Promise<Load> {
  const heads = product.tokens.map(
    (token) =>
      `HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`,
  );
  const result = await load(product.port, CLIENTS, seconds, (client) => {
    const body = `{"bid":${++amount}}`;
    const key = isKeyed ? `idempotency-key: bench-${++keys}\r\n` : '';
    return `POST ${pathOf()} ${heads[client % heads.length]}${key}content-length: ${body.length}\r\n\r\n${body}`;
  });
  for (const [status, times] of result.statuses) {
    if (status !== 201 && status !== 400) throw new Error(`${times} answers with ${status}`);
  }
  return result;
}

function keep(result: Load): Load {
  promised += count(result, 201);
  return result;
}

function accepted(result: Load): number {
  return (result.perSecond * count(result, 201)) / (count(result, 201) + count(result, 400));
}

function count(result: Load, status: number): number {
  return result.statuses.get(status) ?? 0;
}
