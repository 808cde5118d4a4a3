import * as calls from '@restvarde/contract/auctions/auction';
import * as files from '@restvarde/contract/auctions/auction-files';
import { getHistory } from '@restvarde/contract/auctions/history';
import * as lists from '@restvarde/contract/auctions/list-auctions';
import * as bulk from '@restvarde/contract/auctions/move-ends';
import * as save from '@restvarde/contract/auctions/save-auction';
import type { FastifyInstance } from 'fastify';
import { companyOf } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import { readKey } from '../http/idempotency.ts';
import { route } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { addFile, changeFile, removeFile } from './files/auction-files.ts';
import { addImage, changeImage, orderImages, removeImage } from './files/auction-images.ts';
import { changeAuction, moveEnds } from './form/change-auction.ts';
import { createAuction } from './form/create-auction.ts';
import { sentFiles } from './form/create-once.ts';
import { cancelAuction } from './lifecycle/cancel-auction.ts';
import { deleteAuction } from './lifecycle/delete-auction.ts';
import { countAuctions } from './lists/count-auctions.ts';
import { countFacets } from './lists/count-facets.ts';
import { exportAuctions } from './lists/export-auctions.ts';
import { listAuctions, suggestAuctions } from './lists/list-auctions.ts';
import { photoLinkRoutes } from './photo-links/routes.ts';
import { readAuction } from './read-auction.ts';
import { readHistory } from './read-history.ts';
import { savedSearchRoutes } from './saved-searches/routes.ts';

export function auctionRoutes(app: FastifyInstance, context: AppContext): void {
  const { pool, reader, media } = context;
  savedSearchRoutes(app, context);
  photoLinkRoutes(app, context);

  for (const [kind, endpoint] of [
    ['all', lists.listAuctions],
    ['mine', lists.listMyAuctions],
    ['won', lists.listWonAuctions],
  ] as const) {
    route(app, context, endpoint, ({ viewer, query }) =>
      reader.read((db) =>
        listAuctions(db, media, viewer, {
          kind,
          path: endpoint.path,
          company: companyOf(viewer, query),
          filter: query,
        }),
      ),
    );
  }

  for (const [kind, endpoint] of [
    ['all', lists.countAuctions],
    ['mine', lists.countMyAuctions],
    ['won', lists.countWonAuctions],
  ] as const) {
    route(app, context, endpoint, ({ viewer, query }) =>
      reader.read((db) =>
        countAuctions(db, viewer, { kind, company: companyOf(viewer, query), filter: query }),
      ),
    );
  }

  for (const [kind, endpoint] of [
    ['all', lists.countFacets],
    ['mine', lists.countMyFacets],
    ['won', lists.countWonFacets],
  ] as const) {
    route(app, context, endpoint, ({ viewer, query }) =>
      reader.read((db) =>
        countFacets(db, viewer, { kind, company: companyOf(viewer, query), filter: query }),
      ),
    );
  }

  route(app, context, lists.suggestAuctions, ({ viewer, query }) =>
    reader.read((db) =>
      suggestAuctions(db, media, viewer, { company: companyOf(viewer, query), q: query.q }),
    ),
  );

  route(app, context, calls.getAuction, ({ viewer, params }) =>
    readAuction(pool.db, media, viewer, params.id),
  );

  route(app, context, save.createAuction, async ({ viewer, query, body, uploads, headers }) => {
    const company = companyOf(viewer, query);
    const key = readKey(headers);
    const { image_uploads, image_view, image_views, file_uploads, file_kinds, ...form } = body;
    const uploaded = { image_uploads, image_view, image_views, file_uploads, file_kinds };
    const sent = sentFiles(uploads, uploaded);
    const id = await createAuction(context, viewer, company, form, sent, key);
    return readAuction(pool.db, media, viewer, id);
  });

  route(app, context, save.changeAuction, async ({ viewer, params, body, uploads }) => {
    const images = uploads.filter((upload) => upload.field === 'image');
    const { image_view: view = null, ...form } = body;
    await changeAuction(context, viewer, params.id, form, { uploads: images, view });
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, files.addImage, ({ viewer, params, body, uploads }) =>
    addImage(context, viewer, params.id, {
      uploads,
      upload_id: body.upload_id,
      view: body.view ?? null,
    }),
  );

  route(app, context, files.changeImage, ({ viewer, params, body }) =>
    changeImage(context, viewer, params.id, params.imageId, body.view),
  );

  route(app, context, files.orderImages, async ({ viewer, params, body }) => {
    await orderImages(context, viewer, params.id, body.image_ids);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, files.removeImage, ({ viewer, params }) =>
    removeImage(context, viewer, params.id, params.imageId),
  );

  route(app, context, calls.cancelAuction, async ({ viewer, params }) => {
    await cancelAuction(context, viewer, params.id);
    return readAuction(pool.db, media, viewer, params.id);
  });

  route(app, context, calls.deleteAuction, ({ viewer, params }) =>
    deleteAuction(pool.db, viewer, params.id),
  );

  route(app, context, files.addFile, ({ viewer, params, body, uploads }) =>
    addFile(context, viewer, params.id, {
      uploads,
      upload_id: body.upload_id,
      kind: body.kind ?? 'other',
    }),
  );

  route(app, context, files.changeFile, ({ viewer, params, body }) =>
    changeFile(context, viewer, params.id, params.fileId, body.kind),
  );

  route(app, context, files.removeFile, ({ viewer, params }) =>
    removeFile(context, viewer, params.id, params.fileId),
  );

  route(app, context, bulk.moveEnds, ({ viewer, body }) => moveEnds(context, viewer, body));

  route(app, context, getHistory, ({ viewer, params }) => readHistory(pool.db, viewer, params.id));

  route(app, context, lists.exportAuctions, async ({ viewer, query }) => {
    const company = companyOf(viewer, query);
    const details = { list: 'auctions' } as const;
    await recordEvent(pool.db, viewer, { kind: 'export_taken', company_id: company, details });
    return exportAuctions(pool.db, viewer, { kind: 'all', company, filter: query });
  });
}
