import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { whenMissing } from './fields.ts';
import { DOCUMENT_MAX_BYTES, IMAGE_MAX_BYTES } from './media.ts';
import { may } from './roles.ts';

/** The most bytes that one call brings of a file that comes in pieces (FORM-13). */
export const PIECE_MAX_BYTES = 1024 * 1024;

export const UPLOAD_KINDS = ['image', 'document'] as const;

export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** What a file of each kind may weigh, in bytes (MEDIA-1). */
const MOST: Record<UploadKind, { bytes: number; sentence: string }> = {
  image: { bytes: IMAGE_MAX_BYTES, sentence: 'Bilden får vara högst 15 MB.' },
  document: { bytes: DOCUMENT_MAX_BYTES, sentence: 'Dokumentet får vara högst 25 MB.' },
};

/** How far a file has come; `offset` and `size` in bytes. A form takes it once it is complete. */
export const pendingUpload = z.object({
  id: z.uuid(),
  kind: z.enum(UPLOAD_KINDS),
  name: z.string(),
  size: z.int(),
  offset: z.int(),
  is_complete: z.boolean(),
});

export type PendingUpload = z.infer<typeof pendingUpload>;

/** The ids of complete uploads, as fields of a form. */
export const uploadIds = (most: number) => z.optional(z.array(z.uuid()).check(z.maxLength(most)));

const params = z.object({ id: z.uuid() });

const NO_NAME = 'Filen har inget namn.';

/** Begins to send a file, before there is anything that it belongs to (FORM-13). */
export const startUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Skicka en fil i delar',
  may: may.manageAuctions,
  body: z
    .object({
      kind: z.enum(UPLOAD_KINDS),
      /** Of any length: the middle goes of one that is too long (MEDIA-1). */
      name: z
        .string({ error: whenMissing(NO_NAME) })
        .check(z.minLength(1, NO_NAME), z.maxLength(1_000)),
      size: z.int().check(z.gte(1, 'Filen är tom.')),
    })
    .check(
      ...UPLOAD_KINDS.map((kind) =>
        z.refine<{ kind: UploadKind; size: number }>(
          (file) => file.kind !== kind || file.size <= MOST[kind].bytes,
          { error: MOST[kind].sentence, path: ['size'] },
        ),
      ),
    ),
  status: 201,
  reply: pendingUpload,
});

/** Sends the bytes from `offset` on; the last of them complete it (FORM-13). */
export const continueUpload = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  summary: 'Skicka nästa del av en fil',
  may: may.manageAuctions,
  params,
  query: z.object({
    offset: z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/)),
      z.transform((digits: string) => Number(digits)),
    ),
  }),
  bytes: PIECE_MAX_BYTES,
  reply: pendingUpload,
});

/** How far a file has come: from there it goes on after a lost connection (FORM-13). */
export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:id',
  summary: 'Hur långt en fil har kommit',
  may: may.manageAuctions,
  params,
  reply: pendingUpload,
});

/** Lets go of a file that is not to be used. */
export const removeUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id',
  summary: 'Ta bort en fil som inte ska användas',
  may: may.manageAuctions,
  params,
  status: 204,
});
