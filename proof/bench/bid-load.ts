import { type Load, load } from './load.ts';
import type { Product } from './product.ts';

/** Keep-alive connections, each with one request in flight. */
export const CLIENTS = 64;

/** The number of measurements, and the duration of each. */
export interface Pace {
  rounds: number;
  seconds: number;
}

/** The target of the load: a port (the product's by default), and the path of the next POST. */
export interface Target {
  port?: number;
  path(): string;
  /** The call stores a bid, and gets an idempotency key as pages send it (BID-8). */
  isBid?: boolean;
  clients?: number;
}

/** Each bid is one krona above all before it, on any auction. Nine digits, so that lengths stay the same. */
let amount = 100_000_000;
let keys = 0;

/** Bids that were answered with 201, by product: each must be in its database at the end. */
const accepted = new WeakMap<Product, number>();

/**
 * Loads a target. Returns what was measured, with the accepted bids per second.
 * @throws Error if an answer is neither 201 nor 400 (a bid that another one overtook).
 */
export async function drive(
  product: Product,
  seconds: number,
  { port = product.ready.port, path, isBid = false, clients = CLIENTS }: Target,
): Promise<Load & { acceptedPerSecond: number }> {
  const heads = product.ready.tokens.map(
    (token) =>
      `HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`,
  );
  const result = await load(port, clients, seconds, (client) => {
    const body = `{"bid":${++amount}}`;
    const key = isBid ? `idempotency-key: bench-${++keys}\r\n` : '';
    return `POST ${path()} ${heads[client % heads.length]}${key}content-length: ${body.length}\r\n\r\n${body}`;
  });
  const { 201: created = 0, 400: refused = 0, ...others } = Object.fromEntries(result.statuses);
  if (Object.keys(others).length > 0) {
    throw new Error(`Unexpected answers: ${JSON.stringify(others)}`);
  }
  if (isBid) count(product, created);
  return { ...result, acceptedPerSecond: (result.perSecond * created) / (created + refused) };
}

/** Accepted bids per second at a desk without HTTP, by as many callers. */
export async function placeDirectly(
  product: Product,
  seconds: number,
  auctions: number[],
): Promise<number> {
  const input = { auctions, seconds, amount };
  const result = await product.call<{ accepted: number; perSecond: number }>(
    'placeDirectly',
    input,
  );
  count(product, result.accepted);
  amount += 1_000_000;
  return result.perSecond;
}

/** Bids with keys on some of these auctions, at random. */
export function placing(auctions: number[], route = ''): Target {
  const any = () => auctions[Math.floor(Math.random() * auctions.length)]!;
  const path = route ? () => `${route}/${any()}` : () => `/api/auctions/${any()}/bids`;
  return { path, isBid: true };
}

/** The highest amount that a call accepts: no bid of the load reaches it. */
const MAXIMUM = 999_999_999;

/** Sets a maximum of the first station on each auction (AUTO-2). All bids of others are then answered automatically. */
export async function setMaximums(product: Product, auctions: number[]): Promise<void> {
  const { port, tokens } = product.ready;
  const waiting = auctions.values();
  const setNext = async () => {
    for (const auction of waiting) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/auctions/${auction}/max-bid`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
        body: `{"max_bid":${MAXIMUM}}`,
      });
      if (reply.status !== 200) throw new Error(`A maximum is answered with ${reply.status}.`);
      const { placed } = await reply.json();
      if (placed !== null) count(product, 1);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, setNext));
}

/** Places one bid. */
export async function placeOne(product: Product, auction: number): Promise<void> {
  const { port, tokens } = product.ready;
  const reply = await fetch(`http://127.0.0.1:${port}/api/auctions/${auction}/bids`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
    body: `{"bid":${++amount}}`,
  });
  await reply.text();
  if (reply.status !== 201) throw new Error(`A bid is answered with ${reply.status}.`);
  count(product, 1);
}

/** @throws Error unless every accepted bid is in the database, once. */
export async function checkBids(product: Product): Promise<void> {
  const expected = accepted.get(product) ?? 0;
  const found = await product.call<number>('countBids');
  if (found !== expected) {
    throw new Error(`${expected} bids were accepted, and ${found} are in the database.`);
  }
  console.log(`  all ${found} accepted bids are in the database`);
}

function count(product: Product, bids: number): void {
  accepted.set(product, (accepted.get(product) ?? 0) + bids);
}
