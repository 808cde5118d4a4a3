import { LOCKED_AFTER_BID, lockedAfterBid } from '@restvarde/contract/auction-locks';
import type { Auction } from '@restvarde/contract/auctions';
import type { DraftField } from './auction-draft.ts';

/** What a field of the form says of its lock. */
export interface FieldLock {
  isDisabled: boolean;
  /** Why, or how far it may still be changed; none where the page says it once for all. */
  reason?: string;
}

export type DraftLocks = Partial<Record<DraftField, FieldLock>>;

const EXCEPT_DESCRIPTION: DraftField[] = [
  'category_ids',
  'manufacturer',
  'model',
  'model_year',
  'mileage',
  'registration_number',
  'chassis_number',
  'damage_condition',
  'is_global',
  'hidden_bids',
  'hidden_reservation_price',
  'start_bid',
  'reservation_price',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'staging_area',
  'staging_area_name',
];

/** Which fields of an auction's form may not be changed any more, and why (AUC-15). The server decides. */
export function locksOf(
  auction: Pick<
    Auction,
    'is_active' | 'has_started' | 'bid_count' | 'is_global' | 'reservation_price'
  >,
): DraftLocks {
  if (auction.has_started && !auction.is_active) {
    return Object.fromEntries(EXCEPT_DESCRIPTION.map((field) => [field, { isDisabled: true }]));
  }
  if (!auction.bid_count) return {};
  const locked: DraftLocks = {};
  const lock = { isDisabled: true, reason: LOCKED_AFTER_BID };
  for (const field of lockedAfterBid(auction)) {
    if (field === 'start_dt') {
      locked.start_date = lock;
      locked.start_time = { isDisabled: true };
    } else {
      locked[field as DraftField] = lock;
    }
  }
  locked.reservation_price = auction.reservation_price
    ? { isDisabled: false, reason: 'Kan bara sänkas efter första budet.' }
    : lock;
  locked.end_date = { isDisabled: false, reason: 'Kan bara flyttas framåt efter första budet.' };
  return locked;
}

/** The same for an input: disabled or not, and the reason in place of its own `description`. */
export function heldBy(locks: DraftLocks, field: DraftField, description?: string) {
  const lock = locks[field];
  const said = lock?.reason ?? description;
  return {
    isDisabled: lock?.isDisabled ?? false,
    ...(said !== undefined && { description: said }),
  };
}
