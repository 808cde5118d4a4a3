import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answer, startProduct } from './product.ts';
import { compare, limit, plot, type Result } from './report/results.ts';

const WATCHERS = 10;
const ASK_AGAIN_MS = 50;
/** So long nothing comes when something is wrong. */
const PATIENCE_MS = 60_000;
/** What came twice has come by then. */
const SETTLED_MS = 2_000;

const SERVER = join(import.meta.dirname, '../server/test/bench');

/**
 * So many emails of a wave of ends, ten of each: how many a second, against the same number of one email by a bare pool of as
 * many connections of nodemailer to the same kind of mail server; and when the last has come after the last end.
 */
export async function measureEmails(emails: number): Promise<Result[]> {
  const auctions = emails / WATCHERS;
  const sink = await startSink();
  const bareSink = await startSink();
  const product = await startProduct({
    bidders: WATCHERS,
    hot: 1,
    spread: auctions,
    smtpUrl: sink.url,
  });
  // Whatever the bench itself is run with must not let it end while it waits to be asked.
  const bare = fork(join(SERVER, 'bare-mail.ts'), [bareSink.url], { execArgv: [] });
  try {
    await once(bare, 'message');
    await product.endAll({ watchers: WATCHERS, starts_in_s: 0, relists: false });
    const begun = performance.now();
    await sink.until(1);
    const sent = await sink.until(emails);
    const last_s = (performance.now() - begun) / 1000;
    await sink.check(emails);
    bare.send({ emails });
    await bareSink.until(1);
    const plain = await bareSink.until(emails);
    const name = `${emails} emails when ${auctions} auctions end`;
    return [
      plot(
        compare(`${name} / bare nodemailer`, '/s', [sent], [plain], { atLeast: 0.5 }),
        'emails',
        'emails a second',
        emails,
      ),
      plot(
        limit(`${name}: the last`, 's', last_s, 90),
        'emails',
        'the last one after the end',
        emails,
      ),
    ];
  } finally {
    bare.kill();
    await product.stop();
    sink.stop();
    bareSink.stop();
  }
}

/** A mail server in a process of its own, and what it has taken. */
async function startSink() {
  const child = fork(join(SERVER, 'mail-sink.ts'));
  const { url } = await answer<{ url: string }>(child);
  const ask = async (question: { counts_distinct?: boolean } = {}) => {
    const answered = answer<{ taken: number; distinct: number | null }>(child);
    child.send(question);
    return answered;
  };
  return {
    url,
    /**
     * Emails a second until so many have been taken.
     * @throws Error when no more come.
     */
    async until(count: number): Promise<number> {
      const begun = performance.now();
      const { taken: before } = await ask();
      let taken = before;
      let moved = begun;
      while (taken < count) {
        await pause(ASK_AGAIN_MS);
        const now = await ask();
        if (now.taken > taken) moved = performance.now();
        taken = now.taken;
        if (performance.now() - moved > PATIENCE_MS) {
          throw new Error(`Of ${count} emails ${taken} have come, and no more do.`);
        }
      }
      return ((taken - before) * 1000) / (performance.now() - begun);
    },
    /** @throws Error unless each of so many has come once. */
    async check(count: number): Promise<void> {
      await pause(SETTLED_MS);
      const { taken, distinct } = await ask({ counts_distinct: true });
      if (taken !== count || distinct !== count) {
        throw new Error(`Of ${count} emails ${taken} have come, of which ${distinct} differ.`);
      }
    },
    stop: () => child.kill(),
  };
}
