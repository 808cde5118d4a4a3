import type { Reply } from '@restvarde/contract/endpoint';
import { listFeedChanges } from '@restvarde/contract/feed/feed-auction';
import { PAGE_SIZE } from '@restvarde/contract/paging';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { toCard } from '../auctions/access/auction-view.ts';
import { readCards } from '../auctions/lists/list-auctions.ts';
import { firstRow, type Queryable } from '../db/pool.ts';
import { nextUrl, readParts, writeCursor } from '../http/cursor.ts';
import type { Media } from '../media/media.ts';

/** A change is written before its commit, which may be this much later (FEED-4). */
const SETTLED_S = 5;

/** Where a page begins. `until` is the end of the walk, the same on all pages. */
function readPlace(cursor: string) {
  const [until, changed_at, id] = readParts(cursor, ['timestamptz', 'timestamptz', 'id']);
  return { until, changed_at, id };
}

/**
 * Lists the auctions of other systems that have changed, the oldest change first (FEED-4). One that changes during the
 * walk moves to the next walk.
 * @throws DomainError 400 at `cursor`
 */
export async function listChanges(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  company: number,
  query: { changed_since: string; cursor?: string | undefined },
): Promise<Reply<typeof listFeedChanges>> {
  const since = new Date(query.changed_since).toISOString();
  const after = query.cursor === undefined ? null : readPlace(query.cursor);
  const until = after?.until ?? (await readUntil(db, since));
  const { rows } = await sql<{
    id: number;
    external_id: string;
    deleted: boolean;
    changed_at: Date;
  }>`
    select a.id, a.external_id, a.deleted_at is not null as deleted, c.changed_at
    from feed_changes c join auctions a on a.id = c.auction_id
    where c.company_id = ${company} and c.changed_at >= ${since}::timestamptz
      and c.changed_at < ${until}::timestamptz
      and (c.changed_at, c.auction_id) > (${after?.changed_at ?? since}::timestamptz, ${after?.id ?? 0})
    order by c.changed_at, c.auction_id
    limit ${PAGE_SIZE.feed_changes + 1}`.execute(db);
  const page = rows.slice(0, PAGE_SIZE.feed_changes);
  const there = page.filter(({ deleted }) => !deleted).map(({ id }) => id);
  const cards = new Map(
    (await readCards(db, viewer, there)).map((row) => [row.id, toCard(viewer, media, row)]),
  );
  const last = rows.length > page.length ? page.at(-1) : undefined;
  const next = last && writeCursor([until, last.changed_at.toISOString(), last.id]);
  return {
    results: page.map(
      ({ id, external_id }) => cards.get(id) ?? { external_id, id, deleted: true as const },
    ),
    next: next ? nextUrl(listFeedChanges.path, query, next) : null,
    until,
  };
}

/** The time until which all changes are committed; at least `since`. */
async function readUntil(db: Queryable, since: string): Promise<string> {
  const { rows } = await sql<{ until: Date }>`
    select greatest(now_ms() - make_interval(secs => ${SETTLED_S}), ${since}::timestamptz) as until`.execute(
    db,
  );
  return firstRow(rows).until.toISOString();
}
