import { getMe } from '@restvarde/contract/users';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { hasAcceptedTerms, mustAddSecondFactor } from './account-sql.ts';

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
