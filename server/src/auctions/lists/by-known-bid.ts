import type { Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import {
  type Along,
  and,
  type Condition,
  hasBidOf,
  type Selective,
  type Source,
} from '../access/visibility.ts';
import { HIGHEST, type IndexRange, ofFacts, type Segment, within } from './list-segments.ts';

const sealed = sql<boolean>`a.hidden_bids`;
const open = sql<boolean>`not a.hidden_bids`;

/** A bid that counts among the station's own: neither removed nor an accepted offer. */
const stands = (bid: RawBuilder<unknown>) =>
  sql<boolean>`(${bid}.removed_at is null and not ${bid}.is_offer)`;

/** The auctions that a station has bid on, each once, along the highest of its own bids. */
function ownBids({ service_station_id }: Viewer): Along {
  const isSurpassed = sql<boolean>`exists (
    select from every_bid higher
    where higher.service_station_id = own.service_station_id and higher.auction_id = own.auction_id
      and ${stands(sql`higher`)} and (higher.amount, higher.id) > (own.amount, own.id)
    offset 0
  )`;
  return {
    from: sql`every_bid own
      cross join lateral (select * from every_standing where auction_id = own.auction_id offset 0) s
      cross join lateral (select * from every_auction where id = own.auction_id offset 0) a`,
    where: and([
      sql<boolean>`own.service_station_id = ${service_station_id}`,
      stands(sql`own`),
      sql<boolean>`not ${isSurpassed}`,
    ]),
    key: sql`own.amount`,
    id: sql`own.auction_id`,
  };
}

/**
 * In what runs, or did at `asOf` (null: now), a station takes part in few: found among what runs, however many it has bid on.
 * One for all segments of a list, so that they are looked up together.
 */
export function runningOf({ service_station_id }: Viewer, asOf: Date | null): Selective {
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

/** A source whose rows are found by what is rarer than it. */
export const foundBy = (few: Selective, source: Source): Source => ({ where: met(source), few });

/** All that holds of the rows of a source. */
const met = ({ where, few }: Source): Condition => and([where, ...(few ? [few.test] : [])]);

/**
 * By the highest bid that a station may know of, those without one last either way: of a sealed auction it is its own
 * (AUC-13). `running` where nothing but what runs is asked for.
 */
export function byKnownBid(
  viewer: Viewer,
  sources: Source[],
  running: Selective | null,
  direction: 'asc' | 'desc',
): Segment[] {
  const own = (column: RawBuilder<unknown>) => sql`(
    select ${column} from every_bid b
    where b.service_station_id = ${viewer.service_station_id} and b.auction_id = a.id and ${stands(sql`b`)}
    offset 0
  )`;
  const hasOwn = and([hasBidOf(viewer), sql<boolean>`exists ${own(sql``)}`]);
  const place = ofFacts(own(sql`max(b.amount)`));
  const nowhere = ofFacts(sql`null::integer`);
  const ended = sources.find(({ few }) => few !== null)?.few;
  const sealedRanges = (): IndexRange[] => {
    if (running) {
      return sources.map((source) => ({
        ...within(foundBy(running, source), sealed, hasOwn),
        ...place,
      }));
    }
    if (!ended) return [];
    // Its bids on open auctions stand along the same index: they are tried, so that no walk goes past more than it may.
    const isHere: Condition = sql<boolean>`(${sql.join(sources.map(met), sql` or `)})`;
    const few = { test: and([sealed, hasOwn, isHere]), found: ended.found };
    return [{ where: sql<boolean>`true`, few, ...place, along: ownBids(viewer) }];
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
