import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Load, load } from './load.ts';
import type { Product } from './product.ts';

/** Keep-alive connections, each with one request in flight. */
export const CLIENTS = 64;

const BARE = join(import.meta.dirname, '../server/test/bench/bare-post.ts');

/** How often something is measured, and how long each time. */
export interface Pace {
  rounds: number;
  seconds: number;
}

/** What is loaded: the product's port, another, or several by turns, and the next path to POST a bid to. */
export interface Target {
  port?: number | number[];
  path(): string;
  /** It goes to the product's database, with the key that the page sends along (BID-8). */
  isBid?: boolean;
  clients?: number;
}

/** What came of it; those that are refused were overtaken on their way. */
export interface Driven extends Load {
  accepted: number;
  refused: number;
  acceptedPerSecond: number;
}

/** Each bid is one krona above all before it, in whichever auction: nine digits, so that lengths stay. */
let amount = 100_000_000;
let keys = 0;

/** Bids of each product that were answered with 201: each must be in its database at the end. */
const promised = new WeakMap<Product, number>();

/** A bare Fastify beside the product, on its database. */
export async function startBare(product: Product): Promise<{ port: number; stop(): void }> {
  const child = fork(BARE, [product.databaseUrl]);
  const [port] = await once(child, 'message');
  return { port, stop: () => child.kill() };
}

/**
 * Loads a target, and counts what it accepted; bids are checked by `checkBids`.
 * @throws Error when an answer is neither 201 nor 400.
 */
export async function drive(
  product: Product,
  seconds: number,
  { port = product.port, path, isBid = false, clients = CLIENTS }: Target,
): Promise<Driven> {
  const heads = product.tokens.map(
    (token) =>
      `HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`,
  );
  const result = await load([port].flat(), clients, seconds, (client) => {
    const body = `{"bid":${++amount}}`;
    const key = isBid ? `idempotency-key: bench-${++keys}\r\n` : '';
    return `POST ${path()} ${heads[client % heads.length]}${key}content-length: ${body.length}\r\n\r\n${body}`;
  });
  const accepted = result.statuses.get(201) ?? 0;
  const refused = result.statuses.get(400) ?? 0;
  if (isBid) promise(product, accepted);
  for (const [status, times] of result.statuses) {
    if (status !== 201 && status !== 400) throw new Error(`${times} answers with ${status}`);
  }
  const acceptedPerSecond = (result.perSecond * accepted) / (accepted + refused);
  return { ...result, accepted, refused, acceptedPerSecond };
}

/** Keyed bids on the auctions that `next` says. */
export function placing(next: () => number): Target {
  return { path: () => `/api/auctions/${next()}/bids`, isBid: true };
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
  promise(product, 1);
}

/** @throws Error unless every bid that was accepted is in the database, once. */
export async function checkBids(product: Product): Promise<void> {
  const wanted = promised.get(product) ?? 0;
  const found = await product.countBids();
  if (found !== wanted) {
    throw new Error(`${wanted} bids were accepted, and ${found} are in the database.`);
  }
  console.log(`  all ${found} accepted bids are in the database`);
}

function promise(product: Product, bids: number): void {
  promised.set(product, (promised.get(product) ?? 0) + bids);
}
