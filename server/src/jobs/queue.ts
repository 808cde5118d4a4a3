import { fromKysely, type Job, type JobOptions, PgBoss, type SendOptions } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type { Queryable } from '../db/pool.ts';
import { WatchedClient } from '../db/watched-client.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';

/** How often a worker says that it lives; the jobs of one that does not are taken up by others. */
const HEARTBEAT_S = 20;
/** How often the dead are looked for. */
const SUPERVISION_INTERVAL_S = 15;
/** How often what is done is cleared away. */
const CLEARING_INTERVAL_S = 300;

/**
 * All queues, each behind the one that its dead letters go to. A job is a row, written in the transaction of
 * its cause (MAIL-2).
 */
const QUEUES = {
  /** What the mail server did not take for half a day: kept for a superuser to look at. */
  'dead-mail': { retentionSeconds: 90 * 86_400 },
  mail: {
    notify: true,
    // Over twelve hours in all; when the mail server is back, no email waits for more than a quarter of one.
    retryLimit: 56,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
    heartbeatSeconds: HEARTBEAT_S,
    expireInSeconds: 120,
    deleteAfterSeconds: 60,
    deadLetter: 'dead-mail',
  },
} as const;

export type QueueName = keyof typeof QUEUES;

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
   * Handles a queue's jobs on this node, the most urgent first, one at a time in each worker slot; a thrown error
   * retries with back-off. A slot is the least priority that it takes (null: any): a high one is kept
   * free for the urgent.
   */
  work(
    queue: QueueName,
    slots: (number | null)[],
    handle: (data: unknown, id: string) => Promise<void>,
  ): Promise<void>;
  /** Takes no more jobs, lets those that are handled come to their end, and closes. */
  stop(): Promise<void>;
}

function boss(
  connectionString: string,
  options: { install: boolean; work: boolean; log?: Log },
): PgBoss {
  // It hands on to its pool what it does not know.
  const line: object = { Client: WatchedClient };
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

/** So often a fault of the queue is told: while the database is away each of its pollers meets one, again and again. */
const LOG_INTERVAL_MS = 60_000;

/** Each fault is tried again at the next poll: the log is told the first, and how many came before the next it hears of. */
function logFaults(log?: Pick<Log, 'error'>): (error: Error) => void {
  let loggedAt = -Infinity;
  let unlogged = 0;
  return (error) => {
    unlogged += 1;
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log?.error({ err: error, faults: unlogged }, 'the job queue met a fault; it tries again');
    unlogged = 0;
  };
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
  await instance.start();
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
    async work(queue, slots, handle) {
      for (const minPriority of slots) {
        let worker = '';
        worker = await instance.work(
          queue,
          {
            ...(minPriority === null ? {} : { minPriority }),
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 5,
          },
          async ([job]: Job<unknown>[]) => {
            try {
              if (job) await handle(job.data, job.id);
            } finally {
              // One notification may stand for many jobs: the next is looked for at once, until there is none.
              instance.notifyWorker(worker);
            }
          },
        );
      }
    },
    stop: () => instance.stop({ graceful: true, timeout: 12_000 }),
  };
}
