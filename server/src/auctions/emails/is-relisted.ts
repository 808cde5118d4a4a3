import { sql } from 'kysely';

/**
 * The auction `a` with standing `s` was not sold and has been relisted for dismantling, or soon will be
 * (RELIST-9).
 */
export const isRelisted = sql<boolean>`(
  s.relist_due_at is not null or exists (
    select from auctions n
    where n.relisted_from = a.id and n.deleted_at is null and n.damage_condition = 'DISASSEMBLY'
  )
)`;
