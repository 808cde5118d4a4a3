import type { AuctionCounts } from '@restvarde/contract/auctions/list-auctions';
import { COUNT_CAP } from '@restvarde/contract/auctions/list-limits';
import type { Viewer } from '@restvarde/contract/roles';
import type { Queryable } from '../../db/pool.ts';
import type { ListRequest } from './list-auctions.ts';
import { filtersOf, listScope } from './list-filters.ts';
import { orderOf } from './list-order.ts';
import { openList } from './read-segment.ts';

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
  const scope = listScope(viewer, kind, company);
  const readSegment = openList(db, {
    always: [scope.always],
    tested: [scope.tested],
    filters: filtersOf(viewer, filter),
  });
  const countOf = async (state: { is_active: boolean; has_started?: boolean }) => {
    let count = 0;
    for (const segment of orderOf(viewer, { kind, filter: state }, scope, null)) {
      const limit = COUNT_CAP - count;
      if (limit === 0) break;
      if (segment.ranges.length > 0) {
        count += (await readSegment(segment, { after: null, limit })).places.length;
      }
    }
    return count;
  };
  return {
    active: await countOf({ is_active: true }),
    upcoming: await countOf({ is_active: false, has_started: false }),
    ended: await countOf({ is_active: false, has_started: true }),
  };
}
