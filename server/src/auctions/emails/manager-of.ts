import { sql } from 'kysely';

/**
 * Joins the person who reads mail about auction `a`: its creator, or an admin of the company if the creator has
 * left.
 */
export const managerOf = sql`join lateral (
  select u.id, u.email from mail_readers u
  where u.id = a.created_by or u.company_id = a.company_id and u.role = 30
  order by u.id = a.created_by desc, u.id limit 1
) manager on true`;
