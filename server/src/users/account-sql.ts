import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
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

/** SQL: whether the row `users` has accepted the current terms (BID-2). */
export const hasAcceptedTerms = sql<boolean>`exists (
  select from accepted_terms t where t.user_id = users.id and t.version = ${TERMS_VERSION}
)`.as('has_accepted_terms');
