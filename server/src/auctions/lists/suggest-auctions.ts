import type { Suggestion } from '@restvarde/contract/auctions/list-auctions';
import type { Viewer } from '@restvarde/contract/roles';
import type { Queryable } from '../../db/pool.ts';
import type { Media } from '../../media/media.ts';
import { readListIds } from './list-auctions.ts';
import { readCards } from './read-cards.ts';

/** As many as fit above the keyboard of a small screen. */
const SUGGESTIONS = 6;

/**
 * Returns the first auctions that match a search among those that the viewer may see (LIST-11).
 * @throws DomainError 400 for an invalid filter
 */
export async function suggestAuctions(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  { company, q }: { company: number | null; q: string },
): Promise<{ results: Suggestion[] }> {
  if (q === '') return { results: [] };
  const request = { kind: 'all', company, filter: { q } } as const;
  const { ids } = await readListIds(db, viewer, request, SUGGESTIONS);
  const rows = await readCards(db, viewer, ids);
  const results = rows.map((row) => ({
    id: row.id,
    number: row.number,
    manufacturer: row.manufacturer,
    model: row.model,
    model_year: row.model_year,
    registration_number: row.registration_number,
    is_active: row.is_active,
    has_started: row.has_started,
    end_dt: row.end_dt.toISOString(),
    thumb: row.image_key && media.imageSizes(row.image_key).thumb,
    start_bid: row.start_bid,
    highest_bid: row.highest_bid,
    my_bid: row.my_bid,
    winning_bid: row.winning_bid,
    has_notified_winner: row.has_notified_winner,
  }));
  return { results };
}
