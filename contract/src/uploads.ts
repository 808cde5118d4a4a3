import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { may } from './roles.ts';

/** The most bytes of one call of an upload (FORM-13). */
export const PIECE_MAX_BYTES = 1024 * 1024;

export const UPLOAD_KINDS = ['image', 'document'] as const;

export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** The progress of an upload; `offset` and `size` in bytes. A form takes it once, when it is complete. */
export const pendingUpload = z.object({
  id: z.string(),
  kind: z.enum(UPLOAD_KINDS),
  name: z.string(),
  size: z.int(),
  offset: z.int(),
  is_complete: z.boolean(),
});

export type PendingUpload = z.infer<typeof pendingUpload>;

/** The ids of complete uploads, as fields of a form. */
export function uploadIds(most: number) {
  return z.optional(z.array(z.uuid()).check(z.maxLength(most)));
}

export const uploadParams = z.object({ id: z.uuid() });

/** `offset` of a query: where the bytes of a call begin. */
export const bytesOffset = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/)),
  z.transform((digits: string) => Number(digits)),
);

/** Starts an upload (FORM-13). */
export const startUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Skicka en fil i delar',
  may: may.manageAuctions,
  body: z.object({
    kind: z.enum(UPLOAD_KINDS),
    /** Of any length: a long one is cut in the middle (MEDIA-1). */
    name: z.string(),
    size: z.int(),
  }),
  status: 201,
  reply: pendingUpload,
});

/** Appends bytes at `offset`; the last ones complete the upload (FORM-13). */
export const continueUpload = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  summary: 'Skicka nästa del av en fil',
  may: may.manageAuctions,
  params: uploadParams,
  errors: [409],
  query: z.object({ offset: bytesOffset }),
  bytes: PIECE_MAX_BYTES,
  reply: pendingUpload,
});

/** The progress of an upload, to resume it after a lost connection (FORM-13). */
export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:id',
  summary: 'Hur långt en fil har kommit',
  may: may.manageAuctions,
  params: uploadParams,
  reply: pendingUpload,
});

/** Cancels an upload (FORM-13). */
export const removeUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id',
  summary: 'Ta bort en fil som inte ska användas',
  may: may.manageAuctions,
  params: uploadParams,
});
