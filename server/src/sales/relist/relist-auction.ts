import type { Viewer } from '@restvarde/contract/roles';
import { RELIST_SENTENCE } from '@restvarde/contract/sales/relist-rules';
import { insertFile } from '../../auctions/files/auction-files.ts';
import { refuseMore } from '../../auctions/files/auction-images.ts';
import { countPictures, listOnce, type SentFiles } from '../../auctions/form/list-once.ts';
import type { AppContext } from '../../context.ts';
import { firstRow } from '../../db/first-row.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { DomainError, refuse } from '../../http/domain-error.ts';
import { takeUploads } from '../../uploads/pending-uploads.ts';
import { actOnSale } from '../act-on-sale.ts';
import { releaseBids } from '../release-bids.ts';
import { bidderIds, readSaleFor, type Sale } from '../sale.ts';
import { withdrawOpenOffer } from '../settle-offer.ts';
import { insertSuccessors } from './insert-successors.ts';
import { type Changes, type Relisting, readListing } from './read-listings.ts';

/** The requested changes of the successor. Missing fields are copied (RELIST-1). */
export interface SuccessorChanges {
  form: Changes;
  /** Its pictures in order: ids of the predecessor's and of uploads. */
  image_ids: string[] | undefined;
  /** The predecessor's documents to copy. */
  file_ids: string[] | undefined;
}

const isUpload = (id: string) => !/^\d+$/.test(id);

/**
 * Relists the object of an ended auction with its former content, except for the sent fields, and with the same
 * stored pictures and documents. Returns the successor's id. Binding bids are released in the same transaction
 * (RELIST-3). With a `key`, repeated calls relist once (FORM-12).
 * @throws DomainError 404 if the viewer cannot see the auction; 400 if it has not ended, has a winner or a
 * successor, and for each invalid field; 415 if a file is not a picture; 422 if the key was used with another
 * call
 */
export function relistAuction(
  context: AppContext,
  viewer: Viewer,
  id: number,
  changes: SuccessorChanges,
  files: SentFiles,
  key: string | null,
): Promise<number> {
  const { db } = context.pool;
  const covers = files.uploads.filter(({ field }) => field === 'image').length;

  async function check(queryable: Queryable, sale: Sale): Promise<Relisting> {
    refuseRelisting(sale);
    const listing = await readListing(queryable, sale, changes.form);
    refuseMore((changes.image_ids ?? listing.pictures).length, countPictures(files));
    return listing;
  }

  /** Returns the existing and the uploaded pictures in order. */
  async function takePictures(tx: Tx, { pictures }: Relisting): Promise<string[]> {
    const ids = changes.image_ids ?? pictures.map((one) => String(one.id));
    const uploaded = await takeUploads(tx, viewer, 'image', ids.filter(isUpload));
    return ids.map((one) => {
      const storedKey = isUpload(one)
        ? uploaded.shift()?.key
        : pictures.find((picture) => picture.id === Number(one))?.key;
      if (storedKey === undefined) throw refuse.field('image', RELIST_SENTENCE.noPicture);
      return storedKey;
    });
  }

  return listOnce(
    context,
    viewer,
    { key, identity: ['relist', id, changes], files },
    {
      check: async () => check(db, await readSaleFor(db, viewer, id, false)),
      async list(_checked, stored, keep) {
        let made = 0;
        await actOnSale(context, viewer, id, async (tx, sale) => {
          const listing = await check(tx, sale);
          const earlier = await takePictures(tx, listing);
          const taken = await takeUploads(tx, viewer, 'image', files.image_uploads);
          const pictures = [
            ...stored.slice(0, covers),
            ...earlier,
            ...stored.slice(covers),
            ...taken.map((one) => one.key),
          ];
          const relisted = [{ sale, listing, pictures }];
          const successor = firstRow(
            await insertSuccessors(tx, viewer, relisted, changes.file_ids),
          );
          made = successor.id;
          const auction = { id: made, company_id: sale.company_id };
          for (const document of await takeUploads(tx, viewer, 'document', files.file_uploads)) {
            await insertFile(tx, viewer, auction, document);
          }
          await keep(tx, made);
          const { stations: _bidder, ...withdrawn } = await withdrawOpenOffer(tx, sale);
          const bind = sale.bid_count > 0 && sale.bids_released_at === null;
          const release = bind
            ? await releaseBids(tx, sale, sale.now)
            : { stations: await bidderIds(tx, id), is_open: false };
          return {
            action: 'relist',
            before: withdrawn,
            after: { relisted_as: successor.number },
            ...release,
            standing: { ...(bind && { bids_released_at: sale.now }), relist_due_at: null },
          };
        });
        return made;
      },
    },
  );
}

function refuseRelisting(sale: Sale): void {
  if (sale.state === 'upcoming') throw refuse.detail(RELIST_SENTENCE.upcoming);
  if (sale.state === 'active') throw refuse.detail(RELIST_SENTENCE.running);
  if (sale.winning_bid_id !== null) throw refuse.detail(RELIST_SENTENCE.hasWinner);
  if (sale.successor_id !== null) {
    throw new DomainError(400, {
      detail: RELIST_SENTENCE.hasSuccessor,
      auction_id: sale.successor_id,
    });
  }
}
