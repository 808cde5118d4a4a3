import { sql } from 'kysely';
import { firstRow, type Tx } from '../db/pool.ts';
import { type Draft, iso, type Line, makeLineReader, type Rows, TYPES } from './history-events.ts';

/** Returns the events of the rows that an auction's chain covers, in the order of a proof. */
export async function readDrafts(tx: Tx, auction: number): Promise<Draft[]> {
  const { rows } = await sql<Rows>`
    with links as (
      select position, event_ids, last_bid_id, lag(last_bid_id, 1, 0) over (order by position) as bids_before
      from chain_links where auction_id = ${auction}
    ), placed as (
      select b.*, c.position
      from links c join bids b on b.auction_id = ${auction} and b.id > c.bids_before and b.id <= c.last_bid_id
    )
    select a.company_id, greatest(a.start_dt, a.created_at) as started_at,
      (
        select coalesce(json_object_agg(number, id), '{}') from auctions where relisted_from = a.id
      ) as successors,
      s.bids_released_at is not null as is_released,
      (
        select coalesce(json_agg(json_build_object('id', l.id, 'position', c.position, 'at', l.at, 'user_id', l.user_id,
          'action', l.action, 'before', coalesce(l.before, '{}'), 'after', coalesce(l.after, '{}')
        ) order by c.position, l.at, l.id), '[]')
        from links c join audit_log l on l.id = any(c.event_ids)
      ) as lines,
      (
        select coalesce(json_agg(json_build_object('id', b.id, 'position', b.position, 'at', b.placed_at,
          'amount', b.amount, 'minimum', b.minimum, 'station_id', b.service_station_id, 'user_id', b.user_id,
          'is_offer', b.is_offer, 'is_automatic', b.is_automatic, 'is_removed', b.removed_at is not null, 'end_before', b.end_before,
          'end_after', b.end_after) order by b.id), '[]')
        from placed b
      ) as bids,
      (
        select coalesce(json_agg(json_build_object('user_id', t.user_id, 'station_id', first.service_station_id,
          'version', t.version, 'at', t.accepted_at, 'position', first.position)), '[]')
        from accepted_terms t
        cross join lateral (
          select b.position, b.service_station_id from placed b
          where b.user_id = t.user_id and b.placed_at >= t.accepted_at
          order by b.id limit 1
        ) first
        where t.user_id in (select user_id from placed)
      ) as terms,
      (
        select coalesce(json_agg(json_build_object('id', o.id, 'bid_id', o.bid_id, 'amount', o.amount,
          'expires_at', o.expires_at) order by o.id), '[]')
        from offers o where o.auction_id = ${auction}
      ) as offers,
      (
        select coalesce(json_agg(json_build_object('id', c.id, 'at', c.sent_at) order by c.id), '[]')
        from certificates c join deregistrations d on d.id = c.deregistration_id
        where d.auction_id = ${auction}
      ) as certificates,
      (
        select coalesce(json_object_agg(name, key), '{}')
        from (
          select 'image ' || id as name, key from auction_images where auction_id = ${auction}
          union all
          select 'file ' || id, key from auction_files where auction_id = ${auction}
        ) stored
      ) as keys
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${auction}`.execute(tx);
  return draftsOf(firstRow(rows));
}

function draftsOf(found: Rows): Draft[] {
  const { lines, bids, terms } = found;
  const fromLines = makeLineReader(found);
  const drafts: Draft[] = [
    ...terms.map(({ at, position, user_id, ...data }) => ({
      position,
      at,
      type: 'terms_accepted' as const,
      id: user_id,
      data: { user_id, ...data },
    })),
    ...(lines.length > 0
      ? [{ position: 1, at: startOf(found), type: 'started' as const, id: 0, data: {} }]
      : []),
    ...bids
      .filter(({ is_offer }) => !is_offer)
      .map(({ id, position, at, amount, minimum, station_id, is_automatic, ...ends }) => ({
        position,
        at,
        type: 'bid' as const,
        id,
        data: {
          bid_id: id,
          amount,
          minimum,
          station_id,
          automatic: is_automatic,
          end_before: iso(ends.end_before),
          end_after: iso(ends.end_after),
        },
      })),
    ...lines.flatMap(fromLines),
  ];
  return drafts
    .map((draft) => ({ ...draft, at: iso(draft.at) }))
    .toSorted(
      (a, b) =>
        a.position - b.position ||
        (a.at < b.at ? -1 : Number(a.at > b.at)) ||
        TYPES.indexOf(a.type) - TYPES.indexOf(b.type) ||
        a.id - b.id,
    );
}

/** When the auction became visible: its start, but not before its entry of «Historik», which may be some ms later. */
function startOf({ started_at, lines }: Rows): string {
  const isCreation = ({ action, after }: Line) =>
    action === 'create' || (action === 'relist' && after.relisted_as === undefined);
  const created_at = lines.find(isCreation)?.at;
  return created_at !== undefined && iso(created_at) > iso(started_at) ? created_at : started_at;
}
