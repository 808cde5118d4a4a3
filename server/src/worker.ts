import type { FastifyBaseLogger } from 'fastify';
import { closeEnded } from './auctions/close-ended.ts';
import { composeWinner } from './auctions/winner-letter.ts';
import { composeLoginCode } from './auth/login-code.ts';
import { composePasswordChanged, composeSetPassword } from './auth/password-link.ts';
import type { Letter } from './mail/letter.ts';
import { openMailer } from './mail/mailer.ts';
import type { Platform } from './platform.ts';

/** How often every node looks for auctions that are past their end (milliseconds). */
const SWEEP = 500;

type Compose = (platform: Platform, job: never, jobId: string) => Promise<Letter | null>;

/** Every kind of letter, composed when it is sent: who may get it, and what it may say, is decided then. */
const LETTERS: Record<string, Compose> = {
  winner: composeWinner,
  'set-password': composeSetPassword,
  'password-changed': composePasswordChanged,
  'login-code': (platform, job) => composeLoginCode(platform.pool.db, platform.config.secret, job),
};

/** Starts what this node does without being asked: closing auctions and sending mail. */
export async function startWorker(
  platform: Platform,
  options: { smtpUrl: string; log: Pick<FastifyBaseLogger, 'error'> },
): Promise<{ stop(): Promise<void> }> {
  const { config, pool, jobs } = platform;
  const mailer = openMailer({
    smtpUrl: options.smtpUrl,
    from: config.mailFrom,
    domain: new URL(config.publicUrl).hostname,
  });
  await jobs.work('mail', async (data, id) => {
    const compose = LETTERS[(data as { letter: string }).letter];
    const letter = await compose?.(platform, data as never, id);
    if (letter) await mailer.send(letter, id);
  });

  let timer: NodeJS.Timeout;
  let sweeping: Promise<void> = Promise.resolve();
  let isStopped = false;
  const sweep = async () => {
    try {
      while (!isStopped && (await closeEnded(pool.db)) > 0);
    } catch (error) {
      options.log.error(
        { err: error },
        'closing ended auctions failed; tried again at the next sweep',
      );
    }
    if (!isStopped) timer = setTimeout(start, SWEEP);
  };
  const start = () => {
    sweeping = sweep();
  };
  start();

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await sweeping;
      mailer.stop();
    },
  };
}
