import { setTimeout as pause } from 'node:timers/promises';
import { Child } from '../child.ts';
import { startProduct } from './product.ts';
import { compare, type Result } from './results.ts';

const WATCHERS = 10;
const POLL_MS = 50;
/** Without a further email for so long, something is wrong. */
const STALL_MS = 60_000;
/** A duplicate would arrive within this time. */
const SETTLE_MS = 2_000;

/** Emails per second after a wave of ends, ten for each auction, against nodemailer with as many connections. */
export async function measureEmails(emails: number): Promise<Result> {
  const auctions = emails / WATCHERS;
  const sink = await Child.start<string>('bench/processes/mail-sink');
  const bareSink = await Child.start<string>('bench/processes/mail-sink');
  const product = await startProduct({
    bidders: WATCHERS,
    hot: 1,
    spread: auctions,
    smtpUrl: sink.ready,
  });
  const bare = await Child.start<null>('bench/processes/bare-mail', bareSink.ready);
  try {
    await product.call('endAll', { watchers: WATCHERS, starts_in_s: 0 });
    await untilCount(sink, 1);
    const sent = await untilCount(sink, emails);
    await pause(SETTLE_MS);
    const total = await sink.call<number>('count');
    const distinct = await sink.call<number>('countDistinct');
    if (total !== emails || distinct !== emails) {
      throw new Error(`${total} emails arrived for ${emails}, ${distinct} of them distinct.`);
    }
    const done = bare.call('send', emails);
    await untilCount(bareSink, 1);
    const plain = await untilCount(bareSink, emails);
    await done;
    const name = `${emails} emails after ${auctions} ends / nodemailer`;
    return compare(name, 'emails/s', [sent], [plain], { atLeast: 0.45 });
  } finally {
    await bare.stop();
    await product.stop();
    await sink.stop();
    await bareSink.stop();
  }
}

/**
 * Waits until a sink has `count` emails. Returns emails per second meanwhile.
 * @throws Error if none arrive for a minute.
 */
async function untilCount(sink: Child<string>, count: number): Promise<number> {
  const startedAt = performance.now();
  const before = await sink.call<number>('count');
  let arrived = before;
  let lastAt = startedAt;
  while (arrived < count) {
    await pause(POLL_MS);
    const now = await sink.call<number>('count');
    if (now > arrived) lastAt = performance.now();
    arrived = now;
    if (performance.now() - lastAt > STALL_MS) {
      throw new Error(`${arrived} of ${count} emails arrived, and no more.`);
    }
  }
  return ((arrived - before) * 1000) / (performance.now() - startedAt);
}
