import { DELIVERY_FAULT } from '@restvarde/contract/feed/webhooks';
import { sql } from 'kysely';
import type { WorkerContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { deriveKey, unseal } from '../keys.ts';
import { type Log, onceAMinute } from '../log.ts';
import type { DeliveryResult } from '../metrics/worker-metrics.ts';
import { isCallable, NotAllowed, openCalls } from '../outgoing.ts';
import type { WebhookStoppedJob } from './emails/webhook-stopped.email.tsx';
import { signMessage } from './secrets.ts';

/** How long a receiver may take to send its status. */
const TIMEOUT_MS = 15_000;
/** The pauses before the second and later tries. Up to a tenth is added to each at random. */
const PAUSES_S = [5, 300, 1_800, 7_200, 36_000, 86_400];
/** The longest pause that a receiver may ask for. */
const LONGEST_ASKED_S = 3_600;
/** A delivery whose node died during a try is due again after this time. */
const LEASE_S = 45;
/** The largest number of simultaneous calls to a webhook, by all nodes together. */
const AT_ONCE = 4;
/** Webhooks that are looked at in one transaction. */
const BATCH = 50;
/** How long the previous secret also signs after a rotation. */
const FORMER_SECRET = '24 hours';
/** The status by which a receiver asks to be removed (Standard Webhooks 1.0.0). */
const GONE = 410;

type DeliveryContext = Pick<WorkerContext, 'config' | 'pool' | 'jobs'>;

interface DueDelivery {
  id: number;
  webhook_id: number;
  message_id: string;
  body: string;
  tries: number;
  url: string;
  sealed_secret: string;
  /** Null, or still valid. */
  sealed_former_secret: string | null;
  timestamp_s: number;
}

/** The outcome of a try. */
interface Outcome {
  result: DeliveryResult;
  status: number | null;
  error: string | null;
  /** The seconds that the receiver asks the product to wait. */
  asked_s: number;
}

/** Calls the webhooks of companies (FEED-10). */
export interface Deliverer {
  /** Starts what is due and returns how many there were. Does not wait for the receivers. */
  run(): Promise<number>;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  /** Aborts what is in progress; it is due again on another node. */
  stop(): Promise<void>;
}

interface DelivererOptions {
  /** Called after each call, before its outcome is stored. */
  onDelivery?: (result: DeliveryResult) => void;
  /** For tests only. */
  timeoutMs?: number;
}

/**
 * Opens the deliverer. Any number of nodes share the deliveries: a node takes one for longer than a try can last, and
 * taken deliveries count towards `AT_ONCE` of their webhook.
 */
export function openDeliverer(
  { config, pool, jobs }: DeliveryContext,
  log: Log,
  { onDelivery = () => {}, timeoutMs = TIMEOUT_MS }: DelivererOptions = {},
): Deliverer {
  const { db } = pool;
  const reachesPrivate = config.reachesPrivate ?? false;
  const send = openCalls(reachesPrivate);
  const key = deriveKey(config.secret, 'seal');
  const stopping = new AbortController();
  const inProgress = new Set<Promise<void>>();
  const onFault = onceAMinute((error: unknown, faults) =>
    log.error({ err: error, faults }, 'a call to a webhook is not recorded, and is made again'),
  );

  async function post(delivery: DueDelivery): Promise<Outcome> {
    const { url, message_id, timestamp_s, body, sealed_secret, sealed_former_secret } = delivery;
    if (!isCallable(url, reachesPrivate)) throw new NotAllowed(url);
    const secrets = [sealed_secret, sealed_former_secret].flatMap((sealed) =>
      sealed === null ? [] : [unseal(key, sealed)],
    );
    const { status, headers } = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Restvarde',
        'webhook-id': message_id,
        'webhook-timestamp': String(timestamp_s),
        'webhook-signature': signMessage(secrets, { message_id, timestamp_s, body }),
      },
      body,
      ignoresBody: true,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
    });
    return {
      result: status >= 200 && status < 300 ? 'delivered' : 'refused',
      ...{ status, error: null },
      asked_s: readRetryAfter(headers.get('retry-after')),
    };
  }

  async function attempt(delivery: DueDelivery): Promise<void> {
    const outcome = await post(delivery).catch(faultOf);
    if (stopping.signal.aborted && outcome.status === null) return;
    onDelivery(outcome.result);
    await db.transaction().execute((tx) => record(jobs, tx, delivery, outcome));
  }

  function start(delivery: DueDelivery): void {
    // If the outcome cannot be stored, the delivery stays taken, and is due again after the lease.
    const calling = attempt(delivery)
      .catch(onFault)
      .finally(() => inProgress.delete(calling));
    inProgress.add(calling);
  }

  return {
    async run() {
      const due = await db.transaction().execute(take);
      for (const delivery of due) start(delivery);
      return due.length;
    },
    async idle() {
      await Promise.all(inProgress);
    },
    async stop() {
      stopping.abort();
      await Promise.all(inProgress);
    },
  };
}

