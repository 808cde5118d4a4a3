import type { Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import {
  and,
  type Condition,
  hasBidOf,
  type IndexScan,
  type Selective,
  type Source,
} from '../access/visibility.ts';
import { auctionKey, HIGHEST, type IndexRange, type Segment, within } from './list-segments.ts';

const sealed = sql<boolean>`a.hidden_bids`;
const open = sql<boolean>`not a.hidden_bids`;

/** A bid that counts as the station's own: not removed and not an accepted offer. */
const counts = (bid: RawBuilder<unknown>) =>
  sql<boolean>`(${bid}.removed_at is null and not ${bid}.is_offer)`;

/** Scans the auctions that a station has bid on, each once, in order of its highest own bid. */
function ownBids({ service_station_id }: Viewer): IndexScan {
  const isExceeded = sql<boolean>`exists (
    select from every_bid higher
    where higher.service_station_id = own.service_station_id and higher.auction_id = own.auction_id
      and ${counts(sql`higher`)} and (higher.amount, higher.id) > (own.amount, own.id)
    offset 0
  )`;
  return {
    from: sql`every_bid own
      cross join lateral (select * from every_standing where auction_id = own.auction_id offset 0) s
      cross join lateral (select * from every_auction where id = own.auction_id offset 0) a`,
    where: and([
      sql<boolean>`own.service_station_id = ${service_station_id}`,
      counts(sql`own`),
      sql<boolean>`not ${isExceeded}`,
    ]),
    key: sql`own.amount`,
    id: sql`own.auction_id`,
  };
}

/**
 * A station takes part in few auctions that are active, or were at `asOf` (null: now). They are found from the
 * active ones, however many it has bid on. Create it once per list, so that all its segments are looked up
 * together.
 */
export function activeOf({ service_station_id }: Viewer, asOf: Date | null): Selective {
  const at = asOf === null ? sql`statement_timestamp()` : sql`${asOf}::timestamptz`;
  return {
    test: sql<boolean>`true`,
    found: sql<boolean>`a.id in (select unnest(array(
      select b.auction_id from every_bid b join every_standing r on r.auction_id = b.auction_id
      where b.service_station_id = ${service_station_id} and r.end_dt > ${at}
      union
      select w.auction_id from alerts w join every_standing r on r.auction_id = w.auction_id
      where w.service_station_id = ${service_station_id} and r.end_dt > ${at}
    )))`,
    isRare: true,
  };
}

/** The source, with its rows found by a more selective condition. */
export const foundBy = (selective: Selective, source: Source): Source => ({
  where: conditionOf(source),
  selective,
});

/** Everything that the rows of a source meet. */
const conditionOf = ({ where, selective }: Source): Condition =>
  and([where, ...(selective ? [selective.test] : [])]);

/**
 * Segments by the highest bid that a station may know, auctions without one last in both directions. In a sealed
 * auction that is its own bid (AUC-13). `activeOnly` is set if only active auctions are requested.
 */
export function byKnownBid(
  viewer: Viewer,
  sources: Source[],
  activeOnly: Selective | null,
  direction: 'asc' | 'desc',
): Segment[] {
  const own = (column: RawBuilder<unknown>) => sql`(
    select ${column} from every_bid b
    where b.service_station_id = ${viewer.service_station_id} and b.auction_id = a.id and ${counts(sql`b`)}
    offset 0
  )`;
  const hasOwn = and([hasBidOf(viewer), sql<boolean>`exists ${own(sql``)}`]);
  const place = auctionKey(own(sql`max(b.amount)`));
  const nowhere = auctionKey(sql`null::integer`);
  const ended = sources.find(({ selective }) => selective !== null)?.selective;
  const sealedRanges = (): IndexRange[] => {
    if (activeOnly) {
      return sources.map((source) => ({
        ...within(foundBy(activeOnly, source), sealed, hasOwn),
        ...place,
      }));
    }
    if (!ended) return [];
    // Bids on open auctions are in the same index. They are filtered row by row, so that the scan stays within
    // its limit.
    const isHere: Condition = sql<boolean>`(${sql.join(sources.map(conditionOf), sql` or `)})`;
    const selective = { test: and([sealed, hasOwn, isHere]), found: ended.found };
    return [{ where: sql<boolean>`true`, selective, ...place, scan: ownBids(viewer) }];
  };
  return [
    {
      ranges: [
        ...sources.map((source) => ({
          ...within(source, open, sql<boolean>`s.highest_bid is not null`),
          ...HIGHEST,
        })),
        ...sealedRanges(),
      ],
      direction,
      type: 'integer',
    },
    {
      ranges: sources.flatMap((source) => [
        { ...within(source, open, sql<boolean>`s.highest_bid is null`), ...nowhere },
        { ...within(source, sealed, sql<boolean>`not ${hasOwn}`), ...nowhere },
      ]),
      direction: 'asc',
      type: 'integer',
    },
  ];
}
