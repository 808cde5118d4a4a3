import type { EventDetails, EventKind } from '@restvarde/contract/security/event-kinds';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import type { Origin } from '../http/route.ts';

/** Who does it, and from where. Without an origin it is the product itself, or somebody at its command line. */
export interface Doer extends Partial<Origin> {
  /** Null before a login. */
  user_id: number | null;
}

/** An event of one kind, with what that kind says. */
export type NewEvent = {
  [K in EventKind]: {
    kind: K;
    /** Whose account; the doer's own unless it is said. */
    user_id?: number | null;
    /** The company's that it is about; that of the account unless it is said. */
    company_id?: number | null;
  } & (object extends EventDetails[K] ? { details?: never } : { details: EventDetails[K] });
}[EventKind];

/**
 * Writes what is done with an account, in the transaction that does it (SEC-1). The one place that does: nothing of
 * it is changed later, and what people typed is no part of it.
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
