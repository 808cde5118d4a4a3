import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';

/**
 * Does this address sign on by AD? Its account decides; where there is none, its domain does when all who
 * are there sign on by AD, so that the answer does not tell which of a company's addresses have an
 * account (AUTH-5).
 */
export async function isSignedOnElsewhere(db: Database, email: string): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const { rows } = await sql<{ elsewhere: boolean }>`
    select coalesce(
      (select is_ad_user from users where lower(email) = ${email} and deactivated_at is null),
      (select bool_and(is_ad_user) from (
        select is_ad_user from users
        where split_part(lower(email), '@', 2) = ${domain} and deactivated_at is null
        order by is_ad_user limit 1
      ) as domain),
      false
    ) as elsewhere`.execute(db);
  return rows[0]?.elsewhere ?? false;
}
