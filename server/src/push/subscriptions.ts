import type { Body } from '@restvarde/contract/endpoint';
import { SENTENCE } from '@restvarde/contract/errors';
import { PUSH_SENTENCE, type savePushSubscription } from '@restvarde/contract/push/push';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { isPoint } from './encrypt.ts';

/** The push services of the browsers. */
const HOSTS =
  /^(fcm\.googleapis\.com|[\w.-]+\.(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/;

const PER_USER = 10;

/**
 * Subscribes a browser for a session (PUSH-2). An endpoint belongs to its last registrant. The oldest subscription
 * beyond ten of a user is deleted. Returns the id.
 * @throws DomainError 400 at `endpoint` for an address that is not a push service's, and at `keys` for one that is not a browser's key
 */
export function insertSubscription(
  db: Database,
  { user_id, session_id }: { user_id: number; session_id: string },
  { endpoint, keys }: Body<typeof savePushSubscription>,
  reachesPrivate: boolean,
): Promise<number> {
  const service = serviceOf(endpoint, reachesPrivate);
  if (service === null) throw refuse.field('endpoint', PUSH_SENTENCE.endpoint);
  if (!isPoint(keys.p256dh)) throw refuse.field('keys', SENTENCE.wrong);
  return db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user_id} for no key update`.execute(tx);
    await tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
    const { id } = await tx
      .insertInto('push_subscriptions')
      .values({ user_id, session_id, endpoint, service, p256dh: keys.p256dh, auth: keys.auth })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${user_id} order by id desc offset ${PER_USER}
      )`.execute(tx);
    return id;
  });
}

/** The origin of a push service's address; null if it is not allowed. */
function serviceOf(endpoint: string, reachesPrivate: boolean): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username || password) return null;
  if (reachesPrivate) return /^https?:$/.test(protocol) ? origin : null;
  return protocol === 'https:' && port === '' && HOSTS.test(hostname) ? origin : null;
}
