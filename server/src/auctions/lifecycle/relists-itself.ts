import { sql } from 'kysely';

/**
 * The auction `a` is relisted for dismantling if it is not sold, unless it was cancelled (RELIST-6, RELIST-7).
 */
export const relistsItself = sql<boolean>`(
  a.relist_dismantling and a.damage_condition = 'REPAIR' and a.cancelled_at is null
)`;
