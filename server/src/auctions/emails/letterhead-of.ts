import { type RawBuilder, sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import { queryPlanned } from '../../db/pool.ts';
import type { EmailPicture, EmailTop, Message } from '../../email/email.ts';
import { type AuctionNames, objectName } from './words.ts';

/** What the letterhead of an email about an auction is made from. */
export interface LetterheadRow {
  company_name: string;
  logo_key: string | null;
  manufacturer: string;
  model: string;
  image_key: string | null;
}

/** SQL: the columns of a `LetterheadRow`, from `auctions a join companies c`. */
export const letterheadColumns = sql`
  c.name as company_name, c.logo_key, a.manufacturer, a.model,
  (
    select i.key from auction_images i where i.auction_id = a.id order by i.position, i.id limit 1
  ) as image_key`;

/**
 * Returns the seller's name and logo and the picture of the object (MAIL-6). The caller has checked that the
 * recipient may get the email; nothing here depends on bids. Null if there is no such auction.
 */
export async function letterheadOf(
  { pool, media }: Pick<WorkerContext, 'pool' | 'media'>,
  auction: number,
): Promise<EmailTop | null> {
  const statement = sql<LetterheadRow>`
    select ${letterheadColumns} from auctions a join companies c on c.id = a.company_id where a.id = ${auction}`;
  const [row] = await queryPlanned(pool.db, 'letterhead', statement);
  return row ? topOf(media, row) : null;
}

/** An email about an auction, with the address of its page in the props. */
export async function messageAbout<Props>(
  context: WorkerContext,
  auction: number,
  to: string,
  props: Props,
): Promise<Message<Props & { auction_url: string }>> {
  const auction_url = `${context.config.publicUrl}/auctions/${auction}`;
  return { to, props: { ...props, auction_url }, top: await letterheadOf(context, auction) };
}

/** `messageAbout` with the first row of a query, which has the recipient's address. Null if there is none. */
export async function readMessageAbout<Props extends AuctionNames>(
  context: WorkerContext,
  auction: number,
  query: RawBuilder<Omit<Props, 'auction_url'> & { email: string }>,
): Promise<Message<Omit<Props, 'auction_url'> & { auction_url: string }> | null> {
  const [row] = (await query.execute(context.pool.db)).rows;
  return row ? messageAbout(context, auction, row.email, row) : null;
}

/** Returns the top of an email from a row that has been read. Leaves out a picture that is unavailable. */
export async function topOf(media: WorkerContext['media'], row: LetterheadRow): Promise<EmailTop> {
  const [cover, logo] = await Promise.all([
    row.image_key && media.forEmails.cover(row.image_key),
    row.logo_key && media.forEmails.logo(row.logo_key),
  ]);
  const pictures: EmailPicture[] = [];
  if (logo)
    pictures.push({ cid: 'logo', filename: 'logo.png', contentType: 'image/png', content: logo });
  if (cover) {
    pictures.push({
      cid: 'cover',
      filename: 'objekt.jpg',
      contentType: 'image/jpeg',
      content: cover,
    });
  }
  return {
    letterhead: {
      company_name: row.company_name,
      logo: logo ? 'cid:logo' : null,
      cover: cover ? { address: 'cid:cover', alt: `Bild på ${objectName(row)}` } : null,
    },
    pictures,
  };
}
