import { addDays, pickupDate, stockholmDate, weekdayDate } from '../dates.ts';
import { formatKronor } from '../money.ts';
import { STORAGE_FEE } from './winner-steps.ts';

/** Days of free storage after a late notice (PICK-6). */
export const FREE_AFTER_NOTICE_DAYS = 5;

const later = (one: string, other: string) => [one, other].sort()[1]!;
const earlier = (one: string, other: string) => [one, other].sort()[0]!;

/** The last day of free storage, YYYY-MM-DD: the pickup date, or five days after the notice (PICK-6). */
export function freeUntil(end_dt: Date, notified_at: Date): string {
  const pickup = pickupDate(end_dt);
  const afterNotice = addDays(stockholmDate(notified_at), FREE_AFTER_NOTICE_DAYS);
  return later(pickup, afterNotice);
}

const DAY_MS = 86_400_000;

/** Days from the first date to the second, both YYYY-MM-DD. */
const daysFrom = (first: string, second: string) =>
  (Date.parse(second) - Date.parse(first)) / DAY_MS;

/** The facts that storage is computed from; dates are YYYY-MM-DD. */
export interface StorageFacts {
  free_until: string;
  paid_at: string | null;
  /** Since when the buyer has the release code; null before. */
  released_at: Date | null;
  waived_days: number;
}

/**
 * Stockholm days begun after `free_until`, up to and including the day of `until`. Days on which the seller had the
 * money and the buyer no code do not count, nor do waived days (PICK-6).
 */
export function storageDays(facts: StorageFacts, until: Date): number {
  const today = stockholmDate(until);
  const begun = Math.max(0, daysFrom(facts.free_until, today));
  return Math.max(0, begun - daysWithoutCode(facts, today) - facts.waived_days);
}

/** The days after `free_until` from the payment until the day before the release of the code. */
function daysWithoutCode({ free_until, paid_at, released_at }: StorageFacts, today: string) {
  if (paid_at === null) return 0;
  const tomorrow = addDays(today, 1);
  const from = later(paid_at, addDays(free_until, 1));
  const beyond = earlier(released_at ? stockholmDate(released_at) : tomorrow, tomorrow);
  return Math.max(0, daysFrom(from, beyond));
}

/** The cost of storage days, in kronor excluding VAT. */
export const storageCost = (days: number) => days * STORAGE_FEE;

/** The sentence about storage before it costs (PICK-6). */
export const freeStorageSentence = (free_until: string) =>
  `Fri lagring t.o.m. ${weekdayDate(free_until, free_until)}. Därefter ${formatKronor(STORAGE_FEE)} per påbörjat dygn.`;

/** The sentence about the cost of storage (PICK-6). */
export function storageSentence(stored: {
  free_until: string;
  storage_days: number;
  storage_cost: number;
}): string {
  return stored.storage_days === 0
    ? freeStorageSentence(stored.free_until)
    : `Lagring ${stored.storage_days} dygn: ${formatKronor(stored.storage_cost)} exkl. moms`;
}
