import * as calls from '@restvarde/contract/categories';
import { may } from '@restvarde/contract/roles';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { chosenCompany, companyOf } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { createCategory, removeCategory, renameCategory } from './change-categories.ts';
import {
  changeStagingArea,
  createStagingArea,
  removeStagingArea,
  setBookingHours,
} from './change-staging-areas.ts';

export function categoryRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;

  route(app, context, calls.listCategories, ({ viewer, query }) =>
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

  route(app, context, calls.createCategory, async ({ viewer, query, body }) => {
    const isGlobal = companyOf(viewer, query) === null;
    const company = isGlobal ? null : await chosenCompany(db, viewer, query);
    return createCategory(db, viewer, company, body.name);
  });

  route(app, context, calls.renameCategory, ({ viewer, params, body }) =>
    renameCategory(db, viewer, params.id, body.name),
  );

  route(app, context, calls.removeCategory, ({ viewer, params }) =>
    removeCategory(db, viewer, params.id),
  );

  route(app, context, calls.listStagingAreas, ({ viewer, query }) =>
    db
      .selectFrom('staging_areas')
      .leftJoin('service_stations', 'service_stations.id', 'staging_areas.service_station_id')
      .select([
        'staging_areas.id',
        'staging_areas.name',
        sql<boolean>`staging_areas.service_station_id is not null`.as('is_service_station'),
        'staging_areas.opening_hours',
        'staging_areas.booking_hours',
        // As `mayEdit`, among those of the caller's company.
        sql<boolean>`${may.administer(viewer)}
          or staging_areas.service_station_id is not distinct from ${viewer.service_station_id ?? 0}::integer`.as(
          'can_edit',
        ),
      ])
      .where('staging_areas.company_id', '=', companyOf(viewer, query) ?? -1)
      .where('service_stations.removed_at', 'is', null)
      .orderBy('staging_areas.name')
      .execute(),
  );

  route(app, context, calls.createStagingArea, async ({ viewer, query, body }) =>
    createStagingArea(db, viewer, await chosenCompany(db, viewer, query), body),
  );

  route(app, context, calls.changeStagingArea, ({ viewer, params, body }) =>
    changeStagingArea(db, viewer, params.id, body),
  );

  route(app, context, calls.setBookingHours, ({ viewer, params, body }) =>
    setBookingHours(db, viewer, params.id, body.booking_hours),
  );

  route(app, context, calls.removeStagingArea, ({ viewer, params }) =>
    removeStagingArea(db, viewer, params.id),
  );
}
