import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { makeCategory, makeStagingArea } from '../factories.ts';
import { type Attachment, encodeForm, type Fields, makePicture, newAuction } from '../forms.ts';
import { makeSeller, type Seller } from '../seller.ts';
import type { Answer, TestNode } from '../test-node.ts';

/** A case manager who sends pictures, and what is kept of them. */
export interface PictureForms extends Pick<Seller, 'manager' | 'makeOpen'> {
  /** One that is fine. */
  jpeg: Attachment;
  /** Sends the form of a new auction with these files and fields. */
  create(values: Fields): Promise<Answer>;
  /** Adds a picture to an auction, as the manager unless another user is named; null sends the form without one. */
  add(auction: number, image: Attachment | null, user?: number): Promise<Answer>;
  /** Everything that is kept: rows of auctions and pictures, and the folders of the media. */
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
      const folders = await readdir(node.mediaFolder).catch(() => []);
      return { ...(rows[0] as object), folders: folders.sort() };
    },
  };
}
