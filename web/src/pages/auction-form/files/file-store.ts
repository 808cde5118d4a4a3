import {
  addFile,
  addImage,
  orderImages,
  removeFile,
  removeImage,
} from '@restvarde/contract/auctions/auction-files';
import { call } from '../../../base/api/call.ts';
import { upload } from '../../../base/api/upload.ts';

/** An auction's stored files of one kind. All methods reject with an `ApiError`. */
export interface FileStore {
  /** Attaches an upload to the auction. Resolves to the id of the stored file. */
  add(upload_id: string): Promise<number>;
  remove(id: number): Promise<unknown>;
  order(ids: number[]): Promise<unknown>;
}

/** The pictures of an auction (FORM-4). */
export function picturesOfAuction(auction_id: number): FileStore {
  const params = { id: auction_id };
  return {
    add: async (upload_id) => (await upload(addImage, { params, body: named(upload_id) })).id,
    remove: (imageId) => call(removeImage, { params: { ...params, imageId } }),
    order: (image_ids) => call(orderImages, { params, body: { image_ids } }),
  };
}

/** The documents of an auction, which are not ordered (FORM-5). */
export function documentsOfAuction(auction_id: number): FileStore {
  const params = { id: auction_id };
  return {
    add: async (upload_id) => (await upload(addFile, { params, body: named(upload_id) })).id,
    remove: (fileId) => call(removeFile, { params: { ...params, fileId } }),
    order: () => Promise.resolve(),
  };
}

function named(upload_id: string): FormData {
  const form = new FormData();
  form.append('upload_id', upload_id);
  return form;
}
