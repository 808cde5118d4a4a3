import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { getMe } from '@restvarde/contract/users';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';

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

export function userRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, getMe, ({ viewer }) =>
    context.pool.db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name', 'role', 'is_superuser', 'is_ad_user'])
      .select(
        sql<boolean>`exists (
        select from service_stations s where s.id = users.service_station_id and s.is_staging_area
      )`.as('is_staging_area'),
      )
      // The session may be older than the bid that accepted them.
      .select([hasAcceptedTerms, mustAddSecondFactor.as('must_add_second_factor')])
      .where('id', '=', viewer.user_id)
      .executeTakeFirstOrThrow(),
  );
}
