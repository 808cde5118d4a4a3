import { hash } from 'node:crypto';
import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import { nextNumber } from '@restvarde/contract/auctions/auction-rules';
import { SENTENCE } from '@restvarde/contract/errors';
import { IMAGES_PER_AUCTION, TOO_MANY_IMAGES } from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import { copySettings } from '../../companies/copied-settings.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { DomainError, refuse } from '../../http/domain-error.ts';
import {
  findEffect,
  KEY_TAKEN,
  keepEffect,
  MadeMeanwhile,
  type OnceOnly,
} from '../../http/idempotency.ts';
import type { Upload } from '../../http/uploads.ts';
import { storePictures } from '../../media/keep-pictures.ts';
import { takeUploads } from '../../uploads/pending-uploads.ts';
import { writeAudit } from '../audit.ts';
import { insertFile } from '../files/auction-files.ts';
import { checkForm, type Place } from './check-form.ts';

/** The files of a form: those that came with it, and the ids of what was uploaded before (FORM-13). */
export interface SentFiles {
  uploads: Upload[];
  image_uploads: string[];
  file_uploads: string[];
}

/**
 * Lists an object for auction with its pictures and documents; returns its id. Nothing is stored when it is refused (FORM-1).
 * With a `key` the same call lists it once, however often it is made (FORM-12).
 * @throws DomainError 400 at each field that is wrong; 415 when a file is no picture; 422 for a key that came with
 *   another form.
 */
export async function createAuction(
  context: AppContext,
  viewer: Viewer,
  company: number | null,
  form: AuctionForm,
  files: SentFiles,
  key: string | null,
): Promise<number> {
  if (company === null) throw refuse.field('company', SENTENCE.chooseCompany);
  const { db } = context.pool;
  const once = key === null ? null : onceOnly(viewer, key, company, form, files);
  const listed = once && (await findListed(db, once));
  if (listed) return listed;
  // The rules first: a picture costs a second of work, and a refused form should not wait for it.
  const place = await checkForm(db, company, form);
  refuseTooMany(files);
  const keys = await storePictures(context.media, viewer, files.uploads);
  try {
    return await db.transaction().execute(async (tx) => {
      const id = await insertAuction(tx, viewer, company, form, place);
      const auction = { id, company_id: company };
      await writeAudit(tx, viewer, auction, 'create', { after: form });
      const taken = await takeUploads(tx, viewer, 'image', files.image_uploads);
      const pictures = [...keys, ...taken.map((one) => one.key)];
      if (pictures.length > 0) {
        await tx
          .insertInto('auction_images')
          .values(pictures.map((key, position) => ({ auction_id: id, position, key })))
          .execute();
      }
      for (const document of await takeUploads(tx, viewer, 'document', files.file_uploads)) {
        await insertFile(tx, viewer, auction, document);
      }
      if (once) await keepEffect(tx, once, 201, { id } satisfies Listed);
      return id;
    });
  } catch (error) {
    await Promise.all(keys.map((key) => context.media.remove(key)));
    const listed = once && error instanceof MadeMeanwhile && (await findListed(db, once));
    if (listed) return listed;
    throw error;
  }
}

function refuseTooMany({ uploads, image_uploads }: SentFiles): void {
  const pictures = uploads.filter(({ field }) => field === 'image' || field === 'images');
  if (pictures.length + image_uploads.length > IMAGES_PER_AUCTION) {
    throw refuse.field('image', TOO_MANY_IMAGES);
  }
}

/** What is kept of a call that listed an auction. */
interface Listed {
  id: number;
}

const LISTED = 'auction';

/** Two calls with one key must have every field and every file in common, to the byte. */
function onceOnly(
  viewer: Viewer,
  key: string,
  company: number,
  form: AuctionForm,
  { uploads, image_uploads, file_uploads }: SentFiles,
): OnceOnly {
  const files = uploads.map(({ field, name, sha256 }) => [field, name, sha256]);
  const digest = hash(
    'sha256',
    JSON.stringify([company, form, files, image_uploads, file_uploads]),
  );
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

async function insertAuction(
  tx: Tx,
  viewer: Viewer,
  company: number,
  form: AuctionForm,
  place: Place,
): Promise<number> {
  const { category_ids, end_dt, staging_area: _id, staging_area_name: _name, ...facts } = form;
  const number = await allocateNumber(tx, company);
  const { id } = await tx
    .insertInto('auctions')
    .values({
      ...facts,
      company_id: company,
      number,
      staging_area_id: place.id,
      staging_area_name: place.name,
      ...(await copySettings(tx, company)),
      created_by: viewer.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('auction_standings')
    .values({ auction_id: id, company_id: company, end_dt })
    .execute();
  await tx
    .insertInto('auction_categories')
    .values(category_ids.map((category_id) => ({ auction_id: id, category_id })))
    .execute();
  return id;
}

/** The company's next number, counted up under its lock: none lost, none given twice (FORM-10). */
async function allocateNumber(tx: Tx, company: number): Promise<string> {
  const { next_auction_number } = await tx
    .selectFrom('companies')
    .select('next_auction_number')
    .where('id', '=', company)
    .forUpdate()
    .executeTakeFirstOrThrow();
  let number = next_auction_number;
  // A number that settings were turned back to may be taken: the next free one is.
  while (await isTaken(tx, company, number)) number = nextNumber(number);
  await tx
    .updateTable('companies')
    .set({ next_auction_number: nextNumber(number) })
    .where('id', '=', company)
    .execute();
  return number;
}

async function isTaken(tx: Tx, company: number, number: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('auctions')
    .select('id')
    .where('company_id', '=', company)
    .where('number', '=', number)
    .executeTakeFirst();
  return taken !== undefined;
}
