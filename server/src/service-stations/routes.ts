import type { Category } from '@restvarde/contract/categories';
import { getOwnStation } from '@restvarde/contract/service-stations';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../http/route.ts';
import type { Platform } from '../platform.ts';

export function serviceStationRoutes(app: FastifyInstance, platform: Platform): void {
  const categories = (onlySilent: boolean) => sql<Category[]>`(
    select coalesce(
      json_agg(json_build_object('id', c.id, 'name', c.name, 'is_global', c.company_id is null) order by c.name),
      '[]'
    )
    from service_station_categories sc join categories c on c.id = sc.category_id
    where sc.service_station_id = s.id and (sc.silent or not ${onlySilent}::boolean)
  )`;

  route(app, platform, getOwnStation, ({ viewer }) =>
    platform.pool.db
      .selectFrom('service_stations as s')
      .innerJoin('companies', 'companies.id', 's.company_id')
      .select(['s.id', 's.number', 's.name', 's.street', 's.postal', 's.city', 's.is_staging_area'])
      .select([
        'companies.name as company_name',
        categories(false).as('categories'),
        categories(true).as('silent_categories'),
      ])
      .where('s.id', '=', viewer.service_station_id)
      .executeTakeFirstOrThrow(),
  );
}
