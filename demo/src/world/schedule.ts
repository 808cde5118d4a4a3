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
  outcome: 'running' | 'won' | 'notified' | 'cancelled';
}

const MINUTE_MS = 60_000;

/** When the first ones end, while a newcomer is looking; the others end over the next weeks. */
const SOON_MINUTES = [6, 9, 14, 22, 35];
const A_DAY = { ending: 4, ended: 3 };

/** The plan of the auction with this place among `count`: every state, sealed and open, in turn. */
export function planOf(place: number, count: number, now: number): DemoPlan {
  const active = Math.round(count * 0.55);
  const upcoming = Math.round(count * 0.12);
  /** Minutes to a time when people are at work, so many working days from today. */
  const office = (days: number) => officeTime(now, days, place);
  const common = {
    // The first one that ends is open and contested: the best to look at.
    hidden_bids: place % 5 === 2 || place % 5 === 4,
    hidden_reservation_price: place % 3 === 1,
    is_global: place % 4 === 0,
    has_reserve: place % 2 === 0,
  };
  if (place < active) {
    const ends =
      SOON_MINUTES[place] ?? office(1 + Math.floor((place - SOON_MINUTES.length) / A_DAY.ending));
    const bids = place % 6 === 5 ? 0 : 1 + ((place * 7) % 8);
    return { ...common, starts: office(-1 - (place % 4)), ends, bids, outcome: 'running' };
  }
  if (place < active + upcoming) {
    const days = 1 + Math.floor((place - active) / 2);
    return { ...common, starts: office(days), ends: office(days + 5), bids: 0, outcome: 'running' };
  }
  const ended = place - active - upcoming;
  const days = -1 - Math.floor(ended / A_DAY.ended);
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

/** Minutes from now to a quarter of an hour between 09 and 16 in Stockholm, Monday to Friday. */
function officeTime(now: number, days: number, place: number): number {
  const step = Math.sign(days);
  let day = stockholmDate(new Date(now));
  for (let left = Math.abs(days); left > 0; ) {
    day = addDays(day, step);
    const weekday = new Date(day).getUTCDay();
    if (weekday >= 1 && weekday <= 5) left--;
  }
  const quarters = (place * 11) % 29;
  const time = `${String(9 + Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
  return (stockholmInstant(`${day}T${time}`).getTime() - now) / MINUTE_MS;
}
