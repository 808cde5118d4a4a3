import type { Auction } from '@restvarde/contract/auctions/auction';
import type { StagingArea } from '@restvarde/contract/categories';

/** The offered choices, and after them the auction's own that are no longer offered. */
export function withMissing<Item extends { id: number }>(offered: Item[], own: Item[]): Item[] {
  const missing = own.filter(({ id }) => !offered.some((one) => one.id === id));
  return missing.length === 0 ? offered : [...offered, ...missing];
}

/** The auction's staging area in a list, which is empty for «Annan». */
export function placeOf({ staging_area, staging_area_name }: Auction): StagingArea[] {
  return staging_area === null
    ? []
    : [
        {
          id: staging_area,
          name: staging_area_name,
          is_service_station: false,
          opening_hours: '',
          booking_hours: null,
          can_edit: false,
        },
      ];
}
