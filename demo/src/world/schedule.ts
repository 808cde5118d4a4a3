import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';

/** The state of an auction at its creation. Minutes are from now; the past is negative. */
export interface DemoPlan {
  starts: number;
  ends: number;
  hidden_bids: boolean;
  hidden_reservation_price: boolean;
  is_global: boolean;
  has_reserve: boolean;
  /** Number of bids. */
  bids: number;
  /** The last bid, at least, as a multiple of the start bid. */
  worth: number;
  /** `chosen` is notified whether the reserve was met or not. */
  outcome: 'running' | 'won' | 'notified' | 'chosen' | 'cancelled';
  /** Minutes from the end until the winner is notified. */
  notice_minutes: number;
}

const MINUTE_MS = 60_000;

/** The first auctions end within minutes; the others over the next weeks. */
const SOON_MINUTES = [6, 9, 14, 22, 35];
/** Auctions per day, at least; more if there are a thousand. */
const A_DAY = { ending: 4, starting: 2, ended: 3 };
const DAYS = 15;
/** Working days by which the older half of ended auctions ended earlier. */
const LONG_DAYS = 9;

/** The plan of the auction at an index of `count`: every state, sealed and open, in turn. */
export function planOf(place: number, count: number, now: number): DemoPlan {
  const active = Math.round(count * 0.55);
  const upcoming = Math.round(count * 0.12);
  const aDay = (least: number, all: number) => Math.max(least, Math.ceil(all / DAYS));
  /** Minutes to a working hour, a number of working days from today. */
  const office = (daysAhead: number) => officeTime(now, daysAhead, place);
  const common = {
    // The first to end is open and contested.
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
  const before = count - active - upcoming;
  // The free storage of the oldest is over (PICK-6).
  const isLong = ended >= before / 2;
  const days = -1 - Math.floor(ended / aDay(A_DAY.ended, before)) - (isLong ? LONG_DAYS : 0);
  // Six, since companies alternate by five: each gets every state.
  const outcomes = ['won', 'notified', 'notified', 'cancelled', 'won', 'notified'] as const;
  return {
    ...common,
    // Few stay below the reserve, so that «Att göra» has some of each kind.
    has_reserve: ended % 4 === 2,
    starts: office(days - 4),
    ends: office(days),
    bids: ended % 7 === 6 ? 0 : 2 + ((ended * 5) % 9),
    outcome: outcomes[ended % outcomes.length]!,
  };
}

/** Shifts a share of the year, so that months differ. */
const UNEVEN = 0.03;
const WORKING_DAYS = 240;
const DAY_MINUTES = 24 * 60;

/**
 * The plan of a past sale, in a year that ended two weeks ago. Most are sold and collected, some by a bid below the
 * reserve.
 */
export function pastPlanOf(place: number, count: number, now: number): DemoPlan {
  const part = (place + 0.5) / count;
  const days = -10 - Math.round(WORKING_DAYS * (part + UNEVEN * Math.sin(4 * Math.PI * part)));
  const isCancelled = place % 13 === 7;
  // Cancelled auctions have no bids; otherwise they would wait for a winner.
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
    notice_minutes: 180 + Math.round(part * (1 + (place % 3)) * DAY_MINUTES),
  };
}

/** Minutes from now to a quarter of an hour between 09 and 16 in Stockholm, Monday to Friday. */
function officeTime(now: number, days: number, place: number): number {
  const step = Math.sign(days);
  // Five working days are a week from any day, so only the rest is counted.
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
