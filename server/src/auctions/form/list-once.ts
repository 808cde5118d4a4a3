import { hash } from 'node:crypto';
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
import { storePictures } from '../../media/keep-pictures.ts';

/** The files of a form: those that came with it, and the ids of what was uploaded before (FORM-13). */
export interface SentFiles {
  uploads: Upload[];
  image_uploads: string[];
  file_uploads: string[];
}

/** How many pictures they are. */
export function countPictures({ uploads, image_uploads }: SentFiles): number {
  const sent = uploads.filter(({ field }) => field === 'image' || field === 'images');
  return sent.length + image_uploads.length;
}

/** A call that lists an object for auction. */
export interface ListCall {
  /** Its Idempotency-Key, if it has one. */
  key: string | null;
  /** Two calls with one key must have this and every file in common, to the byte. */
  asked: unknown[];
  files: SentFiles;
}

interface Listing<Checked> {
  /** Refuses by throwing what the rules refuse. */
  check: () => Promise<Checked>;
  /** Lists the object with the keys of its stored pictures in one transaction, and says in it what was listed. */
  list: (
    checked: Checked,
    pictures: string[],
    keep: (tx: Tx, id: number) => Promise<void>,
  ) => Promise<number>;
}

/**
 * Lists an object once, however often the same call with a key is made (FORM-12); returns the auction's id. When it is
 * refused no picture is kept.
 * @throws DomainError 415 when a file is no picture; 422 for a key that came with another call; and what `check` and
 *   `list` throw.
 */
export async function listOnce<Checked>(
  context: AppContext,
  viewer: Viewer,
  call: ListCall,
  { check, list }: Listing<Checked>,
): Promise<number> {
  const { db } = context.pool;
  const once = call.key === null ? null : onceOnly(viewer, call.key, call);
  const listed = once && (await findListed(db, once));
  if (listed) return listed;
  let pictures: string[] = [];
  try {
    // The rules first: a picture costs a second of work, and a refused form should not wait for it.
    const checked = await check();
    pictures = await storePictures(context.media, viewer, call.files.uploads);
    return await list(checked, pictures, async (tx, id) => {
      if (once) await keepEffect(tx, once, 201, { id } satisfies Listed);
    });
  } catch (error) {
    await Promise.all(pictures.map((key) => context.media.remove(key)));
    // The same call made meanwhile may be why this one is refused.
    const mayBeListed = error instanceof MadeMeanwhile || error instanceof DomainError;
    const known = once && mayBeListed && (await findListed(db, once));
    if (known) return known;
    throw error;
  }
}

/** What is kept of a call that listed an auction. */
interface Listed {
  id: number;
}

const LISTED = 'auction';

function onceOnly(viewer: Viewer, key: string, { asked, files }: ListCall): OnceOnly {
  const { uploads, image_uploads, file_uploads } = files;
  const sent = uploads.map(({ field, name, sha256 }) => [field, name, sha256]);
  const digest = hash('sha256', JSON.stringify([...asked, sent, image_uploads, file_uploads]));
  return { user_id: viewer.user_id, key, request: `${LISTED} ${digest}` };
}

/** The auction that an earlier call with the same key listed; 422 when that was another one (FORM-12). */
async function findListed(db: Queryable, once: OnceOnly): Promise<number | null> {
  const earlier = await findEffect<Listed>(db, once);
  if (earlier === null) return null;
  if (earlier.request === once.request) return earlier.effect.id;
  const isListed = earlier.request.startsWith(`${LISTED} `);
  throw new DomainError(422, {
    detail: KEY_TAKEN,
    ...(isListed && { code: 'listed', auction_id: earlier.effect.id }),
  });
}
