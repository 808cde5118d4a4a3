import { fromKysely, type Job, type JobOptions, PgBoss, type SendOptions } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type { Queryable } from '../db/pool.ts';
import { type SessionSettings, WatchedClient } from '../db/watched-client.ts';
import { type Log, onceAMinute } from '../log.ts';
import { StartError } from '../start-error.ts';

/** Heartbeat of a worker; the jobs of a dead one are retried by others. */
const HEARTBEAT_S = 20;
/** How often dead workers are looked for. */
const SUPERVISION_INTERVAL_S = 15;
/** How often finished jobs are deleted. */
const CLEARING_INTERVAL_S = 300;
/** Jobs fetched and completed per statement: for a single job these two statements cost more than the email does. */
const BATCH = 20;
/** Finished jobs are completed this often, however long the rest of their batch takes. */
const MARK_INTERVAL_MS = 500;

/**
 * Makes PostgreSQL read the next jobs from an index. Its statistics do not yet know of thousands of new emails, so it
 * would sort all of them for each batch: 37 ms instead of 0.3.
 */
const BY_INDEX: SessionSettings = { enable_sort: 'off' };

/**
 * All queues; a dead-letter queue comes before its source. A job is inserted in the transaction of its cause (MAIL-2).
 */
const QUEUES = {
  /** Emails that the mail server did not accept for half a day, kept for superusers. */
  'dead-mail': { retentionSeconds: 90 * 86_400 },
  mail: {
    notify: true,
    // Over twelve hours in all.
    retryLimit: 56,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
    heartbeatSeconds: HEARTBEAT_S,
    // A batch may wait while a silent mail server holds the slots.
    expireInSeconds: 900,
    deleteAfterSeconds: 60,
    deadLetter: 'dead-mail',
  },
} as const;

export type QueueName = keyof typeof QUEUES;

/** SQL: the mail server refused this email for good, or drops the connection over it alone. It may accept others. */
export const ITS_OWN_FAULT = `coalesce(output->>'is_own_fault' = 'true'
  or output->>'code' in ('EENVELOPE', 'EMESSAGE') and output->>'responseCode' like '5%', false)`;

/**
 * SQL: when a job became due. A retry moves `start_after`; `keep_until` stays `retention_seconds` after the original
 * time.
 */
export const DUE_AT = `keep_until - make_interval(
  secs => (select retention_seconds from pgboss.queue where queue.name = job.name))`;

/** Capacity for concurrent jobs. */
export interface Slots {
  count: number;
  /** Range of priorities that it handles; by default all. */
  min_priority?: number;
  max_priority?: number;
}

export interface Jobs {
  /** Inserts a job in the caller's transaction. */
  send(tx: Queryable, queue: QueueName, data: object, options?: SendOptions): Promise<void>;
  /** Inserts many jobs in one statement. */
  sendAll(tx: Queryable, queue: QueueName, all: object[], options?: JobOptions): Promise<void>;
  /** Inserts earlier jobs again under their old ids. */
  sendAgain(
    tx: Queryable,
    queue: QueueName,
    all: { id: string; data: object; priority: number }[],
  ): Promise<void>;
  /**
   * Handles a queue's jobs on this node by priority, as many at once as there are slots. A thrown error retries with
   * back-off. Jobs are fetched and completed in batches, each with its own outcome; one that hangs blocks only its
   * slot. Urgent jobs need slots of their own. A handler also gets the data of its whole batch, for shared reads.
   */
  work(
    queue: QueueName,
    slots: Slots,
    handle: (data: unknown, id: string, together: readonly unknown[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Retries waiting emails now, at most `limit`, those first that have not been tried for longest. It does not count as
   * one of their tries, but an email is still given up after half a day.
   */
  retryWaiting(limit?: number): Promise<void>;
  /** Stops fetching jobs, lets running ones finish, and closes. */
  stop(): Promise<void>;
}

function boss(
  connectionString: string,
  options: { install: boolean; work: boolean; log?: Log },
): PgBoss {
  // pg-boss passes unknown options to its pool.
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

/** Each fault is retried at the next poll. While the database is unavailable, every poller has one. */
function logFaults(log?: Pick<Log, 'error'>): (error: Error) => void {
  return onceAMinute((error, faults) =>
    log?.error({ err: error, faults }, 'the job queue met a fault; it tries again'),
  );
}

/**
 * Creates or updates the queue's tables and our queues. Once per database and release.
 * @throws StartError if a newer release has updated them.
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

/** Opens the prepared queue. Handles jobs only with `work`. Logs faults, at most one a minute. */
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
          // The job returns to the queue for another node.
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
        // What cannot be completed now is completed with the rest.
        const timer = setInterval(() => markDone().catch(() => {}), MARK_INTERVAL_MS);
        try {
          await Promise.all(batch.map(handleOne));
        } finally {
          clearInterval(timer);
        }
        // pg-boss completes the jobs when this returns.
        if (failed.length === 0) return;
        await markDone();
        for (const { job, error } of failed) await instance.fail(queue, job, Object(error));
      };
      // As many batches as slots, so that hung batches never block more than their slots.
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
              // One notification may cover many jobs: fetch again until there are none.
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
            and ${DUE_AT} > now() - interval '12 hours' and not ${ITS_OWN_FAULT}
          order by started_on
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

/** Opens `count` slots. Work waits for one, first come, first served. */
function openSlots(count: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
