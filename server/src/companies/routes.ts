import * as calls from '@restvarde/contract/companies/companies';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { changeCompany } from './change-company.ts';
import { companyOf } from './company-of.ts';
import { readCompany } from './company-view.ts';

export function companyRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, media } = context;

  route(app, context, calls.listCompanies, async () => {
    const companies = await pool.db
      .selectFrom('companies')
      .select(['id', 'name', 'logo_key'])
      .orderBy('name')
      .execute();
    return companies.map(({ logo_key, ...company }) => ({
      ...company,
      logo: logo_key && media.logoUrl(logo_key),
    }));
  });

  route(app, context, calls.getCompany, ({ viewer, query }) =>
    readCompany(pool.db, media, viewer, companyOf(viewer, query)),
  );

  route(app, context, calls.changeCompany, async ({ viewer, query, body, uploads }) => {
    const id = companyOf(viewer, query);
    await changeCompany(context, viewer, id, body, uploads);
    return readCompany(pool.db, media, viewer, id);
  });

  route(app, context, calls.changeNamedCompany, async ({ viewer, params, body, uploads }) => {
    await changeCompany(context, viewer, params.id, body, uploads);
    return readCompany(pool.db, media, viewer, params.id);
  });
}
