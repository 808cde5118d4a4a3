import { Readable } from 'node:stream';
import * as feed from '@restvarde/contract/feed/feed-auction';
import * as imports from '@restvarde/contract/feed/import-auctions';
import * as calls from '@restvarde/contract/feed/tokens';
import type { FastifyInstance } from 'fastify';
import { readAuction } from '../auctions/read-auction.ts';
import { chosenCompany } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import { BOM, csvLine } from '../http/csv.ts';
import { Created, route } from '../http/route.ts';
import { addFileOnce, addImageOnce } from './add-files.ts';
import { importAuctions } from './import-auctions.ts';
import { TEMPLATE } from './import-columns.ts';
import { listChanges } from './list-changes.ts';
import { putAuction } from './put-auction.ts';
import { findExternal, readExternal } from './read-external.ts';
import { listTokens, readToken } from './read-tokens.ts';
import { addToken, revokeToken } from './write-tokens.ts';

/** Integrations: tokens of other systems (FEED-1), and the auctions that these write (FEED-3). */
export function feedRoutes(app: FastifyInstance, context: AppContext): void {
  const { media } = context;
  const { db } = context.pool;

  route(app, context, calls.listTokens, async ({ viewer, query }) =>
    listTokens(db, await chosenCompany(db, viewer, query)),
  );

  route(app, context, calls.createToken, async ({ viewer, query, body }) => {
    const company = await chosenCompany(db, viewer, query);
    const { id, token } = await db
      .transaction()
      .execute((tx) => addToken(context, tx, viewer, company, body));
    return { ...(await readToken(db, company, id)), token };
  });

  route(app, context, calls.removeToken, async ({ viewer, query, params }) => {
    const company = await chosenCompany(db, viewer, query);
    await db.transaction().execute((tx) => revokeToken(tx, viewer, company, params.id));
  });

  route(app, context, feed.putFeedAuction, async ({ viewer, query, params, body }) => {
    const company = await chosenCompany(db, viewer, query);
    const { external_id } = params;
    const isDry = query.validate_only === '1';
    const { action, id } = await putAuction(context, viewer, { company, external_id, body, isDry });
    if (isDry) return { action };
    const auction = await readAuction(db, media, viewer, id);
    return action === 'create' ? new Created(auction) : auction;
  });

  route(app, context, feed.getFeedAuction, async ({ viewer, query, params }) => {
    const company = await chosenCompany(db, viewer, query);
    return readExternal(db, media, viewer, { company, ...params });
  });

  route(app, context, feed.listFeedChanges, async ({ viewer, query }) => {
    const company = await chosenCompany(db, viewer, query);
    return listChanges(db, media, viewer, company, query);
  });

  route(app, context, feed.addFeedImage, async ({ viewer, query, params, body, uploads }) => {
    const company = await chosenCompany(db, viewer, query);
    const { id } = await findExternal(db, { company, ...params });
    return addImageOnce(context, viewer, id, { uploads, view: body.view });
  });

  route(app, context, feed.addFeedFile, async ({ viewer, query, params, body, uploads }) => {
    const company = await chosenCompany(db, viewer, query);
    const { id } = await findExternal(db, { company, ...params });
    return addFileOnce(context, viewer, id, { uploads, kind: body.kind });
  });

  route(app, context, imports.importAuctions, async ({ viewer, query, uploads }) => {
    const company = await chosenCompany(db, viewer, query);
    const isDry = query.dry_run === '1';
    const result = await importAuctions(context, viewer, { company, uploads, isDry });
    return isDry ? result : new Created(result);
  });

  route(app, context, imports.getImportTemplate, async () =>
    Readable.from([BOM + csvLine(TEMPLATE)]),
  );
}
