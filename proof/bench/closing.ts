import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../child.ts';
import { CLIENTS } from './bid-load.ts';
import { type Product, startProduct, type Wave } from './product.ts';
import { compare, limit, type Result } from './results.ts';

const WATCHERS = 10;
/** Auctions that stay open, and the bids on them per second. */
const OPEN = 20;
const RATE = 100;
const WARM_UP_S = 3;
const BEFORE_S = 15;
/** Seconds of bids from the start of the wave. */
const DURING_S = 45;

/**
 * Auctions that end within one second, each with watchers who get an email: how long the last one waits to be closed,
 * and how slow bids on other auctions are meanwhile, against the same bids before.
 */
export async function measureClosing(auctions: number): Promise<Result[]> {
  const sink = await Child.start<string>('bench/processes/mail-sink');
  const product = await startProduct({
    bidders: CLIENTS,
    hot: OPEN,
    spread: auctions,
    smtpUrl: sink.ready,
  });
  try {
    await bidFor(product, WARM_UP_S);
    await product.call('endAll', { watchers: WATCHERS, starts_in_s: BEFORE_S + 2 });
    const before = await bidFor(product, BEFORE_S);
    await pause(2_000);
    const during = await bidFor(product, DURING_S);
    const wave = await product.call<Wave>('readWave');
    const sent = await sink.call<number>('count');
    if (wave.open > 0) throw new Error(`${wave.open} auctions are not closed.`);
    if (sent + wave.waiting < auctions * WATCHERS) throw new Error('Emails are missing.');
    const name = `${auctions} auctions end in a second`;
    return [
      limit(`${name}: the last is closed`, 's', [wave.longest_s], 5),
      compare(`${name}: p99 of other bids / before`, 'ms', [p99(during)], [p99(before)], {
        atMost: 2,
      }),
    ];
  } finally {
    await product.stop();
    await sink.stop();
  }
}

let amount = 200_000_000;

/** Sends bids at a constant rate, whether they are answered or not. Returns the milliseconds to each answer. */
async function bidFor(product: Product, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < seconds * RATE; n++) {
    const wait_ms = startedAt + (n * 1000) / RATE - performance.now();
    if (wait_ms > 0) await pause(wait_ms);
    sent.push(bid(product, n).then((took_ms) => void times.push(took_ms)));
  }
  await Promise.all(sent);
  return times;
}

async function bid(product: Product, n: number): Promise<number> {
  const { port, hot, tokens } = product.ready;
  const sentAt = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}/api/auctions/${hot[n % hot.length]}/bids`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[n % tokens.length]}`,
      'content-type': 'application/json',
    },
    body: `{"bid":${++amount}}`,
  });
  await reply.text();
  if (reply.status !== 201 && reply.status !== 400) {
    throw new Error(`A bid is answered with ${reply.status}.`);
  }
  return performance.now() - sentAt;
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
