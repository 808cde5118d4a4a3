import type { EventDetails, EventKind } from '@restvarde/contract/security/event-kinds';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import type { Origin } from '../http/route.ts';

/** The acting user and origin. Without an origin it is the product itself, or an operator's command. */
export interface Doer extends Partial<Origin> {
  /** Null before a login. */
  user_id: number | null;
}

/** An event with the details of its kind. */
export type NewEvent = {
  [K in EventKind]: {
    kind: K;
    /** The account concerned; by default the doer's. */
    user_id?: number | null;
    /** The company concerned; by default the account's. */
    company_id?: number | null;
  } & (object extends EventDetails[K] ? { details?: never } : { details: EventDetails[K] });
}[EventKind];

/**
 * Records an event about an account, in the transaction that causes it (SEC-1). The only function that does. Events are
 * never changed, and contain nothing that users typed.
 */
export async function recordEvent(tx: Queryable, doer: Doer, event: NewEvent): Promise<void> {
  const user_id = event.user_id === undefined ? doer.user_id : event.user_id;
  await sql`
    insert into security_events (kind, user_id, actor_id, company_id, ip, user_agent, details)
    values (
      ${event.kind}, ${user_id}, ${doer.user_id},
      coalesce((select id from companies where id = ${event.company_id ?? null}), (
        select coalesce(u.company_id, s.company_id)
        from users u left join service_stations s on s.id = u.service_station_id
        where u.id = ${user_id}
      )),
      ${doer.ip ?? null}::inet, ${(doer.user_agent ?? '').slice(0, 300)},
      ${JSON.stringify(event.details ?? {})}
    )`.execute(tx);
}
