import { isOver, SALE_PHASES, type SalePhase } from '../sale/sale-phase.ts';
import type { AuctionForm } from './auction-form.ts';
import { AUCTION_FIELDS, type AuctionField, FIELD_NAMES, type FieldLock } from './fields.ts';

/** What can be changed of an auction: a field of its form, or its files. */
export type Changeable = AuctionField | 'images' | 'add_file' | 'remove_file';

/** `lower`, `later`, `wider` (to all workshops) and `more` allow only that change, because it does not harm bidders. */
export type Allowed = 'free' | 'lower' | 'later' | 'wider' | 'more' | 'locked';

type Row = readonly [
  upcoming: Allowed,
  running: Allowed,
  bid_on: Allowed,
  ended: Allowed,
  sold: Allowed,
  collected: Allowed,
];

/** AUC-15: what may be changed in which phase, by the lock of a field, in the order of `SALE_PHASES`. */
const LOCKS: Record<FieldLock, Row> = {
  never: ['free', 'free', 'free', 'free', 'free', 'free'],
  // Bidders rely on these.
  first_bid: ['free', 'free', 'locked', 'locked', 'locked', 'locked'],
  end: ['free', 'free', 'free', 'locked', 'locked', 'locked'],
  // The yard's list depends on the place (PICK-7).
  hand_over: ['free', 'free', 'free', 'free', 'free', 'locked'],
  more: ['free', 'free', 'more', 'locked', 'locked', 'locked'],
  wider: ['free', 'free', 'wider', 'locked', 'locked', 'locked'],
  lower: ['free', 'free', 'lower', 'locked', 'locked', 'locked'],
  later: ['free', 'free', 'later', 'locked', 'locked', 'locked'],
};

/** For each field, and for files, what may be changed in each phase. */
export const CHANGES = {
  ...(Object.fromEntries(
    FIELD_NAMES.map((field) => [field, LOCKS[AUCTION_FIELDS[field].lock]]),
  ) as Record<AuctionField, Row>),
  images: LOCKS.end,
  add_file: LOCKS.never,
  // The winner was notified with these facts.
  remove_file: ['free', 'free', 'free', 'free', 'locked', 'locked'],
} satisfies Record<Changeable, Row>;

/** Messages at a field (AUC-15). */
export const LOCKED_AFTER_BID = 'Kan inte ändras efter första budet.';
export const LOCKED_WHEN_ENDED = 'Kan inte ändras när auktionen är avslutad.';
export const LOCKED_WHEN_COLLECTED = 'Kan inte ändras när objektet är utlämnat.';
/** At the kind of a document, which may be changed for as long as the document may be removed (DMG-7). */
export const LOCKED_WHEN_NOTIFIED = 'Kan inte ändras när vinnaren har meddelats.';
/** Messages about pictures and documents (AUC-15). */
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

/** The fields of a form except the description, which is never locked and is compared separately. */
export type Fields = Omit<AuctionForm, 'description'>;

/** True if two values are equal: times to the minute, categories in any order (AUC-15). */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return minute(one) === minute(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return [...one].sort().join() === [...other].sort().join();
  }
  // Both have their keys in the same order.
  if (isObject(one) && isObject(other)) return JSON.stringify(one) === JSON.stringify(other);
  return one === other;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

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
