import { sql } from 'kysely';

/** The auction `a` is listed once more for dismantling when it is not sold; not after «Avsluta» (RELIST-6, RELIST-7). */
export const relistsItself = sql<boolean>`(
  a.relist_dismantling and a.damage_condition = 'REPAIR' and a.cancelled_at is null
)`;
