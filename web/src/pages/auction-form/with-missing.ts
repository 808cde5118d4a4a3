import type { Auction } from '@restvarde/contract/auctions/auction';
import type { StagingArea } from '@restvarde/contract/categories';

/** The choices, with those of the auction that are no longer offered added. */
export function withMissing<Item extends { id: number }>(offered: Item[], own: Item[]): Item[] {
  const missing = own.filter(({ id }) => !offered.some((one) => one.id === id));
  return missing.length === 0 ? offered : [...offered, ...missing];
}

/** The auction's staging area, if it is one of its company's. */
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
