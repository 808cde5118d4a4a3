import { addDays, stockholmDate, stockholmInstant } from '../dates.ts';

export const RELIST_SENTENCE = {
  upcoming: 'Auktionen har inte startat.',
  running: 'Auktionen pågår.',
  hasWinner: 'Auktionen har en vinnare.',
  hasSuccessor: 'Objektet är redan upplagt på nytt.',
  /** What is refused on an auction that has a successor (RELIST-9). */
  isRelisted: 'Objektet är upplagt på nytt.',
  noPicture: 'En av bilderna finns inte på auktionen som läggs upp på nytt.',
  noDocument: 'Ett av dokumenten finns inte på auktionen som läggs upp på nytt.',
} as const;

/** What is asked before an auction whose bids bind is relisted (RELIST-3). */
export const bidsReleasedBy = (number: string): string => `Buden på ${number} släpps.`;

/** What an object is listed once more at by itself: percents of what it was, no reserve where there is none (RELIST-6). */
export interface RelistTerms {
  relist_start_bid_percent: number;
  relist_reservation_percent: number | null;
}

interface Prices {
  start_bid: number;
  reservation_price: number | null;
}

/** The prices in whole kronor of what is listed once more by itself (RELIST-6). */
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
 * When the successor ends unless something else is said, `YYYY-MM-DDTHH:MM` in Stockholm: so many days from today at
 * the company's time (`HH:MM`), a day later when that has passed (RELIST-2).
 */
export function endInDays(days: number, time: string, now: Date): string {
  const date = addDays(stockholmDate(now), days);
  const hasPassed = stockholmInstant(`${date}T${time}`) <= now;
  return `${hasPassed ? addDays(date, 1) : date}T${time}`;
}