/** Takes due deliveries, at most `AT_ONCE` of each webhook, those that other nodes have taken included. */
async function take(tx: Tx): Promise<DueDelivery[]> {
  const isDue = sql`d.due_at <= (select now_ms()) and coalesce(d.taken_until <= now_ms(), true)`;
  // Other nodes skip a locked webhook, so no two nodes count its taken deliveries at once.
  const { rows: webhooks } = await sql<{ id: number }>`
    select w.id from webhooks w
    where w.id in (
      select d.webhook_id
      from webhook_deliveries d join webhooks of on of.id = d.webhook_id
      where ${isDue} and (of.active or d.is_manual) and (
        select count(*) from webhook_deliveries taken
        where taken.webhook_id = d.webhook_id and taken.taken_until > now_ms()
      ) < ${AT_ONCE}
      order by d.due_at, d.id
      limit ${BATCH}
    )
    for no key update skip locked`.execute(tx);
  if (webhooks.length === 0) return [];
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries taken
    set tries = taken.tries + 1, first_try_at = coalesce(taken.first_try_at, now_ms()),
      taken_until = now_ms() + make_interval(secs => ${LEASE_S})
    from webhooks w
    cross join lateral (
      select d.id from webhook_deliveries d
      where d.webhook_id = w.id and ${isDue} and (w.active or d.is_manual)
      order by d.due_at, d.id
      limit greatest(0, ${AT_ONCE} - (
        select count(*) from webhook_deliveries other
        where other.webhook_id = w.id and other.taken_until > now_ms()
      ))
    ) next
    where w.id = any(${webhooks.map(({ id }) => id)}::integer[]) and taken.id = next.id
    returning taken.id, taken.webhook_id, taken.message_id, taken.body, taken.tries, w.url, w.sealed_secret,
      case when w.rotated_at > now_ms() - ${FORMER_SECRET}::interval then w.sealed_former_secret end
        as sealed_former_secret,
      floor(extract(epoch from now_ms()))::float8 as timestamp_s`.execute(tx);
  return rows;
}

/** Stores the outcome of a try: delivered, due again later, or given up, which may stop the webhook. */
async function record(
  jobs: WorkerContext['jobs'],
  tx: Tx,
  { id, webhook_id, tries }: DueDelivery,
  { result, status, error, asked_s }: Outcome,
): Promise<void> {
  await sql`select from webhooks where id = ${webhook_id} for no key update`.execute(tx);
  const isDelivered = result === 'delivered';
  const pause_s = isDelivered || status === GONE ? undefined : PAUSES_S[tries - 1];
  const longer = 1 + Math.random() / 10;
  const next = pause_s === undefined ? null : Math.max(pause_s * longer, asked_s);
  const { rows } = await sql<{ first_try_at: Date }>`
    update webhook_deliveries
    set status = ${status}, error = ${error}, taken_until = null,
      due_at = now_ms() + make_interval(secs => ${next}::float8)
    where id = ${id} and tries = ${tries}
    returning first_try_at`.execute(tx);
  if (isDelivered)
    await sql`update webhooks set last_delivered_at = now_ms() where id = ${webhook_id}`.execute(
      tx,
    );
  // Without a row, the delivery was removed, or another node took it because this one had paused for long.
  if (rows.length === 0 || isDelivered || next !== null) return;
  const { rows: stopped } = await sql<{ company_id: number }>`
    update webhooks set active = false, stopped_at = now_ms()
    where id = ${webhook_id} and active
      and (${status === GONE} or coalesce(last_delivered_at < ${rows[0]!.first_try_at}, true))
    returning company_id`.execute(tx);
  for (const { company_id } of stopped) {
    const job: WebhookStoppedJob = {
      kind: 'webhook-stopped',
      company_id,
      webhook_id,
      to: 'company',
    };
    await jobs.send(tx, 'mail', job);
  }
}

/** Why a call got no status. */
function faultOf(error: unknown): Outcome {
  const isRefused = [error, (error as Error).cause].some((one) => one instanceof NotAllowed);
  const isLate = (error as Error).name === 'TimeoutError';
  const result = isRefused ? 'not_allowed' : isLate ? 'timeout' : 'broken';
  return { result, status: null, error: DELIVERY_FAULT[result], asked_s: 0 };
}

/** The seconds of a `Retry-After`, of either form (RFC 9110, 10.2.3); at most an hour. */
function readRetryAfter(header: string | null): number {
  if (header === null) return 0;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1_000 || 0;
  return Math.min(Math.max(seconds, 0), LONGEST_ASKED_S);
}
