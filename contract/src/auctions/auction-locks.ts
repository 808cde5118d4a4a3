import type { AuctionForm } from './auction-form.ts';
import { isOver, SALE_PHASES, type SalePhase } from './sale-phase.ts';

/** What can be changed of an auction: a field of its form, or its files. */
export type Changeable = keyof AuctionForm | 'images' | 'add_file' | 'remove_file';

/**
 * `lower`, `later`, `wider` (to all workshops) and `more`: the only change still allowed,
 * since it does not harm bidders.
 */
export type Allowed = 'free' | 'lower' | 'later' | 'wider' | 'more' | 'locked';

type Row = readonly [
  upcoming: Allowed,
  running: Allowed,
  bid_on: Allowed,
  ended: Allowed,
  sold: Allowed,
  collected: Allowed,
];

/** After the first bid, fields that bidders rely on are locked. */
const LOCKED_BY_BID: Row = ['free', 'free', 'locked', 'locked', 'locked', 'locked'];
const LOCKED_BY_END: Row = ['free', 'free', 'free', 'locked', 'locked', 'locked'];
/** The yard's list depends on the place (PICK-7). */
const LOCKED_BY_HAND_OVER: Row = ['free', 'free', 'free', 'free', 'free', 'locked'];
const ALWAYS_FREE: Row = ['free', 'free', 'free', 'free', 'free', 'free'];

/** AUC-15: what may be changed in which phase, in the order of `SALE_PHASES`. */
export const CHANGES = {
  description: ALWAYS_FREE,
  add_file: ALWAYS_FREE,
  // The winner was notified with these facts.
  remove_file: ['free', 'free', 'free', 'free', 'locked', 'locked'],
  images: LOCKED_BY_END,
  manufacturer: LOCKED_BY_END,
  model: LOCKED_BY_END,
  model_year: LOCKED_BY_END,
  mileage: LOCKED_BY_END,
  staging_area: LOCKED_BY_HAND_OVER,
  staging_area_name: LOCKED_BY_HAND_OVER,
  relist_dismantling: LOCKED_BY_END,
  category_ids: ['free', 'free', 'more', 'locked', 'locked', 'locked'],
  is_global: ['free', 'free', 'wider', 'locked', 'locked', 'locked'],
  reservation_price: ['free', 'free', 'lower', 'locked', 'locked', 'locked'],
  end_dt: ['free', 'free', 'later', 'locked', 'locked', 'locked'],
  start_dt: LOCKED_BY_BID,
  start_bid: LOCKED_BY_BID,
  hidden_bids: LOCKED_BY_BID,
  hidden_reservation_price: LOCKED_BY_BID,
  damage_condition: LOCKED_BY_BID,
  registration_number: LOCKED_BY_BID,
  chassis_number: LOCKED_BY_BID,
} as const satisfies Record<Changeable, Row>;

/** AUC-15, verbatim: at a field. */
export const LOCKED_AFTER_BID = 'Kan inte ändras efter första budet.';
export const LOCKED_WHEN_ENDED = 'Kan inte ändras när auktionen är avslutad.';
export const LOCKED_WHEN_COLLECTED = 'Kan inte ändras när objektet är utlämnat.';
/** The same for files. */
export const IMAGES_LOCKED = 'Bilderna kan inte ändras när auktionen är avslutad.';
export const FILES_KEPT = 'Dokument kan inte tas bort när vinnaren har meddelats.';

/** How something may be changed in a phase (AUC-15). */
export function allowedIn(phase: SalePhase, what: Changeable): Allowed {
  return CHANGES[what][SALE_PHASES.indexOf(phase)]!;
}

/** The message for a refused change of a field in a phase. */
export function lockSentence(phase: SalePhase): string {
  if (phase === 'collected') return LOCKED_WHEN_COLLECTED;
  return isOver(phase) ? LOCKED_WHEN_ENDED : LOCKED_AFTER_BID;
}

/** The compared fields of an auction; the place by its id and name. */
export type Fields = Omit<AuctionForm, 'description'>;

/** True if two values are equal: times to the minute, categories in any order (AUC-15). */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return minute(one) === minute(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return [...one].sort().join() === [...other].sort().join();
  }
  return one === other;
}

const minute = (at: Date) => Math.floor(at.getTime() / 60_000);

/** The fields of the form whose values differ from the stored ones. */
export function changedFields(before: Fields, after: Fields): (keyof Fields)[] {
  return (Object.keys(after) as (keyof Fields)[]).filter(
    (field) => !isSame(before[field], after[field]),
  );
}

/** True if the table allows the change. */
const isAllowed: Record<Allowed, (before: Fields, after: Fields) => boolean> = {
  free: () => true,
  locked: () => false,
  // No reserve counts as the lowest.
  lower: (before, after) => (after.reservation_price ?? 0) <= (before.reservation_price ?? 0),
  later: (before, after) => after.end_dt >= before.end_dt,
  wider: (_before, after) => after.is_global,
  more: (before, after) => before.category_ids.every((id) => after.category_ids.includes(id)),
};

/** The refused fields of a change in a phase, as `{field: message}` (AUC-15). */
export function refusedChanges(
  before: Fields,
  after: Fields,
  phase: SalePhase,
): Partial<Record<keyof Fields, string>> {
  const refused = changedFields(before, after).filter(
    (field) => !isAllowed[allowedIn(phase, field)](before, after),
  );
  return Object.fromEntries(refused.map((field) => [field, lockSentence(phase)]));
}
