import { sql } from 'kysely';

/**
 * SQL beside `users`: whether the user's company requires a second factor (SEC-7). Only for users with a password here:
 * single sign-on has its own factors.
 */
export const isSecondFactorRequired = sql<boolean>`(
  users.role >= 20 and not users.is_superuser and not users.is_ad_user and exists (
    select from companies c where c.id = users.company_id and c.requires_second_factor
  ))`;

/** SQL: whether it is required and missing. Then the user may only add it. */
export const mustAddSecondFactor = sql<boolean>`(${isSecondFactorRequired} and not exists (
  select from second_factors f where f.user_id = users.id
))`;
