import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { type Queryable, queryPlanned } from '../../db/pool.ts';
import { type CardRow, cardColumns, cardTables } from '../access/auction-view.ts';
import { visible } from '../access/visibility.ts';

/**
 * Returns the cards of these auctions in this order, without those that the viewer may no longer see. A separate
 * statement: planning its two dozen columns takes many times longer than reading a page, and a connection plans
 * it once for all lists. Rows are looked up by id, because the planner might otherwise scan all auctions of their
 * company.
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
