import { sql } from 'kysely';
import { makeCategory, makeStagingArea } from '../factories.ts';
import { type Attachment, encodeForm, type Fields, makePicture, newAuction } from '../forms.ts';
import { makeSeller, type Seller } from '../seller.ts';
import type { Answer, TestNode } from '../test-node.ts';

/** A case manager who uploads pictures, and the stored data. */
export interface PictureForms extends Pick<Seller, 'manager' | 'makeOpen'> {
  /** A valid picture. */
  jpeg: Attachment;
  /** Posts a new auction with these files and fields. */
  create(values: Fields): Promise<Answer>;
  /** Adds a picture to an auction, as the manager by default; null sends the form without one. */
  add(auction: number, image: Attachment | null, user?: number): Promise<Answer>;
  /** All stored rows of auctions and pictures, and the media folders. */
  kept(): Promise<{ folders: string[] }>;
}

export async function openPictureForms(node: TestNode): Promise<PictureForms> {
  const { db } = node.context.pool;
  const { company, manager, makeOpen } = await makeSeller(node);
  const category = await makeCategory(db);
  const place = await makeStagingArea(db, company);
  return {
    manager,
    makeOpen,
    jpeg: { name: 'bil.jpg', content: await makePicture({ width: 320, height: 240 }) },
    async create(values) {
      const { body, headers } = await encodeForm(newAuction(category, place, values));
      return node.call(manager, 'POST', '/api/auctions', body, headers);
    },
    async add(auction, image, user = manager) {
      const { body, headers } = await encodeForm({ image, note: 'x' });
      return node.call(user, 'POST', `/api/auctions/${auction}/images`, body, headers);
    },
    async kept() {
      const { rows } = await sql`
        select (select count(*) from auctions) as auctions, (select count(*) from auction_images) as images,
          (select count(*) from audit_log) as log,
          (select next_auction_number from companies where id = ${company}) as next`.execute(db);
      return { ...(rows[0] as object), folders: await node.storedFolders() };
    },
  };
}
