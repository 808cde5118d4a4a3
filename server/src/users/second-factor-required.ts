import { sql } from 'kysely';

/**
 * Does the company of a user ask for a second factor, as SQL beside `users` (SEC-7)? Of those alone who log in here:
 * whom the employer signs on has its factors.
 */
export const isSecondFactorRequired = sql<boolean>`(
  users.role >= 20 and not users.is_superuser and not users.is_ad_user and exists (
    select from companies c where c.id = users.company_id and c.requires_second_factor
  ))`;

/** Is it asked for and not there? Then the user may add it, and nothing else. */
export const mustAddSecondFactor = sql<boolean>`(${isSecondFactorRequired} and not exists (
  select from second_factors f where f.user_id = users.id
))`;
