import { listCategories, listStagingAreas } from '@restvarde/contract/categories';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { companyOf } from '../companies/routes.ts';
import { route } from '../http/route.ts';
import type { Platform } from '../platform.ts';

export function categoryRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.pool;

  route(app, platform, listCategories, ({ viewer, query }) =>
    db
      .selectFrom('categories')
      .select(['id', 'name', sql<boolean>`company_id is null`.as('is_global')])
      .where((where) =>
        where.or([
          where('company_id', 'is', null),
          where('company_id', '=', companyOf(viewer, query) ?? -1),
        ]),
      )
      .orderBy('name')
      .orderBy('id')
      .execute(),
  );

  route(app, platform, listStagingAreas, ({ viewer, query }) =>
    db
      .selectFrom('staging_areas')
      .leftJoin('service_stations', 'service_stations.id', 'staging_areas.service_station_id')
      .select(['staging_areas.id', 'staging_areas.name'])
      .where('staging_areas.company_id', '=', companyOf(viewer, query) ?? -1)
      .where('service_stations.removed_at', 'is', null)
      .orderBy('staging_areas.name')
      .execute(),
  );
}
