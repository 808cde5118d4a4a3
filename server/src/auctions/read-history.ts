import type { HistoryEntry } from '@restvarde/contract/auctions/history';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { type Queryable, queryPlanned } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { visible } from './access/visibility.ts';

/**
 * Returns everything that was done to an auction, oldest first (AUC-16). Staff see their own company only.
 * @throws DomainError 404 if the viewer cannot see the auction
 */
export async function readHistory(
  db: Queryable,
  viewer: Viewer,
  id: number,
): Promise<HistoryEntry[]> {
  const statement = sql<{ history: HistoryEntry[] }>`
    select (
      select coalesce(json_agg(json_build_object(
        'id', l.id, 'at', l.at, 'action', l.action, 'before', l.before, 'after', l.after,
        'user', case when u.id is not null
          then json_build_object('first_name', u.first_name, 'last_name', u.last_name) end,
        'service_station_name', st.name
      ) order by l.at, l.id), '[]')
      from audit_log l
      left join every_name u on u.id = l.user_id
      left join bids b on b.auction_id = l.auction_id and b.id = case l.action
        when 'select winner' then (l.after ->> 'winning_bid_id')::integer
        when 'close' then (l.after ->> 'winning_bid_id')::integer
        when 'make offer' then (l.after ->> 'bid_id')::integer
        when 'accept offer' then (l.after ->> 'winning_bid_id')::integer
        else (l.before ->> 'bid_id')::integer
      end
      left join service_stations st on st.id = b.service_station_id and st.removed_at is null
      where l.auction_id = a.id
    ) as history
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${id} and ${visible(viewer)}`;
  const [row] = await queryPlanned(db, 'history', statement);
  const history = row?.history;
  if (!history) throw refuse.notFound();
  return history.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
}
