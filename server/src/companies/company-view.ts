import type { Company } from '@restvarde/contract/companies/companies';
import { ROLE, type Viewer } from '@restvarde/contract/roles';
import type { Selectable } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import type { Companies } from '../db/types.generated.ts';
import { refuse } from '../http/domain-error.ts';
import type { Media } from '../media/media.ts';

/**
 * A company as the viewer may see it: only its own staff and superusers see its auction rules.
 * @throws DomainError 404 if there is none.
 */
export async function readCompany(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  id: number | null,
): Promise<Company> {
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id ?? -1)
    .executeTakeFirst();
  if (!company) throw refuse.notFound();
  return toCompany(media, viewer, company);
}

function toCompany(media: Media, viewer: Viewer, company: Selectable<Companies>): Company {
  const knowsRules = viewer.is_superuser || viewer.role >= ROLE.caseManager;
  const rule = <T>(value: T): T | null => (knowsRules ? value : null);
  return {
    id: company.id,
    name: company.name,
    logo: company.logo_key && media.logoUrl(company.logo_key),
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
    decision_days: rule(company.decision_days),
    dismantling_bidders: rule(company.dismantling_bidders),
    release_after_payment: rule(company.release_after_payment),
    follow_deregistration: rule(company.follow_deregistration),
    relist_dismantling: rule(company.relist_dismantling),
    relist_days: rule(company.relist_days),
    relist_start_bid_percent: rule(company.relist_start_bid_percent),
    relist_reservation_percent: rule(company.relist_reservation_percent),
    allows_max_bids: rule(company.allows_max_bids),
    requires_second_factor: rule(company.requires_second_factor),
  };
}
