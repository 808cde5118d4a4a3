import { listSavedSearches, type SavedSearch } from '@restvarde/contract/auctions/saved-filters';
import {
  changeSavedSearch,
  removeSavedSearch,
  SAVED_SEARCH_SENTENCE,
  SAVED_SEARCHES_MAX,
  saveSearch,
} from '@restvarde/contract/auctions/saved-searches';
import type { Body } from '@restvarde/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { route } from '../../http/route.ts';

/** The saved searches of the caller (SAVED-1). No other user's call reads them (SAVED-7). */
export function savedSearchRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;

  route(app, context, listSavedSearches, ({ viewer }) =>
    db
      .selectFrom('saved_searches')
      .select(['id', 'name', 'query', 'frequency'])
      .where('user_id', '=', viewer.user_id)
      .orderBy('name')
      .orderBy('id')
      .$castTo<SavedSearch>()
      .execute(),
  );

  route(app, context, saveSearch, ({ viewer, body }) => insertSearch(db, viewer.user_id, body));

  route(app, context, changeSavedSearch, ({ viewer, params, body }) =>
    changeSearch(db, viewer.user_id, params.id, body),
  );

  route(app, context, removeSavedSearch, async ({ viewer, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom('saved_searches')
      .where('id', '=', params.id)
      .where('user_id', '=', viewer.user_id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw refuse.notFound();
  });
}

const COLUMNS = ['id', 'name', 'query', 'frequency'] as const;

/**
 * Saves a search of a user (SAVED-1).
 * @throws DomainError 400 if the user has the same query already, or as many searches as are allowed
 */
function insertSearch(
  db: Database,
  user: number,
  body: Body<typeof saveSearch>,
): Promise<SavedSearch> {
  const { name, query, frequency } = body;
  return db.transaction().execute(async (tx) => {
    const searches = await lockSearches(tx, user);
    refuseEqual(searches, query);
    if (searches.length >= SAVED_SEARCHES_MAX) throw refuse.detail(SAVED_SEARCH_SENTENCE.tooMany);
    return tx
      .insertInto('saved_searches')
      .values({ user_id: user, name, query: JSON.stringify(query), frequency })
      .returning(COLUMNS)
      .$castTo<SavedSearch>()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Changes a saved search of a user; absent fields stay (SAVED-1).
 * @throws DomainError 404 if the user has none with this id; 400 if another one has the same query
 */
function changeSearch(
  db: Database,
  user: number,
  id: number,
  change: Body<typeof changeSavedSearch>,
): Promise<SavedSearch> {
  return db.transaction().execute(async (tx) => {
    const searches = await lockSearches(tx, user);
    const present = searches.find((search) => search.id === id);
    if (!present) throw refuse.notFound();
    const { name, query, frequency } = { ...present, ...change };
    if (change.query) {
      refuseEqual(
        searches.filter((search) => search !== present),
        change.query,
      );
    }
    return tx
      .updateTable('saved_searches')
      .set({ name, query: JSON.stringify(query), frequency })
      .where('id', '=', id)
      .returning(COLUMNS)
      .$castTo<SavedSearch>()
      .executeTakeFirstOrThrow();
  });
}

/** Returns the user's searches, locked against other changes by the same user. */
async function lockSearches(tx: Tx, user: number): Promise<SavedSearch[]> {
  await sql`select from users where id = ${user} for no key update`.execute(tx);
  return tx
    .selectFrom('saved_searches')
    .select(COLUMNS)
    .where('user_id', '=', user)
    .$castTo<SavedSearch>()
    .execute();
}

/** Stored queries are in normal form, so that equal ones have equal entries. */
function refuseEqual(searches: SavedSearch[], query: SavedSearch['query']): void {
  const same = searches.find((search) => isEqual(search.query, query));
  if (same) throw refuse.field('query', SAVED_SEARCH_SENTENCE.saved(same.name));
}

function isEqual(one: SavedSearch['query'], other: SavedSearch['query']): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => String(one[key]) === String(other[key]))
  );
}
