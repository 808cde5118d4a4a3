import type { Viewer } from '@restvarde/contract/roles';
import { OFFER_SENTENCE } from '@restvarde/contract/sale/offer-rules';
import { RELIST_SENTENCE } from '@restvarde/contract/sale/relist-rules';
import { insertUploadedFiles } from '../../auctions/files/auction-files.ts';
import { refuseMore, type StoredPicture } from '../../auctions/files/auction-images.ts';
import { countPictures, createOnce, type SentFiles } from '../../auctions/form/create-once.ts';
import type { AppContext } from '../../context.ts';
import { firstRow, type Queryable, type Tx } from '../../db/pool.ts';
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
  /** '0': the call is refused if an offer is open. */
  withdraw_offer: '0' | '1' | undefined;
}

const isUpload = (id: string) => !/^\d+$/.test(id);

/**
 * Relists the object of an ended auction with its former content, except for the sent fields, and with the same
 * stored pictures and documents. Returns the successor's id. Binding bids are released in the same transaction
 * (RELIST-3). With a `key`, repeated calls relist once (FORM-12).
 * @throws DomainError 404 if the viewer cannot see the auction; 400 if it has not ended, has a winner or a
 * successor, an offer is open and `withdraw_offer` is '0', and for each invalid field; 415 if a file is not a picture; 422 if the key was used with another
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
    if (changes.withdraw_offer === '0' && sale.open_offer !== null)
      throw refuse.detail(OFFER_SENTENCE.isOpen);
    const listing = await readListing(queryable, sale, changes.form);
    refuseMore((changes.image_ids ?? listing.pictures).length, countPictures(files));
    return listing;
  }

  /** Returns the existing and the uploaded pictures in order. */
  async function takePictures(tx: Tx, { pictures }: Relisting): Promise<StoredPicture[]> {
    const ids = changes.image_ids ?? pictures.map((one) => String(one.id));
    const uploaded = await takeUploads(tx, viewer, 'image', ids.filter(isUpload));
    // If the ids of pictures are sent, the views belong to those pictures (DMG-6).
    const views = changes.image_ids ? files.image_views : [];
    return ids.map((one, n) => {
      const kept = pictures.find((picture) => picture.id === Number(one));
      const storedKey = isUpload(one) ? uploaded.shift()?.key : kept?.key;
      if (storedKey === undefined) throw refuse.field('image', RELIST_SENTENCE.noPicture);
      const view = views[n];
      return { key: storedKey, view: view === undefined ? (kept?.view ?? null) : view };
    });
  }

  return createOnce(
    context,
    viewer,
    { key, identity: ['relist', id, changes], files },
    {
      check: async () => check(db, await readSaleFor(db, viewer, id, false)),
      async create(_checked, stored, keep) {
        let made = 0;
        await actOnSale(context, viewer, id, async (tx, sale) => {
          const listing = await check(tx, sale);
          const earlier = await takePictures(tx, listing);
          const taken = await takeUploads(tx, viewer, 'image', files.image_uploads);
          const pictures = [
            ...stored.slice(0, covers),
            ...earlier,
            ...stored.slice(covers),
            ...taken.map(({ key: uploaded }, n) => ({
              key: uploaded,
              view: changes.image_ids ? null : (files.image_views[n] ?? null),
            })),
          ];
          const relisted = [{ sale, listing, pictures }];
          const successor = firstRow(
            await insertSuccessors(tx, viewer, relisted, changes.file_ids),
          );
          made = successor.id;
          const auction = { id: made, company_id: sale.company_id };
          await insertUploadedFiles(tx, viewer, auction, files);
          await keep(tx, made);
          const { stations: _bidder, ...withdrawn } = await withdrawOpenOffer(tx, sale);
          const bind = sale.bid_count > 0 && sale.bids_released_at === null;
          const release = bind
            ? await releaseBids(tx, sale, sale.now)
            : { stations: await bidderIds(tx, id) };
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
