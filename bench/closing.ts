import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CLIENTS } from './bid-load.ts';
import { type Product, startProduct } from './product.ts';
import { compare, limit, plot, type Result } from './report/results.ts';

const WATCHERS = 10;
/** Auctions that do not end, and the bids on them each second. */
const OPEN = 20;
const PACE = 100;
/** Seconds of bids before the wave, and from its start: of a large one longer. */
const BEFORE_S = 15;
const DURING_S = 20;
const DURING_LARGE_S = 45;
const LARGE = 5_000;

const SINK = join(import.meta.dirname, '../server/test/bench/mail-sink.ts');

/**
 * Thousands of auctions end in one second, each with watchers who get an email: how long the last one waits to
 * be closed, and with `relists` to be listed once more too (RELIST-8), and
 * what all this does to those who bid elsewhere meanwhile, against the same bids before.
 */
export async function measureClosing({
  auctions,
  relists,
}: {
  auctions: number;
  relists: boolean;
}): Promise<Result[]> {
  const sink = fork(SINK);
  let product: Product | undefined;
  try {
    const [{ url }] = await once(sink, 'message');
    product = await startProduct({ bidders: CLIENTS, hot: OPEN, spread: auctions, smtpUrl: url });
    // The first warms up.
    await bidFor(product, 3);
    await product.endAll({ watchers: WATCHERS, starts_in_s: BEFORE_S + 2, relists });
    const before = await bidFor(product, BEFORE_S);
    const begun = performance.now() + 2_000;
    await pause(2_000);
    const during = await bidFor(product, auctions < LARGE ? DURING_S : DURING_LARGE_S);
    const wave = await product.readWave();
    const elapsed = (performance.now() - begun) / 1000;
    sink.send({});
    const [{ taken }] = await once(sink, 'message');
    const emails = auctions * WATCHERS;
    console.log(
      `  ${auctions - wave.open} of ${auctions} auctions closed, ${wave.relisted} of them listed once more; ${taken} of ${emails} emails sent in ${elapsed.toFixed(0)} s, ${(taken / elapsed).toFixed(0)} a second`,
    );
    if (wave.open > 0) throw new Error(`${wave.open} auctions are not closed.`);
    if (taken + wave.waiting < emails) throw new Error('Emails are missing.');
    const relisted_s = wave.relisted < auctions ? Infinity : wave.longest_relist_s;
    const name = `${auctions} auctions end in a second${relists ? ', to be relisted' : ''}`;
    const meanwhile = (part: number, called: string) =>
      compare(
        `${name}: bids elsewhere meanwhile, ${called} / before`,
        'ms',
        [at(during, part)],
        [at(before, part)],
        { atMost: 2 },
      );
    const closed = limit(`${name}: all closed`, 's', wave.longest_s, 5);
    const usual = meanwhile(0.5, 'p50');
    const slow = meanwhile(0.99, 'p99');
    if (relists) {
      return [closed, limit(`${name}: all relisted`, 's', relisted_s, 60), usual, slow];
    }
    return [
      plot(closed, 'closing', 'the last one closed', auctions),
      plot(usual, 'closing', 'bids elsewhere, median', auctions),
      plot(slow, 'closing', 'bids elsewhere, the slowest in 100', auctions),
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
