import type { AuctionForm } from './auction-form.ts';
import type { AuctionState } from './auction-rules.ts';

/** AUC-15, verbatim. */
export const LOCKED_AFTER_BID = 'Kan inte ändras efter första budet.';
export const LOCKED_WHEN_ENDED = 'Kan inte ändras när auktionen är avslutad.';

/** The fields of an auction that a change is compared in; the place by its id and name. */
export type Changeable = Omit<AuctionForm, 'description'>;

const ALWAYS_AFTER_BID = [
  'start_bid',
  'hidden_bids',
  'hidden_reservation_price',
  'damage_condition',
  'registration_number',
  'chassis_number',
  'start_dt',
] as const satisfies (keyof Changeable)[];

/** Are two values the same to a person? Times to the minute, categories in any order (AUC-15). */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return minute(one) === minute(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return [...one].sort().join() === [...other].sort().join();
  }
  return one === other;
}

const minute = (at: Date) => Math.floor(at.getTime() / 60_000);

/** The fields of the form whose values differ from what is stored. */
export function changedFields(before: Changeable, after: Changeable): (keyof Changeable)[] {
  return (Object.keys(after) as (keyof Changeable)[]).filter(
    (field) => !isSame(before[field], after[field]),
  );
}

/** What no change can be made to after the first bid, whatever the new value (AUC-15). */
export function lockedAfterBid(before: Pick<Changeable, 'is_global'>): (keyof Changeable)[] {
  return before.is_global ? [...ALWAYS_AFTER_BID, 'is_global'] : [...ALWAYS_AFTER_BID];
}

/**
 * What of a change is refused, as `{field: sentence}` (AUC-15). After the first bid nothing may change that
 * a bidder has relied on: a reserve may fall, an end may move later, the sales area may widen. Of an ended
 * auction only the description may change.
 */
export function refusedChanges(
  before: Changeable,
  after: Changeable,
  auction: { state: AuctionState; has_bids: boolean },
): Partial<Record<keyof Changeable, string>> {
  const changed = changedFields(before, after);
  if (auction.state === 'ended') {
    return Object.fromEntries(changed.map((field) => [field, LOCKED_WHEN_ENDED]));
  }
  if (!auction.has_bids) return {};
  const locked = new Set(lockedAfterBid(before));
  if (after.end_dt < before.end_dt) locked.add('end_dt');
  if (Number(after.reservation_price ?? 0) > Number(before.reservation_price ?? 0)) {
    locked.add('reservation_price');
  }
  return Object.fromEntries(
    changed.filter((field) => locked.has(field)).map((field) => [field, LOCKED_AFTER_BID]),
  );
}
