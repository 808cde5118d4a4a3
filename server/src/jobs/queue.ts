import { fromKysely, type Job, type JobOptions, PgBoss, type SendOptions } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type { Queryable } from '../db/pool.ts';
import { type SessionSettings, WatchedClient } from '../db/watched-client.ts';
import { type Log, onceAMinute } from '../log.ts';
import { StartError } from '../start-error.ts';
import { openSlots } from './slots.ts';

/** How often a worker says that it lives; the jobs of one that does not are taken up by others. */
const HEARTBEAT_S = 20;
/** How often the dead are looked for. */
const SUPERVISION_INTERVAL_S = 15;
/** How often what is done is cleared away. */
const CLEARING_INTERVAL_S = 300;
/** Jobs taken by one statement, and marked by one: alone these two cost more than the email does. */
const BATCH = 20;
/** What is done is marked so soon, however long the rest of its batch takes. */
const MARK_INTERVAL_MS = 500;

/**
 * The next jobs stand in the order of an index. What has just been written is not counted yet, so that PostgreSQL would take
 * the thousands of emails of a minute for a few, and sort all of them for each batch: 37 ms of it, and not 0.3.
 */
const BY_INDEX: SessionSettings = { enable_sort: 'off' };

/**
 * All queues, each behind the one that its dead letters go to. A job is a row, written in the transaction of
 * its cause (MAIL-2).
 */
const QUEUES = {
  /** What the mail server did not take for half a day: kept for a superuser to look at. */
  'dead-mail': { retentionSeconds: 90 * 86_400 },
  mail: {
    notify: true,
    // Over twelve hours in all.
    retryLimit: 56,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
    heartbeatSeconds: HEARTBEAT_S,
    // A batch waits its turn while a silent mail server holds the slots.
    expireInSeconds: 900,
    deleteAfterSeconds: 60,
    deadLetter: 'dead-mail',
  },
} as const;

export type QueueName = keyof typeof QUEUES;

/** SQL: the mail server refused this email itself, for good. The other emails may be taken. */
export const REFUSED_FOR_GOOD = `coalesce(output->>'code' in ('EENVELOPE', 'EMESSAGE')
  and output->>'responseCode' like '5%', false)`;

/**
 * SQL: when a job became due. A retry moves `start_after`; `keep_until` stays `retention_seconds` after the time that the job
 * was written for.
 */
export const DUE_AT = `keep_until - make_interval(
  secs => (select retention_seconds from pgboss.queue where queue.name = job.name))`;

/** Room for jobs that are handled at once. */
export interface Slots {
  count: number;
  /** What they take, of the priorities that jobs have: without, all. */
  min_priority?: number;
  max_priority?: number;
}

