import type { AuctionCounts } from '@restvarde/contract/auctions/list-auctions';
import { COUNT_CAP } from '@restvarde/contract/auctions/list-limits';
import type { Viewer } from '@restvarde/contract/roles';
import type { Queryable } from '../../db/pool.ts';
import type { ListRequest } from './list-auctions.ts';
import { filtersOf, listScope } from './list-filters.ts';
import { orderOf } from './list-order.ts';
import type { Segment } from './list-segments.ts';
import { openList } from './read-segment.ts';

/**
 * Counts the auctions of the list in each state, ignoring the filter on states. Stops at `COUNT_CAP`, so that it
 * costs as much as a page (LIST-13).
 * @throws DomainError 400 for an invalid filter
 */
export async function countAuctions(
  db: Queryable,
  viewer: Viewer,
  { kind, company, filter }: ListRequest,
): Promise<AuctionCounts> {
  const scope = listScope(viewer, kind, company);
  const states = [
    orderOf(viewer, { kind, filter: { is_active: true } }, scope, null),
    orderOf(viewer, { kind, filter: { is_active: false, has_started: false } }, scope, null),
    orderOf(viewer, { kind, filter: { is_active: false, has_started: true } }, scope, null),
  ];
  const segments = states.flat();
  const { byText, ...filters } = filtersOf(viewer, filter);
  const readSegment = openList(db, {
    byIndex: scope.byIndex,
    literal: scope.literal,
    noIndex: [byText ? scope.textIndex : scope.noIndex],
    ...filters,
    segmentsAt: () => segments,
    maxLimit: COUNT_CAP,
  });
  const countOf = async (state: Segment[]) => {
    let count = 0;
    for (const segment of state) {
      const limit = COUNT_CAP - count;
      if (limit === 0) break;
      if (segment.ranges.length === 0) continue;
      const page = { after: null, limit };
      count += (await readSegment(segments.indexOf(segment), null, page)).entries.length;
    }
    return count;
  };
  const [active, upcoming, ended] = states as [Segment[], Segment[], Segment[]];
  return {
    active: await countOf(active),
    upcoming: await countOf(upcoming),
    ended: await countOf(ended),
  };
}
