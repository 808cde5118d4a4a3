import { getCompany, listCompanies } from '@restvarde/contract/companies';
import { ROLE, type Viewer } from '@restvarde/contract/roles';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { Platform } from '../platform.ts';

/**
 * The company that a call is about: the caller's own; for a superuser the one named by `company`, or null
 * (ROLE-2). `company` from others is ignored (API-5).
 */
export function companyOf(viewer: Viewer, query: { company?: string | undefined }): number | null {
  if (!viewer.is_superuser) return viewer.company_id;
  return query.company === undefined ? null : Number(query.company);
}

export function companyRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform.pool;
  const logoUrl = (key: string | null) => key && platform.media.imageSizes(key).card_2x;

  route(app, platform, listCompanies, async () => {
    const companies = await db
      .selectFrom('companies')
      .select(['id', 'name', 'logo_key'])
      .orderBy('name')
      .execute();
    return companies.map(({ logo_key, ...company }) => ({ ...company, logo: logoUrl(logo_key) }));
  });

  route(app, platform, getCompany, async ({ viewer, query }) => {
    const id = companyOf(viewer, query);
    const company = await db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', id ?? -1)
      .executeTakeFirst();
    if (!company) throw refuse.notFound();
    const knowsRules = viewer.is_superuser || viewer.role >= ROLE.caseManager;
    const rule = <T>(value: T): T | null => (knowsRules ? value : null);
    return {
      id: company.id,
      name: company.name,
      logo: logoUrl(company.logo_key),
      email: company.email,
      phone: company.phone,
      street: company.street,
      postal: company.postal,
      city: company.city,
      ended_auction_email: rule(company.ended_auction_email),
      auction_summary_email: rule(company.auction_summary_email),
      default_end_dt_increment_days: rule(company.default_end_dt_increment_days),
      default_end_dt_increment_time: rule(company.default_end_dt_increment_time.slice(0, 5)),
      auction_end_dt_incrementation: rule(company.auction_end_dt_incrementation),
      bid_increment_intervals: rule(company.bid_increment_intervals),
      next_auction_number: rule(company.next_auction_number),
    };
  });
}
