import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';

/** How an auction of the demo world stands when it is made. Minutes are from now; the past is negative. */
export interface DemoPlan {
  starts: number;
  ends: number;
  hidden_bids: boolean;
  hidden_reservation_price: boolean;
  is_global: boolean;
  has_reserve: boolean;
  /** Bids that have been placed. */
  bids: number;
  /** So many times the start bid is what the last bid offers at least. */
  worth: number;
  /** `chosen` is notified too, whether the reserve was met or not. */
  outcome: 'running' | 'won' | 'notified' | 'chosen' | 'cancelled';
  /** From the end until its winner is notified. */
  notice_minutes: number;
}

const MINUTE_MS = 60_000;

/** When the first ones end, while a newcomer is looking; the others end over the next weeks. */
const SOON_MINUTES = [6, 9, 14, 22, 35];
/** At least so many a day, and of a thousand as many as three weeks of work need. */
const A_DAY = { ending: 4, starting: 2, ended: 3 };
const DAYS = 15;

/** The plan of the auction with this place among `count`: every state, sealed and open, in turn. */
export function planOf(place: number, count: number, now: number): DemoPlan {
  const active = Math.round(count * 0.55);
  const upcoming = Math.round(count * 0.12);
  const aDay = (least: number, all: number) => Math.max(least, Math.ceil(all / DAYS));
  /** Minutes to a time when people are at work, so many working days from today. */
  const office = (daysAhead: number) => officeTime(now, daysAhead, place);
  const common = {
    // The first one that ends is open and contested: the best to look at.
    hidden_bids: place % 5 === 2 || place % 5 === 4,
    hidden_reservation_price: place % 3 === 1,
    is_global: place % 4 === 0,
    has_reserve: place % 2 === 0,
    worth: 1,
    notice_minutes: 120,
  };
  if (place < active) {
    const daily = aDay(A_DAY.ending, active);
    const ends =
      SOON_MINUTES[place] ?? office(1 + Math.floor((place - SOON_MINUTES.length) / daily));
    const bids = place % 6 === 5 ? 0 : 1 + ((place * 7) % 8);
    return { ...common, starts: office(-1 - (place % 4)), ends, bids, outcome: 'running' };
  }
  if (place < active + upcoming) {
    const days = 1 + Math.floor((place - active) / aDay(A_DAY.starting, upcoming));
    return { ...common, starts: office(days), ends: office(days + 5), bids: 0, outcome: 'running' };
  }
  const ended = place - active - upcoming;
  const days = -1 - Math.floor(ended / aDay(A_DAY.ended, count - active - upcoming));
  // Six, so that each company, whose turn comes by fives, has some of each.
  const outcomes = ['won', 'notified', 'notified', 'cancelled', 'won', 'notified'] as const;
  return {
    ...common,
    // Few stay below their reserve, so that «Att göra» has some of each.
    has_reserve: ended % 4 === 2,
    starts: office(days - 4),
    ends: office(days),
    bids: ended % 7 === 6 ? 0 : 2 + ((ended * 5) % 9),
    outcome: outcomes[ended % outcomes.length]!,
  };
}

/** A year has busy and calm months: so much of it lies where it would not if all were alike. */
const UNEVEN = 0.03;
const WORKING_DAYS = 240;
const DAY_MINUTES = 24 * 60;

/**
 * The plan of one of the `count` sales that were over before the others began, over a year that ends a fortnight ago:
 * most are sold and collected, some after staff have chosen a bid below the reserve.
 */
export function pastPlanOf(place: number, count: number, now: number): DemoPlan {
  const part = (place + 0.5) / count;
  const days = -10 - Math.round(WORKING_DAYS * (part + UNEVEN * Math.sin(4 * Math.PI * part)));
  const isCancelled = place % 13 === 7;
  // Nobody bid on what was cancelled: it would wait for a winner all the year.
  const isUnwanted = isCancelled || place % 8 === 5;
  return {
    hidden_bids: place % 5 === 2,
    hidden_reservation_price: place % 3 === 1,
    is_global: place % 4 === 0,
    has_reserve: place % 3 !== 0,
    starts: officeTime(now, days - 4, place),
    ends: officeTime(now, days, place),
    bids: isUnwanted ? 0 : 3 + ((place * 5) % 7),
    worth: 1.3 + ((place * 7) % 11) / 16,
    outcome: isCancelled ? 'cancelled' : 'chosen',
    // It went slower a year ago.
    notice_minutes: 180 + Math.round(part * (1 + (place % 3)) * DAY_MINUTES),
  };
}

/** Minutes from now to a quarter of an hour between 09 and 16 in Stockholm, Monday to Friday. */
function officeTime(now: number, days: number, place: number): number {
  const step = Math.sign(days);
  // From any day, five working days are a week; the last of them are counted.
  const weeks = Math.floor((Math.abs(days) - 1) / 5);
  let day = addDays(stockholmDate(new Date(now)), step * weeks * 7);
  for (let left = Math.abs(days) - weeks * 5; left > 0; ) {
    day = addDays(day, step);
    const weekday = new Date(day).getUTCDay();
    if (weekday >= 1 && weekday <= 5) left--;
  }
  const quarters = (place * 11) % 29;
  const time = `${String(9 + Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
  return (stockholmInstant(`${day}T${time}`).getTime() - now) / MINUTE_MS;
}
