import { setTimeout as pause } from 'node:timers/promises';
import { sendAnchor } from './admin/send-anchor.ts';
import { remindToNotify, sendSummaries } from './auctions/emails/daily-emails.ts';
import { recordSentEmail } from './auctions/emails/record-sent-email.ts';
import { sendFactsNews } from './auctions/form/notify-of-facts.ts';
import { announceStarted } from './auctions/lifecycle/announce-started.ts';
import { closeEnded } from './auctions/lifecycle/close-ended.ts';
import { sendDailySearches } from './auctions/saved-searches/send-daily.ts';
import { notifyOfBids } from './bids/notify-of-bids.ts';
import { openAnchoring } from './chain/anchor-links.ts';
import type { WorkerContext } from './context.ts';
import { kindOf, type QueuedEmail, renderJob } from './email/emails.ts';
import { failureOf, watchForOutage } from './email/mail-outage.ts';
import { openMailer } from './email/mailer.ts';
import { sendTokenEmails } from './feed/send-token-emails.ts';
import { type DailyTask, runDaily } from './jobs/daily.ts';
import type { Slots } from './jobs/queue.ts';
import { whenNone } from './jobs/under-way.ts';
import type { Log } from './log.ts';
import { openWorkerMetrics, type WorkerMetrics } from './metrics/worker-metrics.ts';
import { openClockGuard } from './operation/clock.ts';
import { announceEndings } from './push/queue-pushes.ts';
import { openPushSender } from './push/send-pushes.ts';
import { sendDeregistrationEmails, sendStorageEmails } from './sales/emails/daily-emails.ts';
import { notifyOfPlaces } from './sales/notify-of-places.ts';
import { relistDue } from './sales/relist/relist-due.ts';
import { settleDue } from './sales/settle-due.ts';
import { sendDismantlerEmails } from './service-stations/emails/send-dismantler-emails.ts';
import { sumSaleMonths } from './statistics/sum-sale-months.ts';
import { type Span, untraced } from './tracing/trace-statements.ts';
import { removeExpiredUploads } from './uploads/remove-uploads.ts';
import { applyRetention } from './users/retention.ts';
import { openDeliverer } from './webhooks/deliver.ts';

/** A job that every worker polls for. If a run returns more than 0, the next one starts at once. */
interface Poller {
  what: string;
  every_ms: number;
  /** Returns how many items it processed. */
  run(context: WorkerContext, log: Log): Promise<number>;
}

const POLLERS: Poller[] = [
  { what: 'notifying of bids', every_ms: 2_000, run: notifyOfBids },
  { what: 'announcing ends', every_ms: 15_000, run: announceEndings },
  { what: 'announcing new objects', every_ms: 2_000, run: announceStarted },
  { what: 'sending changed facts', every_ms: 30_000, run: sendFactsNews },
  { what: 'settling sales', every_ms: 5_000, run: settleDue },
  { what: 'summing the months of sales', every_ms: 10_000, run: sumSaleMonths },
  { what: 'notifying of places and hours', every_ms: 60_000, run: notifyOfPlaces },
  { what: 'expired uploads', every_ms: 60_000, run: removeExpiredUploads },
  { what: "the day's tasks", every_ms: 30_000, run: doDailyTasks },
];

const CLOSING = 'closing ended auctions';
const RELISTING = 'relisting what was not sold';
const ANCHORING = 'anchoring what ended';
const PUSHING = 'sending notifications';
const DELIVERING = 'calling webhooks';

/** Names of all pollers in the log and metrics. */
export const POLLER_NAMES = [
  CLOSING,
  RELISTING,
  ANCHORING,
  PUSHING,
  DELIVERING,
  ...POLLERS.map(({ what }) => what),
];

/** Tasks that run once a day (MAIL-4, DATA-2). */
export function dailyTasks(context: WorkerContext, log: Log): DailyTask[] {
  return [
    {
      task: 'retention',
      at: '03:30',
      async run(tx, { to }) {
        log.info({ report: await applyRetention(tx, to) }, 'expired personal data is removed');
      },
    },
    { task: 'anchor', at: '07:00', run: (tx, period) => sendAnchor(context, tx, period) },
    { task: 'summary', at: '07:00', run: (tx, period) => sendSummaries(context, tx, period) },
    {
      task: 'saved-searches',
      at: '07:00',
      run: (tx, period) => sendDailySearches(context, tx, period),
    },
    {
      task: 'reminders',
      at: '07:00',
      async run(tx, period) {
        await remindToNotify(context, tx, period);
        await sendStorageEmails(context, tx, period);
        await sendDeregistrationEmails(context, tx, period);
        await sendDismantlerEmails(context, tx, period);
        await sendTokenEmails(context, tx, period);
      },
    },
  ];
}

async function doDailyTasks(context: WorkerContext, log: Log): Promise<number> {
  await runDaily(context.pool.db, dailyTasks(context, log));
  return 0;
}

/**
 * Emails sent at once. Codes and links have slots apart, so that a slow mail server holding other emails does not delay
 * them.
 */
const URGENT_SLOTS: Slots = { count: 4, min_priority: 50 };
const SLOTS: Slots = { count: 8, max_priority: 49 };

