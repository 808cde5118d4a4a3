import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { categoriesQuery, stagingAreasQuery } from '../features/categories/queries.ts';
import { companiesQuery, companyQuery } from '../features/companies/queries.ts';
import { ownStationQuery } from '../features/stations/queries.ts';

/**
 * Prefetches what most pages need, as soon as the user is known (AUTH-11). The query client logs failures, and the
 * page that needs the data fetches it again.
 */
export function loadBasics(client: QueryClient, me: User): void {
  void client.prefetchQuery(categoriesQuery());
  void client.prefetchQuery(stagingAreasQuery());
  // A superuser belongs to no company and has not chosen one yet.
  if (!me.is_superuser) void client.prefetchQuery(companyQuery());
  if (may.administer(me)) void client.prefetchQuery(companiesQuery);
  if (may.actAsStation(me)) void client.prefetchQuery(ownStationQuery);
}
