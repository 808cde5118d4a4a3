import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { categoriesQuery, stagingAreasQuery } from '../features/categories/queries.ts';
import { companiesQuery, companyQuery } from '../features/companies/queries.ts';
import { ownStationQuery } from '../features/stations/queries.ts';

/**
 * Fetches what most pages need, as soon as it is known who is logged in (AUTH-11). Nobody waits for it: a
 * part that fails is logged by the query client, and asked for again by the page that needs it.
 */
export function loadBasics(client: QueryClient, me: User): void {
  void client.prefetchQuery(categoriesQuery());
  void client.prefetchQuery(stagingAreasQuery());
  // A superuser belongs to no company, and has chosen none yet.
  if (!me.is_superuser) void client.prefetchQuery(companyQuery());
  if (may.administer(me)) void client.prefetchQuery(companiesQuery);
  if (may.actAsStation(me)) void client.prefetchQuery(ownStationQuery);
}
