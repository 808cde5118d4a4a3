import { addDays, stockholmDate, stockholmInstant } from '../dates.ts';

export const RELIST_SENTENCE = {
  upcoming: 'Auktionen har inte startat.',
  running: 'Auktionen pågår.',
  hasWinner: 'Auktionen har en vinnare.',
  hasSuccessor: 'Objektet är redan upplagt på nytt.',
  /** The refusal of a decision on an auction that has a successor (RELIST-9). */
  isRelisted: 'Objektet är upplagt på nytt.',
  noPicture: 'En av bilderna finns inte på auktionen som läggs upp på nytt.',
  noDocument: 'Ett av dokumenten finns inte på auktionen som läggs upp på nytt.',
} as const;

/** The confirmation before relisting an auction whose bids bind (RELIST-3). */
export const bidsReleasedBy = (number: string): string =>
  `Budgivarna på ${number} är därefter inte längre bundna av sina bud.`;

/** The prices of an automatic relisting: percents of the earlier ones; null means that there is no reserve (RELIST-6). */
export interface RelistTerms {
  relist_start_bid_percent: number;
  relist_reservation_percent: number | null;
}

interface Prices {
  start_bid: number;
  reservation_price: number | null;
}

/** Returns the prices of an automatic relisting in whole kronor (RELIST-6). */
export function relistPrices({ start_bid, reservation_price }: Prices, terms: RelistTerms): Prices {
  const part = (amount: number, share: number) => Math.floor((amount * share) / 100);
  const start = part(start_bid, terms.relist_start_bid_percent);
  const percent = terms.relist_reservation_percent;
  return {
    start_bid: start,
    reservation_price:
      reservation_price === null || percent === null
        ? null
        : Math.max(start, part(reservation_price, percent)),
  };
}

/**
 * The default end of the successor, `YYYY-MM-DDTHH:MM` in Stockholm: this many days from today at
 * the company's time (`HH:MM`), a day later when that has passed (RELIST-2).
 */
export function endInDays(days: number, time: string, now: Date): string {
  const date = addDays(stockholmDate(now), days);
  const hasPassed = stockholmInstant(`${date}T${time}`) <= now;
  return `${hasPassed ? addDays(date, 1) : date}T${time}`;
}
