import {
  addFile,
  addImage,
  changeFile,
  changeImage,
  orderImages,
  removeFile,
  removeImage,
} from '@restvarde/contract/auctions/auction-files';
import type { DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import { call } from '../../../base/api/call.ts';
import { upload } from '../../../base/api/upload.ts';

/** An auction's stored files of one kind. All methods reject with an `ApiError`. */
export interface FileStore {
  /** Attaches an upload and its subject to the auction. Resolves to the id of the stored file. */
  add(upload_id: string, subject: string | undefined): Promise<number>;
  /** Stores another subject of a file. */
  describe(id: number, subject: string): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  order(ids: number[]): Promise<unknown>;
}

/** The pictures of an auction (FORM-4). */
export function picturesOfAuction(auction_id: number): FileStore {
  const params = { id: auction_id };
  return {
    add: async (upload_id, view) =>
      (await upload(addImage, { params, body: named(upload_id, { view }) })).id,
    describe: (imageId, view) =>
      call(changeImage, { params: { ...params, imageId }, body: { view: view as ImageView | '' } }),
    remove: (imageId) => call(removeImage, { params: { ...params, imageId } }),
    order: (image_ids) => call(orderImages, { params, body: { image_ids } }),
  };
}

/** The documents of an auction, which are not ordered (FORM-5). */
export function documentsOfAuction(auction_id: number): FileStore {
  const params = { id: auction_id };
  return {
    add: async (upload_id, kind) =>
      (await upload(addFile, { params, body: named(upload_id, { kind }) })).id,
    describe: (fileId, kind) =>
      call(changeFile, { params: { ...params, fileId }, body: { kind: kind as DocumentKind } }),
    remove: (fileId) => call(removeFile, { params: { ...params, fileId } }),
    order: () => Promise.resolve(),
  };
}

function named(upload_id: string, fields: Record<string, string | undefined>): FormData {
  const form = new FormData();
  form.append('upload_id', upload_id);
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, value);
  return form;
}
