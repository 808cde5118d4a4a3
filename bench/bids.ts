import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Load, load } from './load.ts';
import type { Product } from './product.ts';
import { compare, median, type Result } from './results.ts';

/** Keep-alive connections, each with one request in flight. */
export const CLIENTS = 64;

const BARE = join(import.meta.dirname, '../server/test/bench/bare-post.ts');

/** Each bid is one krona above all before it, in whichever auction: nine digits, so that lengths stay. */
let amount = 100_000_000;
let keys = 0;

/** Bids answered with 201 so far: each must be in the database at the end. */
let promised = 0;

export const promisedBids = () => promised;

interface Pace {
  rounds: number;
  seconds: number;
}

/** What is loaded: a port, and the next path to POST a bid to. */
interface Target {
  port: number;
  path(): string;
  /** With the key that the page sends along (BID-8); the product's own paths alone. */
  isKeyed?: boolean;
  clients?: number;
}

/** A bare Fastify beside the product, on its database. */
export async function startBare(product: Product): Promise<{ port: number; stop(): void }> {
  const child = fork(BARE, [product.databaseUrl]);
  const [port] = await once(child, 'message');
  return { port, stop: () => child.kill() };
}

/**
 * A do-nothing POST of the product, and bids on one hot auction, against a bare Fastify POST with the same body; the
 * bids against the textbook's transaction too, which has the key to look up and keep as well. What the desk refuses
 * counts for nothing; what the textbook refuses counts as if accepted, which flatters it.
 */
export async function measureHotAuction(
  product: Product,
  bare: number,
  pace: Pace,
): Promise<Result[]> {
  const plain: number[] = [];
  const nothing: number[] = [];
  const desk: number[] = [];
  const textbook: number[] = [];
  const waits: number[] = [];
  const counts = { accepted: 0, refused: 0 };
  // The first round warms up.
  for (let round = 0; round <= pace.rounds; round++) {
    const hot = product.hot[round]!;
    const { port } = product;
    const run = (target: Target) => drive(product, pace.seconds, target);
    const bareRun = await run({ port: bare, path: () => `/nothing/${hot}` });
    const nothingRun = await run({ port, path: () => `/api/bench/nothing/${hot}` });
    const path = () => `/api/auctions/${hot}/bids`;
    const bids = keep(await run({ port, path, isKeyed: true }));
    const byTheBook = keep(
      await run({ port, path: () => `/api/bench/textbook/${hot}`, isKeyed: true }),
    );
    if (round === 0) continue;
    plain.push(bareRun.perSecond);
    nothing.push(nothingRun.perSecond);
    desk.push(accepted(bids));
    textbook.push(byTheBook.perSecond);
    waits.push(bids.p99_ms);
    counts.accepted += count(bids, 201);
    counts.refused += count(bids, 400);
  }
  console.log(
    `  one hot auction: ${counts.accepted} bids accepted, ${counts.refused} overtaken on their way and refused, p99 ${median(waits).toFixed(1)} ms`,
  );
  const unit = 'bids/s';
  return [
    compare('do-nothing POST / bare Fastify POST', 'calls/s', nothing, plain, { atLeast: 0.7 }),
    compare('one hot auction, keyed / bare Fastify POST', unit, desk, plain, { atLeast: 0.45 }),
    compare('one hot auction / textbook, both keyed', unit, desk, textbook, { atLeast: 15 }),
  ];
}

/** Bids with keys on auctions taken at random, against a bare Fastify POST. */
export async function measureSpread(product: Product, bare: number, pace: Pace): Promise<Result[]> {
  const { spread, port } = product;
  const anyId = () => spread[Math.floor(Math.random() * spread.length)]!;
  const plain: number[] = [];
  const spreads: number[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    const run = (target: Target) => drive(product, pace.seconds, target);
    plain.push((await run({ port: bare, path: () => `/nothing/${anyId()}` })).perSecond);
    const path = () => `/api/auctions/${anyId()}/bids`;
    spreads.push(accepted(keep(await run({ port, path, isKeyed: true }))));
  }
  const name = `spread over ${spread.length} auctions, keyed / bare Fastify POST`;
  return [compare(name, 'bids/s', spreads, plain, { atLeast: 0.3 })];
}

/** One bid at a time, from the press to the answer, against one insert and commit behind a bare Fastify POST. */
export async function measureAlone(product: Product, bare: number, pace: Pace): Promise<Result[]> {
  const { port } = product;
  const auction = product.hot.at(-1)!;
  const alone: number[] = [];
  const inserts: number[] = [];
  for (let round = 0; round <= pace.rounds; round++) {
    const run = (target: Target) => drive(product, pace.seconds / 2, { ...target, clients: 1 });
    const insert = await run({ port: bare, path: () => `/insert/${auction}` });
    const path = () => `/api/auctions/${auction}/bids`;
    const bid = keep(await run({ port, path, isKeyed: true }));
    if (round === 0) continue;
    inserts.push(insert.p50_ms);
    alone.push(bid.p50_ms);
  }
  const name = 'one bid alone, keyed / bare insert and commit';
  return [compare(name, 'ms', alone, inserts, { atMost: 2 })];
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
  { port, path, isKeyed = false, clients = CLIENTS }: Target,
): Promise<Load> {
  const heads = product.tokens.map(
    (token) =>
      `HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`,
  );
  const result = await load(port, clients, seconds, (client) => {
    const body = `{"bid":${++amount}}`;
    const key = isKeyed ? `idempotency-key: bench-${++keys}\r\n` : '';
    return `POST ${path()} ${heads[client % heads.length]}${key}content-length: ${body.length}\r\n\r\n${body}`;
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
