import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answer, startProduct } from './product.ts';
import { compare, type Result } from './results.ts';

const AUCTIONS = 500;
const WATCHERS = 10;
const EMAILS = AUCTIONS * WATCHERS;
const ASK_AGAIN_MS = 50;

const SERVER = join(import.meta.dirname, '../server/test/bench');

/**
 * The emails of a wave of ends, a second of them, against the same number of one email by a bare pool of as many connections of
 * nodemailer to the same kind of mail server.
 */
export async function measureEmails(): Promise<Result[]> {
  const sink = await startSink();
  const bareSink = await startSink();
  const product = await startProduct({
    bidders: WATCHERS,
    hot: 1,
    spread: AUCTIONS,
    smtpUrl: sink.url,
  });
  const bare = fork(join(SERVER, 'bare-mail.ts'), [bareSink.url]);
  try {
    await once(bare, 'message');
    await product.endAll({ watchers: WATCHERS, starts_in_s: 0, relists: false });
    await sink.until(1);
    const sent = await sink.until(EMAILS);
    bare.send({ emails: EMAILS });
    await bareSink.until(1);
    const plain = await bareSink.until(EMAILS);
    const name = `emails when ${AUCTIONS} auctions end / bare nodemailer`;
    return [compare(name, '/s', [sent], [plain], { atLeast: 0.5 })];
  } finally {
    bare.kill();
    await product.stop();
    sink.stop();
    bareSink.stop();
  }
}

async function startSink() {
  const child = fork(join(SERVER, 'mail-sink.ts'));
  const { url } = await answer<{ url: string }>(child);
  const take = async () => {
    const answered = answer<{ taken: number }>(child);
    child.send({});
    return (await answered).taken;
  };
  return {
    url,
    /** Emails a second until so many have been taken. */
    async until(count: number): Promise<number> {
      const begun = performance.now();
      const before = await take();
      let taken = before;
      while (taken < count) {
        await pause(ASK_AGAIN_MS);
        taken = await take();
      }
      return ((taken - before) * 1000) / (performance.now() - begun);
    },
    stop: () => child.kill(),
  };
}
