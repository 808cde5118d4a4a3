import { sql } from 'kysely';
import type { WorkerContext } from '../context.ts';
import { type Log, onceAMinute } from '../log.ts';
import { openCalls } from '../outgoing.ts';
import { encryptMessage } from './encrypt.ts';
import { authorizationOf, contactOf, type PushKeys, readPushKeys } from './push-keys.ts';
import { type DuePush, readPushes } from './read-pushes.ts';

/** How long a push service may take to answer. */
const TIMEOUT_MS = 15_000;
/** The pauses before the second and the third try. */
const PAUSES_S = [5, 30];
const TRIES = PAUSES_S.length + 1;
/** A notification whose node died during a try is due again after this time. */
const LEASE_S = 45;
/** Notifications taken in one statement. */
const BATCH = 50;
/** Simultaneous calls to one push service, so that one that hangs does not delay the others. */
const AT_ONCE = 100;
/** The browser no longer has the subscription (RFC 8030, 7.3). */
const GONE = [404, 410];

type PushContext = Pick<WorkerContext, 'config' | 'pool'>;

/** Sends queued notifications to the browsers' push services (PUSH-4). */
export interface PushSender {
  /** Starts what is due and returns how many there were. Does not wait for the services. */
  run(): Promise<number>;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  /** Aborts what is in progress; it is due again on another node. */
  stop(): Promise<void>;
}

/**
 * Opens the sender. Any number of nodes share the notifications. A node takes one by moving its due time ahead, and
 * deletes it when it is sent or given up, so that a node that dies loses none.
 */
export function openPushSender({ config, pool }: PushContext, log: Log): PushSender {
  const { db } = pool;
  const send = openCalls(config.reachesPrivate ?? false);
  const subject = contactOf(config.mailFrom);
  const stopping = new AbortController();
  const inProgress = new Set<Promise<void>>();
  /** The number in progress by push service. */
  const load = new Map<string, number>();
  const onFailure = onceAMinute((error: unknown, failures) =>
    log.warn({ err: error, failures }, 'a push service did not accept a notification'),
  );

  async function post(push: DuePush, keys: PushKeys): Promise<number> {
    const { status } = await send(push.endpoint, {
      method: 'POST',
      headers: {
        authorization: authorizationOf(keys, {
          audience: push.service,
          subject,
          now_ms: Date.now(),
        }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.floor(push.ttl_ms / 1_000)),
        topic: push.payload.tag,
        urgency: 'high',
      },
      body: encryptMessage(push.keys, Buffer.from(JSON.stringify(push.payload))),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return status;
  }

  async function attempt(push: DuePush, keys: PushKeys): Promise<void> {
    try {
      const status = await post(push, keys);
      if (status >= 200 && status < 300) return await remove([push.id]);
      if (GONE.includes(status)) {
        await db
          .deleteFrom('push_subscriptions')
          .where('id', '=', push.subscription_id)
          .where('endpoint', '=', push.endpoint)
          .execute();
        return;
      }
      throw new Error(`${push.service} answered ${status}.`);
    } catch (error) {
      if (stopping.signal.aborted) return;
      onFailure(error);
      const pause_s = PAUSES_S[push.attempts - 1];
      if (pause_s === undefined) return await remove([push.id]);
      await sql`
        update push_messages set due_at = now_ms() + make_interval(secs => ${pause_s})
        where id = ${push.id}`.execute(db);
    }
  }

  async function remove(ids: number[]): Promise<void> {
    if (ids.length > 0) await db.deleteFrom('push_messages').where('id', 'in', ids).execute();
  }

  function start(push: DuePush, keys: PushKeys): void {
    load.set(push.service, (load.get(push.service) ?? 0) + 1);
    const sending = attempt(push, keys)
      // If the outcome cannot be stored, the notification stays taken, and is due again after the lease.
      .catch(onFailure)
      .finally(() => {
        inProgress.delete(sending);
        load.set(push.service, load.get(push.service)! - 1);
      });
    inProgress.add(sending);
  }

  return {
    async run() {
      const busy = [...load].filter(([, count]) => count >= AT_ONCE).map(([service]) => service);
      const { rows } = await sql<{ id: number }>`
        update push_messages m
        set attempts = attempts + 1, due_at = now_ms() + make_interval(secs => ${LEASE_S})
        where id in (
          select due.id
          from push_messages due join push_subscriptions p on p.id = due.subscription_id
          where due.due_at <= (select now_ms()) and p.service <> all(${busy}::text[])
          order by due.due_at, due.id
          limit ${BATCH}
          for no key update of due skip locked
        )
        returning id`.execute(db);
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      const pushes = (await readPushes(db, ids)).filter(({ attempts }) => attempts <= TRIES);
      const isSent = new Set(pushes.map(({ id }) => id));
      await remove(ids.filter((id) => !isSent.has(id)));
      if (pushes.length === 0) return ids.length;
      const keys = await readPushKeys(db, config.secret);
      for (const push of pushes) start(push, keys);
      return ids.length;
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
