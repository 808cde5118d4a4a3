import { sql } from 'kysely';

/**
 * The manager who reads mail about the auction `a`, as a join: the person who listed it, or an admin of its company if
 * that person has left.
 */
export const managerOf = sql`join lateral (
  select u.id, u.email from mail_readers u
  where u.id = a.created_by or u.company_id = a.company_id and u.role = 30
  order by u.id = a.created_by desc, u.id limit 1
) manager on true`;
