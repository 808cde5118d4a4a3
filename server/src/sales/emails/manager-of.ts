import { sql } from 'kysely';

/**
 * The manager of the auction `a`, as a join: who listed it, or when that person has left an admin of its company.
 */
export const managerOf = sql`join lateral (
  select u.email from users u
  where u.deactivated_at is null and (
    u.id = a.created_by or u.company_id = a.company_id and u.role = 30
  )
  order by u.id = a.created_by desc, u.id limit 1
) manager on true`;
