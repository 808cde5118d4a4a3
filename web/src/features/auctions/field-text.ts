import type { Auction } from '@restvarde/contract/auctions/auction';
import { type AuctionField, fieldSpec } from '@restvarde/contract/auctions/fields';
import { formatKronor } from '@restvarde/contract/money';
import { formatDateTime } from '../../ui/format/dates.ts';
import { formatMileage } from '../../ui/format/numbers.ts';

/** A value of a field in words. Empty if there is none. */
export function valueText(field: AuctionField, value: unknown): string {
  const { kind, words } = fieldSpec(field);
  if (value === null || value === undefined || value === '') return '';
  if (words) return words[String(value)] ?? String(value);
  if (kind === 'flag') return value === true ? 'Ja' : 'Nej';
  if (kind === 'mil') return formatMileage(Number(value));
  if (kind === 'kronor') return formatKronor(Number(value));
  return kind === 'time' ? formatDateTime(String(value)) : String(value);
}

/** A field of an auction in words. Empty if it has no value. */
export const fieldText = (auction: Auction, field: AuctionField): string =>
  field === 'category_ids'
    ? auction.categories.map(({ name }) => name).join(', ')
    : valueText(field, auction[field]);
