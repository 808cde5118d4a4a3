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
  switch (kind) {
    case 'flag':
      return value === true ? 'Ja' : 'Nej';
    case 'mil':
      return formatMileage(Number(value));
    case 'kronor':
      return formatKronor(Number(value));
    case 'time':
      return formatDateTime(String(value));
    case 'text':
    case 'year':
    case 'choice':
    case 'categories':
    case 'place':
    case 'condition':
      return String(value);
  }
}

/** A field of an auction in words. Empty if it has no value. */
export const fieldText = (auction: Auction, field: AuctionField): string =>
  field === 'category_ids'
    ? auction.categories.map(({ name }) => name).join(', ')
    : valueText(field, auction[field]);
