import type { Auction } from '@restvarde/contract/auctions/auction';
import { allowedIn, LOCKED_AFTER_BID } from '@restvarde/contract/auctions/auction-locks';
import { type AuctionField, FIELD_NAMES } from '@restvarde/contract/auctions/fields';
import type { SalePhase } from '@restvarde/contract/sale/sale-phase';
import { type DraftField, draftFieldsOf } from './auction-draft.ts';

/** The lock of a form field. */
export interface FieldLock {
  isDisabled: boolean;
  /** Why it is locked, or how far it may still change. Undefined if the page states it once for all fields. */
  reason?: string;
}

export type DraftLocks = Partial<Record<DraftField, FieldLock>>;

/** How far a field may still change after the first bid. */
const LIMIT = {
  lower: 'Kan bara sänkas efter första budet.',
  later: 'Kan bara senareläggas efter första budet.',
  more: 'Kategorier kan bara läggas till efter första budet.',
};

type Locked = Pick<Auction, 'is_global' | 'reservation_price'>;

/** The form fields that may no longer be changed in a phase, and why (AUC-15). The server decides. */
export function locksOf(phase: SalePhase, auction: Locked): DraftLocks {
  const locks: DraftLocks = {};
  for (const field of FIELD_NAMES) {
    const lock = lockOf(phase, field, auction);
    // The first of several inputs shows the reason.
    const [first, ...rest] = draftFieldsOf(field);
    if (lock === null || first === undefined) continue;
    locks[first] = lock;
    if (lock.isDisabled) for (const name of rest) locks[name] = { isDisabled: true };
  }
  return locks;
}

function lockOf(phase: SalePhase, what: AuctionField, auction: Locked): FieldLock | null {
  const allowed = allowedIn(phase, what);
  const locked = { isDisabled: true, ...(phase === 'bid_on' && { reason: LOCKED_AFTER_BID }) };
  switch (allowed) {
    case 'free':
      return null;
    case 'locked':
      return locked;
    case 'wider':
      return auction.is_global ? locked : null;
    case 'lower':
      return auction.reservation_price ? { isDisabled: false, reason: LIMIT.lower } : locked;
    default:
      return { isDisabled: false, reason: LIMIT[allowed] };
  }
}

/** The lock as props of an input: disabled or not, and the reason instead of its `description`. */
export function heldBy(locks: DraftLocks, field: DraftField, description?: string) {
  const lock = locks[field];
  const text = lock?.reason ?? description;
  return {
    isDisabled: lock?.isDisabled ?? false,
    ...(text !== undefined && { description: text }),
  };
}
