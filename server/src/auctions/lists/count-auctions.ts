import type { AuctionCounts } from '@restvarde/contract/auctions/list-auctions';
import { COUNT_CAP } from '@restvarde/contract/auctions/list-limits';
import type { Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import { firstRow } from '../../db/first-row.ts';
import type { Queryable } from '../../db/pool.ts';
import { scopeOf } from '../access/visibility.ts';
import type { ListRequest } from './list-auctions.ts';
import { filtersOf, kindFilter } from './list-filters.ts';
import { orderOf } from './list-order.ts';
import { pageOf } from './list-page.ts';

/**
 * How many of each state the list has, whatever state it is filtered by: `COUNT_CAP` at most, so that it costs as
 * much as a page does (LIST-13).
 * @throws DomainError 400 at a filter that is none.
 */
export async function countAuctions(
  db: Queryable,
  viewer: Viewer,
  { kind, company, filter }: ListRequest,
): Promise<AuctionCounts> {
  const scope = scopeOf(viewer, company);
  const request = {
    always: [scope.always, ...kindFilter(viewer, kind)],
    filters: filtersOf(viewer, filter),
    after: null,
    limit: COUNT_CAP,
    isUnordered: true,
  };
  const countOf = (state: { is_active: boolean; has_started?: boolean }): RawBuilder<unknown> => {
    const segments = orderOf(viewer, { kind, filter: state }, scope, null)
      .filter(({ ranges }) => ranges.length > 0)
      .map((segment) => sql`(select count(*) from (${pageOf(segment, request)}) page)`);
    return sql`least(${COUNT_CAP}::integer, ${sql.join([sql`0`, ...segments], sql` + `)})`;
  };
  const { rows } = await sql<AuctionCounts>`
    select ${countOf({ is_active: true })} as active,
      ${countOf({ is_active: false, has_started: false })} as upcoming,
      ${countOf({ is_active: false, has_started: true })} as ended`.execute(db);
  return firstRow(rows);
}
