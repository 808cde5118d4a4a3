import type { Auction } from '@restvarde/contract/auctions/auction';
import { type AuctionField, FIELD_NAMES } from '@restvarde/contract/auctions/fields';
import sharp, { type Sharp } from 'sharp';
import type { Stored } from '../src/media/media.ts';

/** A file of a form. */
export interface Attachment {
  name: string;
  content: Uint8Array | string;
  type?: string;
}

/** A form's values by field. */
export type Fields = Record<
  string,
  string | number | null | undefined | Attachment | Attachment[] | number[]
>;

export interface EncodedForm {
  body: Buffer;
  headers: { 'content-type': string };
}

/** Form data as a browser sends it: lists as `name[n]`, files under their field. */
export async function encodeForm(values: Fields): Promise<EncodedForm> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        if (typeof item === 'number') form.append(`${name}[${index}]`, String(item));
        else form.append(name, asBlob(item), item.name);
      });
    } else if (typeof value === 'object') form.append(name, asBlob(value), value.name);
    else form.append(name, String(value));
  }
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

const asBlob = ({ content, type }: Attachment) =>
  new Blob([content as string], { type: type ?? 'application/octet-stream' });

/** A JPEG or PNG: red top left, green top right, blue below; `extra` continues the pipeline. */
export async function makePicture(
  options: { width?: number; height?: number; extra?: (picture: Sharp) => Sharp } = {},
): Promise<Buffer> {
  const { width = 1600, height = 1200, extra = (image) => image.jpeg() } = options;
  const half = {
    width: Math.floor(width / 2),
    height: Math.floor(height / 2),
    channels: 3,
  } as const;
  const picture = sharp({
    create: { width, height, channels: 3, background: '#0000ff' },
  }).composite([
    { input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 },
    { input: { create: { ...half, background: '#00ff00' } }, left: width - half.width, top: 0 },
  ]);
  return extra(picture).toBuffer();
}

/** A picture whose rows differ, always the same. */
export function makeNoise(write: (picture: Sharp) => Sharp): Promise<Buffer> {
  const [width, height] = [400, 300];
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => (Math.sin(at * 12.9898) * 43_758) & 255),
  );
  return write(sharp(pixels, { raw: { width, height, channels: 3 } })).toBuffer();
}

/** The key of a stored picture. */
export async function keyOf(storing: Promise<Stored>): Promise<string> {
  const stored = await storing;
  if ('fault' in stored) throw new Error(`The picture is refused: ${stored.fault}.`);
  return stored.key;
}

/** A small file of 49 megapixels, which takes a second to decode. */
export function makeHeavyPicture(): Promise<Buffer> {
  return sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#4a7' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** `YYYY-MM-DDTHH:MM` in Stockholm. */
export const onStockholmsClocks = (at: Date): string =>
  at.toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' }).slice(0, 16).replace(' ', 'T');

/** The time `minutes` from now, as `onStockholmsClocks`. */
export const localTime = (minutes: number): string =>
  onStockholmsClocks(new Date(Date.now() + minutes * 60_000));

/** A minimal new auction that starts now. */
export const newAuction = (category: number, staging_area: number, changes: Fields = {}) => ({
  category_ids: [category],
  manufacturer: 'Volvo',
  registration_number: 'ABC123',
  damage_condition: 'REPAIR',
  staging_area,
  is_global: '0',
  hidden_bids: '0',
  hidden_reservation_price: '0',
  start_dt: localTime(0),
  end_dt: localTime(600),
  ...changes,
});

/** The form's fields as the page fills them from an auction. */
export function formFrom(auction: Auction) {
  const local = (at: string) => onStockholmsClocks(new Date(at));
  const text = (value: unknown) =>
    typeof value === 'boolean'
      ? value
        ? '1'
        : '0'
      : typeof value === 'object' && value !== null
        ? JSON.stringify(value)
        : (value ?? '');
  const { categories, start_dt, end_dt, ...fields } = auction;
  return {
    ...(Object.fromEntries(
      FIELD_NAMES.map((field) => [field, text(fields[field as keyof typeof fields])]),
    ) as Record<Exclude<AuctionField, 'category_ids'>, string | number>),
    category_ids: categories.map(({ id }) => id),
    start_dt: local(start_dt),
    end_dt: local(end_dt),
  };
}
