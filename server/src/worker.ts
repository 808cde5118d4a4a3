import { setTimeout as pause } from 'node:timers/promises';
import { announceStarted } from './auctions/announce-started.ts';
import { closeEnded } from './auctions/close-ended.ts';
import { composeCompanySummary, sendSummaries } from './auctions/letters/company-summary-letter.ts';
import { composeCompanyEnded, composeEnded } from './auctions/letters/ended-letter.ts';
import { composeNewObject } from './auctions/letters/new-object-letter.ts';
import {
  composePickupReminder,
  composeUntoldWinners,
  sendReminders,
} from './auctions/letters/reminders-letter.ts';
import { composeWinnerWithdrawn } from './auctions/letters/winner-withdrawn-letter.ts';
import { composeWinner } from './auctions/winner-letter.ts';
import { composeLoginCode } from './auth/login-code.ts';
import { composePasswordChanged, composeSetPassword } from './auth/password-link.ts';
import { composeBidNews } from './bids/letters/bid-news-letter.ts';
import { composeBidRemoved } from './bids/letters/bid-removed-letter.ts';
import { composeOutbid } from './bids/letters/outbid-letter.ts';
import { tellOfBids } from './bids/tell-of-bids.ts';
import { type DailyTask, runDaily } from './jobs/daily.ts';
import type { Letter } from './mail/letter.ts';
import { openMailer } from './mail/mailer.ts';
import type { Backstage } from './platform.ts';
import { applyRetention } from './users/retention.ts';

/** Where it tells what it did and what went wrong: values, and a sentence. */
export interface Log {
  error(values: object, sentence: string): void;
  info(values: object, sentence: string): void;
}

/** What every node looks for again and again; with something found it looks again at once. */
interface Sweep {
  what: string;
  /** Milliseconds. */
  every: number;
  /** How much it found and did. */
  run(platform: Backstage, log: Log): Promise<number>;
}

const CLOSING: Sweep = { what: 'closing ended auctions', every: 500, run: closeEnded };

const SWEEPS: Sweep[] = [
  { what: 'telling of bids', every: 2_000, run: tellOfBids },
  { what: 'telling of new objects', every: 2_000, run: announceStarted },
  { what: "the day's tasks", every: 30_000, run: doDailyTasks },
];

/** What is done once a day (MAIL-4, DATA-2). */
export function dailyTasks(platform: Backstage, log: Log): DailyTask[] {
  return [
    {
      task: 'retention',
      at: '03:30',
      async run(tx, { to }) {
        log.info({ report: await applyRetention(tx, to) }, 'what is not to be kept is gone');
      },
    },
    { task: 'summary', at: '07:00', run: (tx, period) => sendSummaries(platform, tx, period) },
    { task: 'reminders', at: '07:00', run: (tx, period) => sendReminders(platform, tx, period) },
  ];
}

async function doDailyTasks(platform: Backstage, log: Log): Promise<number> {
  await runDaily(platform.pool.db, dailyTasks(platform, log));
  return 0;
}

type Compose = (platform: Backstage, job: never, jobId: string) => Promise<Letter | null>;

/** Every kind of letter, composed when it is sent: who may get it, and what it may say, is decided then. */
const LETTERS: Record<string, Compose> = {
  'bid-news': composeBidNews,
  'bid-removed': composeBidRemoved,
  'company-ended': composeCompanyEnded,
  'company-summary': composeCompanySummary,
  ended: composeEnded,
  'new-object': composeNewObject,
  outbid: composeOutbid,
  'pickup-reminder': composePickupReminder,
  'untold-winners': composeUntoldWinners,
  winner: composeWinner,
  'winner-withdrawn': composeWinnerWithdrawn,
  'set-password': composeSetPassword,
  'password-changed': composePasswordChanged,
  'login-code': (platform, job) => composeLoginCode(platform.pool.db, platform.config.secret, job),
};

export const LETTER_KINDS = Object.keys(LETTERS);

/** The letter of a mail job; null when there is nobody to send it to any more. */
export function composeJob(
  platform: Backstage,
  job: { letter: string },
  id: string,
): Promise<Letter | null> {
  const compose = LETTERS[job.letter];
  // A newer node wrote it: one of those sends it when the job is tried again.
  if (!compose) throw new Error(`This node knows no letter "${job.letter}".`);
  return compose(platform, job as never, id);
}

/**
 * Letters under way at once, and the least priority that each lane takes: whoever waits for a code or a link
 * does not wait behind others' letters that a slow mail server holds.
 */
const LANES = [50, 50, ...Array<null>(8).fill(null)];

/** The letters that somebody sits and waits for: they make way for nothing. */
const URGENT = ['login-code', 'set-password', 'password-changed'];

/** So long at most a letter makes way for auctions that wait to be closed (milliseconds). */
const MAKES_WAY = 2_000;

/** Starts what this node does without being asked: its sweeps, and sending mail. */
export async function startWorker(
  platform: Backstage,
  options: { smtpUrl: string; log: Log },
): Promise<{ stop(): Promise<void> }> {
  const { config, jobs } = platform;
  const mailer = openMailer({
    smtpUrl: options.smtpUrl,
    from: config.mailFrom,
    publicUrl: config.publicUrl,
    atOnce: LANES.length,
  });
  const closing = startSweep(platform, CLOSING, options.log);
  await jobs.work('mail', LANES, async (data, id) => {
    const job = data as { letter: string };
    // When thousands end at once, they are closed before the first are written about.
    if (!URGENT.includes(job.letter)) {
      await Promise.race([closing.idle(), pause(MAKES_WAY, undefined, { ref: false })]);
    }
    const letter = await composeJob(platform, job, id);
    if (letter) await mailer.send(letter, id);
  });
  const sweeps = [closing, ...SWEEPS.map((sweep) => startSweep(platform, sweep, options.log))];
  return {
    async stop() {
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
      await jobs.stop();
      mailer.stop();
    },
  };
}

interface RunningSweep {
  /** Resolves when it has found nothing more, for now. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

function startSweep(platform: Backstage, sweep: Sweep, log: Log): RunningSweep {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = async () => {
    try {
      while (!isStopped && (await sweep.run(platform, log)) > 0);
    } catch (error) {
      log.error({ err: error }, `${sweep.what} failed; tried again at the next sweep`);
    }
    if (!isStopped) timer = setTimeout(start, sweep.every);
  };
  const start = () => {
    running = run();
  };
  start();
  return {
    idle: () => running,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