/** Emails that somebody waits for: they yield to nothing. */
const URGENT = ['login-code', 'set-password', 'password-changed'];

/** The longest that an email yields to auctions due for closing or relisting. */
const ENDS_FIRST_MS = 2_000;
/** The longest that an email yields to bids in progress. Under a steady load every email waits this long. */
const BIDS_FIRST_MS = 50;

interface WorkerOptions {
  smtpUrl: string;
  log: Log;
  /** The operator vouches for the database's clock (OPS-5). */
  trustsClock?: boolean;
  /** Called after each successful poll for auctions to close. */
  onClosing?: () => void;
  metrics?: WorkerMetrics;
  /** The longest that an email yields to ends and bids; for tests only. */
  makesWayMs?: number;
  /** Traces each email, if the node traces. */
  span?: Span;
}

/** Starts background work of this node: pollers and emails. */
export async function startWorker(
  context: WorkerContext,
  options: WorkerOptions,
): Promise<{ stop(): Promise<void> }> {
  const { config, jobs } = context;
  const { metrics = openWorkerMetrics(), span = untraced, makesWayMs } = options;
  const mailer = openMailer({
    smtpUrl: options.smtpUrl,
    from: config.mailFrom,
    publicUrl: config.publicUrl,
    atOnce: URGENT_SLOTS.count + SLOTS.count,
  });
  const outages = watchForOutage(options.log, jobs.retryWaiting);
  const counted = (sending: Promise<void>) =>
    sending.then(
      () => metrics.onEmail('sent'),
      (error) => {
        metrics.onEmail(failureOf(error));
        throw error;
      },
    );
  const guard = openClockGuard(context.pool, {
    log: options.log,
    trustsDatabase: options.trustsClock ?? false,
  });
  /** Pollers act on time only while the clock is right. */
  const start = (poller: Poller, onDone?: () => void) =>
    startPoller(
      context,
      {
        ...poller,
        async run(...args) {
          const done = (await guard.isRight()) ? await poller.run(...args) : 0;
          onDone?.();
          return done;
        },
      },
      { log: options.log, onFault: () => metrics.onFault(poller.what) },
    );
  const closing = start(
    {
      what: CLOSING,
      every_ms: 500,
      run: (pollContext) =>
        closeEnded(pollContext, { onClosed: metrics.onClosed, isRight: guard.judge }),
    },
    options.onClosing,
  );
  const relisting = start({
    what: RELISTING,
    every_ms: 5_000,
    async run(pollContext) {
      // Users wait for the end of an auction, and nobody yet for its successor.
      await closing.idle();
      return relistDue(pollContext);
    },
  });
  const sendEmail = async (data: unknown, id: string, together: readonly unknown[]) => {
    const job = data as QueuedEmail;
    // When thousands end at once, close and relist them before the first email.
    if (!URGENT.includes(kindOf(job))) {
      const isQuiet = Promise.all([closing.idle(), relisting.idle()]);
      await Promise.race([isQuiet, pause(makesWayMs ?? ENDS_FIRST_MS, undefined, { ref: false })]);
      await whenNone(context.bidding, makesWayMs ?? BIDS_FIRST_MS);
    }
    await span(
      'send an email',
      { 'restvarde.email': kindOf(job), 'restvarde.job': id },
      async () => {
        const email = await renderJob({ ...context, together }, job, id);
        if (!email) return;
        await counted(outages.watch(id, mailer.send(email, id)));
        // A retry would send the email twice.
        await recordSentEmail(context.pool.db, job, { kind: kindOf(job), to: email.to }).catch(
          (error) => options.log.error({ err: error }, 'an email that was sent is not recorded'),
        );
      },
    );
  };
  await jobs.work('mail', URGENT_SLOTS, sendEmail);
  await jobs.work('mail', SLOTS, sendEmail);
  const anchoring = openAnchoring(context, options.log);
  metrics.watchAnchors(anchoring);
  const sealing = start({ what: ANCHORING, every_ms: 10_000, run: anchoring.seal });
  const pushSender = openPushSender(context, options.log);
  const pushing = start({ what: PUSHING, every_ms: 1_000, run: pushSender.run });
  const deliverer = openDeliverer(context, options.log, { onDelivery: metrics.onDelivery });
  const delivering = start({ what: DELIVERING, every_ms: 1_000, run: deliverer.run });
  const pollers = [
    closing,
    relisting,
    sealing,
    pushing,
    delivering,
    ...POLLERS.map((poller) => start(poller)),
  ];
  return {
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
      await Promise.all([pushSender.stop(), deliverer.stop()]);
      await jobs.stop();
      outages.stop();
      mailer.stop();
    },
  };
}

interface RunningPoller {
  /** Resolves when it finds nothing more, for now. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

function startPoller(
  context: WorkerContext,
  poller: Poller,
  { log, onFault }: { log: Log; onFault(): void },
): RunningPoller {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = async () => {
    try {
      while (!isStopped && (await poller.run(context, log)) > 0);
    } catch (error) {
      onFault();
      log.error({ err: error }, `${poller.what} failed; tried again at the next poll`);
    }
    if (!isStopped) timer = setTimeout(start, poller.every_ms);
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
