import { hash } from 'node:crypto';
import type { DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import type { Viewer } from '@restvarde/contract/roles';
import type { AppContext } from '../../context.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { DomainError } from '../../http/domain-error.ts';
import {
  findEffect,
  KEY_TAKEN,
  keepEffect,
  MadeMeanwhile,
  type OnceOnly,
} from '../../http/idempotency.ts';
import type { Upload } from '../../http/uploads.ts';
import { storePictures } from '../../media/keep-files.ts';
import type { StoredPicture } from '../files/auction-images.ts';

/** The files of a form: sent with it, and the ids of earlier uploads (FORM-13). */
export interface SentFiles {
  uploads: Upload[];
  image_uploads: string[];
  file_uploads: string[];
  /** What the first sent picture shows (DMG-6). */
  image_view: ImageView | null;
  /** What each uploaded picture shows, in order. */
  image_views: (ImageView | null)[];
  /** What each uploaded document is, in order (DMG-7). */
  file_kinds: DocumentKind[];
}

/** The files of a form, from its body and its sent files. */
export const sentFiles = (
  uploads: Upload[],
  body: { [Field in Exclude<keyof SentFiles, 'uploads'>]?: SentFiles[Field] | undefined },
): SentFiles => ({
  uploads,
  image_uploads: body.image_uploads ?? [],
  file_uploads: body.file_uploads ?? [],
  image_view: body.image_view ?? null,
  image_views: body.image_views ?? [],
  file_kinds: body.file_kinds ?? [],
});

export function countPictures({ uploads, image_uploads }: SentFiles): number {
  const sent = uploads.filter(({ field }) => field === 'image' || field === 'images');
  return sent.length + image_uploads.length;
}

/** A call that creates an auction. */
export interface CreateCall {
  /** The Idempotency-Key. Null without one. */
  key: string | null;
  /** With the files, identifies the call: calls with the same key must match exactly. */
  identity: unknown[];
  files: SentFiles;
}

interface Creation<Checked> {
  /** Throws if the rules refuse the call. */
  check: () => Promise<Checked>;
  /** Creates the auction with its stored pictures in one transaction, and calls `keep` in it. */
  create: (
    checked: Checked,
    pictures: StoredPicture[],
    keep: (tx: Tx, id: number) => Promise<void>,
  ) => Promise<number>;
}

/**
 * Creates an auction once, even if a call with a key is repeated (FORM-12). Returns its id. A refused call keeps
 * no picture.
 * @throws DomainError 415 if a file is not a picture; 422 if the key was used for another call; and what `check`
 * and `create` throw
 */
export async function createOnce<Checked>(
  context: AppContext,
  viewer: Viewer,
  call: CreateCall,
  { check, create }: Creation<Checked>,
): Promise<number> {
  const { db } = context.pool;
  const once = call.key === null ? null : onceOnly(viewer, call.key, call);
  const created = once && (await findCreated(db, once));
  if (created) return created;
  let keys: string[] = [];
  try {
    // Rules first: processing a picture takes a second.
    const checked = await check();
    keys = await storePictures(context.media, viewer, call.files.uploads);
    const { image_view: first } = call.files;
    const pictures = keys.map((one, n) => ({ key: one, view: n === 0 ? first : null }));
    return await create(checked, pictures, async (tx, id) => {
      if (once) await keepEffect(tx, once, 201, { id } satisfies Created);
    });
  } catch (error) {
    await Promise.all(keys.map((one) => context.media.remove(one)));
    // A concurrent call with the same key may be the cause of the refusal.
    const mayBeCreated = error instanceof MadeMeanwhile || error instanceof DomainError;
    const known = once && mayBeCreated && (await findCreated(db, once));
    if (known) return known;
    throw error;
  }
}

/** The stored effect of a call that created an auction. */
interface Created {
  id: number;
}

const CREATED = 'auction';

function onceOnly(viewer: Viewer, key: string, { identity, files }: CreateCall): OnceOnly {
  const { uploads, ...rest } = files;
  const sent = uploads.map(({ field, name, sha256 }) => [field, name, sha256]);
  const digest = hash('sha256', JSON.stringify([...identity, sent, rest]));
  return { user_id: viewer.user_id, key, request: `${CREATED} ${digest}` };
}

/**
 * Returns the auction that an earlier call with the same key created. Throws 422 if that call was different
 * (FORM-12).
 */
async function findCreated(db: Queryable, once: OnceOnly): Promise<number | null> {
  const earlier = await findEffect<Created>(db, once);
  if (earlier === null) return null;
  if (earlier.request === once.request) return earlier.effect.id;
  const isCreated = earlier.request.startsWith(`${CREATED} `);
  throw new DomainError(422, {
    detail: KEY_TAKEN,
    ...(isCreated && { code: 'listed', auction_id: earlier.effect.id }),
  });
}
