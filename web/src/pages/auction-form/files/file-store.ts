import {
  addFile,
  addImage,
  orderImages,
  removeFile,
  removeImage,
} from '@restvarde/contract/auctions/auction-files';
import { call } from '../../../base/api/call.ts';
import { upload } from '../../../base/api/upload.ts';

export interface Sending {
  /** Breaks it off. */
  signal: AbortSignal;
  /** From 0 to 1, as the bytes go out. */
  onProgress: (progress: number) => void;
}

/** Where a queue sends its files. All reject with an `ApiError`. */
export interface FileStore {
  /** Returns the id by which it is stored. */
  add(file: File, sending: Sending): Promise<number>;
  remove(id: number): Promise<unknown>;
  order(ids: number[]): Promise<unknown>;
}

/** The pictures of an auction (FORM-4). */
export function picturesOfAuction(auction_id: number): FileStore {
  const params = { id: auction_id };
  return {
    async add(file, sending) {
      const body = new FormData();
      body.append('image', file);
      return (await upload(addImage, { params, body, ...sending })).id;
    },
    remove: (imageId) => call(removeImage, { params: { ...params, imageId } }),
    order: (image_ids) => call(orderImages, { params, body: { image_ids } }),
  };
}

/** The documents of an auction, which have no order (FORM-5). */
export function documentsOfAuction(auction_id: number): FileStore {
  const params = { id: auction_id };
  return {
    async add(file, sending) {
      const body = new FormData();
      body.append('file', file);
      return (await upload(addFile, { params, body, ...sending })).id;
    },
    remove: (fileId) => call(removeFile, { params: { ...params, fileId } }),
    order: () => Promise.resolve(),
  };
}
