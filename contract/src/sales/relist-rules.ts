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

/**
 * When the successor ends unless something else is said, `YYYY-MM-DDTHH:MM` in Stockholm: so many days from today at
 * the company's time (`HH:MM`), a day later when that has passed (RELIST-2).
 */
export function endInDays(days: number, time: string, now: Date): string {
  const date = addDays(stockholmDate(now), days);
  const hasPassed = stockholmInstant(`${date}T${time}`) <= now;
  return `${hasPassed ? addDays(date, 1) : date}T${time}`;
}