export interface Jobs {
  /** Writes a job in the caller's transaction: rolled back together. */
  send(tx: Queryable, queue: QueueName, data: object, options?: SendOptions): Promise<void>;
  /** The same for many at once, in one statement. */
  sendAll(tx: Queryable, queue: QueueName, all: object[], options?: JobOptions): Promise<void>;
  /** The same for jobs that were there before, under the ids that they had. */
  sendAgain(
    tx: Queryable,
    queue: QueueName,
    all: { id: string; data: object; priority: number }[],
  ): Promise<void>;
  /**
   * Handles a queue's jobs on this node, the most urgent first, so many at once as there are slots; a thrown error
   * retries with back-off. They are taken and marked in batches, each by its own outcome: one that hangs holds up its
   * slot alone. What must not wait for others that were taken before it has slots of its own. Each is handled with the data
   * of all of its batch, for what it reads.
   */
  work(
    queue: QueueName,
    slots: Slots,
    handle: (data: unknown, id: string, together: readonly unknown[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Retries the emails now that wait for their next try, the most urgent first, at most `limit` of them. It costs them
   * none of their tries, but is limited to the half day after which an email is given up.
   */
  retryWaiting(limit?: number): Promise<void>;
  /** Takes no more jobs, lets those that are handled come to their end, and closes. */
  stop(): Promise<void>;
}

function boss(
  connectionString: string,
  options: { install: boolean; work: boolean; log?: Log },
): PgBoss {
  // It hands on to its pool what it does not know.
  const line: object = {
    Client: WatchedClient,
    onConnect: (client: WatchedClient) => client.prepare(BY_INDEX),
  };
  const instance = new PgBoss({
    ...line,
    connectionString,
    max: options.work ? 4 : 1,
    application_name: 'restvarde jobs',
    migrate: options.install,
    createSchema: options.install,
    supervise: options.work,
    schedule: options.work,
    useListenNotify: options.work,
    superviseIntervalSeconds: SUPERVISION_INTERVAL_S,
    monitorIntervalSeconds: SUPERVISION_INTERVAL_S,
    maintenanceIntervalSeconds: CLEARING_INTERVAL_S,
  });
  instance.on('error', logFaults(options.log));
  return instance;
}

/** Each fault is tried again at the next poll; while the database is away each poller has one. */
function logFaults(log?: Pick<Log, 'error'>): (error: Error) => void {
  return onceAMinute((error, faults) =>
    log?.error({ err: error, faults }, 'the job queue met a fault; it tries again'),
  );
}

/**
 * Installs or updates the queue's tables and our queues. Once per database and release.
 * @throws StartError when a newer release has updated them.
 */
export async function prepareJobs(connectionString: string): Promise<void> {
  const instance = boss(connectionString, { install: true, work: false });
  await instance.start();
  const known = packageJson.pgboss.schema;
  const found = await instance.schemaVersion();
  if (found !== null && found > known) {
    await instance.stop({ graceful: false });
    throw new StartError(
      `The job queue was updated by a newer release (its schema is ${found}, this one knows ${known}): start that one, or restore a backup from before.`,
    );
  }
  for (const [name, options] of Object.entries(QUEUES)) {
    await instance.createQueue(name, options);
    await instance.updateQueue(name, options);
  }
  await instance.stop({ graceful: false });
}

/** Opens the prepared queue; with `work` it may also handle jobs. Its faults are told to the log, one a minute. */
export async function openJobs(
  connectionString: string,
  options: { work: boolean; log?: Log },
): Promise<Jobs> {
  const instance = boss(connectionString, { install: false, ...options });
  try {
    await instance.start();
  } catch (error) {
    await instance.stop({ graceful: false });
    throw error;
  }
  let isStopping = false;
  const workers: string[] = [];
  return {
    async send(tx, queue, data, sendOptions) {
      await instance.send(queue, data, { ...sendOptions, db: fromKysely(tx) });
    },
    async sendAll(tx, queue, all, jobOptions) {
      if (all.length === 0) return;
      const rows = all.map((data) => ({ ...jobOptions, data }));
      await instance.insert(queue, rows, { db: fromKysely(tx), returnId: false });
    },
    async sendAgain(tx, queue, all) {
      await instance.insert(queue, all, { db: fromKysely(tx), returnId: false });
    },
    async work(queue, { count, min_priority: minPriority, max_priority: maxPriority }, handle) {
      const inSlot = openSlots(count);
      const handleInSlot = ({ data, id, signal }: Job<unknown>, together: readonly unknown[]) =>
        inSlot(async () => {
          // Whoever takes it next handles it.
          if (isStopping || signal.aborted) throw new Error('The node stops.');
          await handle(data, id, together);
        });
      const handleBatch = async (batch: Job<unknown>[]) => {
        const done: Job<unknown>[] = [];
        const failed: { job: Job<unknown>; error: unknown }[] = [];
        let marked = 0;
        const markDone = async () => {
          const until = done.length;
          if (until > marked) await instance.complete(queue, done.slice(marked, until));
          marked = until;
        };
        const together = batch.map(({ data }) => data);
        const handleOne = (job: Job<unknown>) =>
          handleInSlot(job, together).then(
            () => void done.push(job),
            (error) => void failed.push({ job, error }),
          );
        // What cannot be marked now is with the rest.
        const timer = setInterval(() => markDone().catch(() => {}), MARK_INTERVAL_MS);
        try {
          await Promise.all(batch.map(handleOne));
        } finally {
          clearInterval(timer);
        }
        // Marked as done by whoever calls this.
        if (failed.length === 0) return;
        await markDone();
        for (const { job, error } of failed) await instance.fail(queue, job, Object(error));
      };
      // As many batches as slots: where each has one that hangs, so has each slot.
      for (let n = 0; n < count; n++) {
        let worker = '';
        worker = await instance.work(
          queue,
          {
            ...(minPriority === undefined ? {} : { minPriority }),
            ...(maxPriority === undefined ? {} : { maxPriority }),
            batchSize: BATCH,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 5,
          },
          async (batch: Job<unknown>[]) => {
            try {
              await handleBatch(batch);
            } finally {
              // One notification may stand for many jobs: the next are looked for at once, until there are none.
              instance.notifyWorker(worker);
            }
          },
        );
        workers.push(worker);
      }
    },
    async retryWaiting(limit = 1_000_000) {
      await instance.getDb().executeSql(
        `update pgboss.job set start_after = now(), retry_count = greatest(retry_count - 1, 0)
        where name = 'mail' and id in (
          select id from pgboss.job
          where name = 'mail' and state = 'retry' and start_after > now()
            and ${DUE_AT} > now() - interval '12 hours' and not ${REFUSED_FOR_GOOD}
          order by priority desc, created_on
          limit $1
          for update skip locked
        )`,
        [limit],
      );
      for (const worker of workers) instance.notifyWorker(worker);
    },
    stop() {
      isStopping = true;
      return instance.stop({ graceful: true, timeout: 12_000 });
    },
  };
}
