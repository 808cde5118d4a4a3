import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CLIENTS } from './bids.ts';
import { type Product, startProduct } from './product.ts';
import { compare, limit, type Result } from './results.ts';

const AUCTIONS = 5000;
const WATCHERS = 10;
/** Auctions that do not end, and the bids on them each second. */
const OPEN = 20;
const PACE = 100;
/** Seconds of bids before the wave, and from its start. */
const BEFORE_S = 15;
const DURING_S = 45;

const SINK = join(import.meta.dirname, '../server/test/bench/mail-sink.ts');

/**
 * Thousands of auctions end in one second, each with watchers who get an email: how long the last one waits to
 * be closed, and with `relists` to be listed once more too (RELIST-8), and
 * what all this does to those who bid elsewhere meanwhile, against the same bids before.
 */
export async function measureClosing({ relists }: { relists: boolean }): Promise<Result[]> {
  const sink = fork(SINK);
  let product: Product | undefined;
  try {
    const [{ url }] = await once(sink, 'message');
    product = await startProduct({ bidders: CLIENTS, hot: OPEN, spread: AUCTIONS, smtpUrl: url });
    // The first warms up.
    await bidFor(product, 3);
    await product.endAll({ watchers: WATCHERS, starts_in_s: BEFORE_S + 2, relists });
    const before = await bidFor(product, BEFORE_S);
    const begun = performance.now() + 2_000;
    await pause(2_000);
    const during = await bidFor(product, DURING_S);
    const wave = await product.readWave();
    const elapsed = (performance.now() - begun) / 1000;
    sink.send({});
    const [{ taken }] = await once(sink, 'message');
    const emails = AUCTIONS * WATCHERS;
    console.log(
      `  ${AUCTIONS - wave.open} of ${AUCTIONS} auctions closed, ${wave.relisted} of them listed once more; ${taken} of ${emails} emails sent in ${elapsed.toFixed(0)} s, ${(taken / elapsed).toFixed(0)} a second`,
    );
    if (wave.open > 0) throw new Error(`${wave.open} auctions are not closed.`);
    if (taken + wave.waiting < emails) throw new Error('Emails are missing.');
    const relisted_s = wave.relisted < AUCTIONS ? Infinity : wave.longest_relist_s;
    const name = `${AUCTIONS} auctions end in a second${relists ? ', to be relisted' : ''}`;
    return [
      limit(`${name}: closed`, 's', wave.longest_s, 5),
      ...(relists ? [limit(`${name}: all relisted`, 's', relisted_s, 60)] : []),
      compare(
        'bids elsewhere meanwhile, p50 / before',
        'ms',
        [at(during, 0.5)],
        [at(before, 0.5)],
        {
          atMost: 2,
        },
      ),
      compare(
        'bids elsewhere meanwhile, p99 / before',
        'ms',
        [at(during, 0.99)],
        [at(before, 0.99)],
        {
          atMost: 2,
        },
      ),
    ];
  } finally {
    await product?.stop();
    sink.kill();
  }
}

let amount = 200_000_000;

/** Bids at a steady pace for so many seconds, whether they are answered or not; milliseconds to each answer. */
async function bidFor(product: Product, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n < seconds * PACE; n++) {
    const waitMs = begun + (n * 1000) / PACE - performance.now();
    if (waitMs > 0) await pause(waitMs);
    asked.push(
      bid(product, n).then((took) => {
        times.push(took);
      }),
    );
  }
  await Promise.all(asked);
  return times;
}

async function bid(product: Product, n: number): Promise<number> {
  const auction = product.hot[n % product.hot.length]!;
  const sent = performance.now();
  const reply = await fetch(`http://127.0.0.1:${product.port}/api/auctions/${auction}/bids`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.tokens[n % product.tokens.length]}`,
      'content-type': 'application/json',
    },
    body: `{"bid":${++amount}}`,
  });
  await reply.text();
  if (reply.status !== 201 && reply.status !== 400) {
    throw new Error(`A bid is answered with ${reply.status}.`);
  }
  return performance.now() - sent;
}

function at(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}
