import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { type Queryable, queryPlanned } from '../../db/pool.ts';
import { type CardRow, cardColumns, cardTables } from '../access/auction-view.ts';
import { visible } from '../access/visibility.ts';

/**
 * The cards of these auctions, in this order, but for those that the viewer may not see any more. It is a statement of
 * its own, since to plan its two dozen columns takes many times as long as to read a page of them, and it is always the
 * same one: a connection plans it once, and not for each wording of a list. They are found by their ids alone: left to
 * itself the planner may look for them among all that their company has.
 */
export async function readCards(db: Queryable, viewer: Viewer, ids: number[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const rows = await queryPlanned(
    db,
    'cards',
    sql<CardRow>`
      select ${cardColumns(viewer)}
      from unnest(${ids}::integer[]) as page (id)
      cross join lateral (select * from auctions where id = page.id offset 0) a
      join auction_standings s on s.auction_id = a.id
      ${cardTables(viewer)}
      where ${visible(viewer)}`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
