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

const HOUR = 60;
const DAY = 24 * HOUR;

/** When the active ones end: some while a newcomer is looking, the others over a week. */
const ENDS = [6, 9, 14, 22, 35, 55, 80, 2 * HOUR, 3 * HOUR, 5 * HOUR, 8 * HOUR];

/** The plan of the auction with this place among `count`: every state, sealed and open, in turn. */
export function planOf(place: number, count: number): DemoPlan {
  const active = Math.round(count * 0.55);
  const upcoming = Math.round(count * 0.12);
  const common = {
    // The first one that ends is open and contested: the best to look at.
    hidden_bids: place % 5 === 2 || place % 5 === 4,
    hidden_reservation_price: place % 3 === 1,
    is_global: place % 4 === 0,
    has_reserve: place % 2 === 0,
  };
  if (place < active) {
    const ends = ENDS[place] ?? DAY + (place - ENDS.length) * 5 * HOUR;
    const bids = place % 6 === 5 ? 0 : 1 + ((place * 7) % 8);
    return { ...common, starts: -((place % 4) + 1) * DAY, ends, bids, outcome: 'running' };
  }
  if (place < active + upcoming) {
    const starts = (place - active + 1) * 7 * HOUR;
    return { ...common, starts, ends: starts + 5 * DAY, bids: 0, outcome: 'running' };
  }
  const ended = place - active - upcoming;
  const ends = -(ended + 1) * 9 * HOUR;
  // Six, so that each company, whose turn comes by fives, has some of each.
  const outcomes = ['won', 'notified', 'notified', 'cancelled', 'won', 'notified'] as const;
  return {
    ...common,
    // Few stay below their reserve, so that «Att göra» has some of each.
    has_reserve: ended % 4 === 2,
    starts: ends - 6 * DAY,
    ends,
    bids: ended % 7 === 6 ? 0 : 2 + ((ended * 5) % 9),
    outcome: outcomes[ended % outcomes.length]!,
  };
}
