import { addDays, EXAMINATION_DAYS, PAYMENT_DAYS, pickupDate, stockholmDate } from '../dates.ts';
import { formatKronor } from '../money.ts';
import type { AuctionCard } from './auction.ts';

/** Kronor for each object and begun day of late collection (TERMS-1). */
export const STORAGE_FEE = 1000;

/** The cost of late collection. */
export const STORAGE_SENTENCE = `Hämtas objektet för sent får säljaren ta ut en lagringsavgift på ${formatKronor(STORAGE_FEE)} per påbörjad dag.`;

/** A task of the winner, and its deadline. */
export interface WinnerStep {
  what: string;
  when: string;
}

interface Won {
  end_dt: Date | string;
  winner_notified_at: Date | string | null;
}

/** The fields of a collection that the winner's steps depend on; dates are YYYY-MM-DD. */
export interface WonCollection {
  free_until: string;
  paid_at: string | null;
  handed_over_at: unknown;
}

/**
 * The winner's task at Transportstyrelsen (MAIL-1): an object for dismantling goes to those who may
 * deregister it, any other gets a new owner. The days are the law's, fewer than those of TERMS-1.
 */
export function registrationSentence({
  damage_condition,
}: Pick<AuctionCard, 'damage_condition'>): string {
  return damage_condition === 'DISASSEMBLY'
    ? 'Lämnas till auktoriserad bilskrotare.'
    : 'Anmäl ägarbyte inom 10 dagar: anmälan ska ha kommit in till Transportstyrelsen.';
}

/** How an unpaid object is paid (TERMS-1, MAIL-1). */
export const paymentSentence = (company_name: string, isCollected: boolean): string =>
  isCollected
    ? `${company_name} fakturerar dig. Kontakta säljaren om fakturan dröjer.`
    : `${company_name} fakturerar dig. Betala fakturan före hämtning, och kontakta säljaren om den dröjer.`;

/**
 * The winner's remaining tasks by deadline (TERMS-1, MAIL-1): to collect until
 * the last day of free storage (PICK-6), to pay until the payment is noted; last, when it was paid.
 */
export function winnerSteps(won: Won, collection: WonCollection | null): WinnerStep[] {
  const end = new Date(won.end_dt);
  const pickup = collection?.free_until ?? pickupDate(end);
  const isCollected = collection !== null && collection.handed_over_at !== null;
  const paid_at = collection?.paid_at ?? null;
  const examination = addDays(
    stockholmDate(won.winner_notified_at === null ? end : new Date(won.winner_notified_at)),
    EXAMINATION_DAYS,
  );
  const payment = addDays(stockholmDate(end), PAYMENT_DAYS);
  // The object is not handed over before it is paid.
  const pay = isCollected ? payment : `${payment}, före hämtning`;
  const left = [
    ...(isCollected ? [] : [{ due: pickup, what: 'Hämta senast', when: pickup }]),
    { due: examination, what: 'Undersök senast', when: examination },
    ...(paid_at === null ? [{ due: payment, what: 'Betala senast', when: pay }] : []),
  ]
    .sort((a, b) => a.due.localeCompare(b.due))
    .map(({ what, when }) => ({ what, when }));
  return paid_at === null ? left : [...left, { what: 'Betalt', when: paid_at }];
}
