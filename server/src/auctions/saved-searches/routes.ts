import { listSavedSearches, type SavedSearch } from '@restvarde/contract/auctions/saved-filters';
import {
  changeSavedSearch,
  removeSavedSearch,
  saveSearch,
} from '@restvarde/contract/auctions/saved-searches';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { refuse } from '../../http/domain-error.ts';
import { route } from '../../http/route.ts';
import { changeSearch, insertSearch } from './write-searches.ts';

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
    return undefined;
  });
}
