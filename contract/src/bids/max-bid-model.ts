import type { BidIncrement } from '../companies/companies.ts';

/**
 * A simple, slow model of an open auction with maximums, from AUTO-3–6 and AUTO-11: it keeps bids and maximums only and
 * derives everything else again for each act. Tests compare the product with it (AUTO-14).
 */

export interface ModelRules {
  ladder: readonly BidIncrement[];
  start_bid: number;
  reserve: number;
}

export interface ModelBid {
  id: number;
  station: number;
  amount: number;
  minimum: number;
  is_automatic: boolean;
  called_by: number | null;
  is_removed: boolean;
}

export interface ModelState {
  bids: readonly ModelBid[];
  /** By station. */
  max_bids: ReadonlyMap<number, number>;
}

export type ModelAct =
  | { type: 'bid' | 'max'; station: number; amount: number }
  | { type: 'take back'; station: number }
  | { type: 'remove'; bid: number };

export interface ModelAnswer {
  status: 200 | 201 | 204 | 400 | 404;
  /** The minimum in the refusal of a bid. */
  minimum?: number;
  was_earlier?: true;
}

export const UNTOUCHED: ModelState = { bids: [], max_bids: new Map() };

function step(ladder: readonly BidIncrement[], amount: number): number {
  const below = ladder.filter(({ min_price }) => min_price <= amount);
  const nearest = below.toSorted((a, b) => b.min_price - a.min_price)[0];
  return amount + (nearest ? nearest.increment : 1);
}

/** The highest bid that is left. */
export const topOf = ({ bids }: ModelState): ModelBid | undefined =>
  bids.filter((bid) => !bid.is_removed).toSorted((a, b) => b.amount - a.amount)[0];

/** The state of a station's maximum, as the product's answers have it. */
export function maxStateOf(state: ModelState, station: number): string | null {
  const max = state.max_bids.get(station);
  if (max === undefined) return null;
  const top = topOf(state);
  if (top?.station !== station) return 'passed';
  return max > top.amount ? 'live' : 'used';
}

/** What an act makes of the auction, and its answer. */
export function play(
  rules: ModelRules,
  state: ModelState,
  act: ModelAct,
): { state: ModelState; answer: ModelAnswer } {
  if (act.type === 'remove') return removeBid(state, act.bid);
  const max_bids = new Map(state.max_bids);
  if (act.type === 'take back') {
    const had = max_bids.delete(act.station);
    return { state: { ...state, max_bids }, answer: { status: had ? 204 : 404 } };
  }
  const bids = [...state.bids];
  const add = (bid: Pick<ModelBid, 'station' | 'amount' | 'minimum'> & Partial<ModelBid>) =>
    bids.push({
      is_automatic: false,
      called_by: null,
      is_removed: false,
      id: bids.length + 1,
      ...bid,
    });
  const { station, amount: top } = act;
  const isMax = act.type === 'max';
  const done = (): ReturnType<typeof play> => ({
    state: { bids, max_bids },
    answer: { status: isMax ? 200 : 201 },
  });
  const refuse = (minimum: number, was_earlier?: true): ReturnType<typeof play> => ({
    state: { bids, max_bids },
    answer: { status: 400, minimum, ...(was_earlier && { was_earlier }) },
  });
  const highest = topOf(state);
  const min = highest ? step(rules.ladder, highest.amount) : Math.max(1, rules.start_bid);

  if (highest?.station === station) {
    if (isMax) {
      if (top <= highest.amount) return refuse(highest.amount + 1);
      if (highest.amount < rules.reserve) {
        add({ station, amount: Math.min(top, rules.reserve), minimum: highest.amount + 1 });
      }
      max_bids.set(station, top);
      return done();
    }
    if (top < min) return refuse(min);
    if (top >= (max_bids.get(station) ?? Number.POSITIVE_INFINITY)) max_bids.delete(station);
    add({ station, amount: top, minimum: min });
    return done();
  }

  if (top < min) return refuse(min);
  const max = highest && max_bids.get(highest.station);
  // No live maximum: (b). Otherwise its owner answers: (c), (d), (e).
  if (highest === undefined || max === undefined || max <= highest.amount) {
    const least = Math.min(top, Math.max(min, rules.reserve));
    add({ station, amount: isMax ? least : top, minimum: min });
  } else if (top < max) {
    const called_by = bids.length + 1;
    add({ station, amount: top, minimum: min });
    add({
      station: highest.station,
      amount: Math.min(max, step(rules.ladder, top)),
      minimum: top + 1,
      is_automatic: true,
      called_by,
    });
  } else {
    add({
      station: highest.station,
      amount: max,
      minimum: highest.amount + 1,
      is_automatic: true,
      called_by: top === max ? null : bids.length + 2,
    });
    if (top === max) return refuse(step(rules.ladder, max), true);
    const least = Math.min(top, Math.max(step(rules.ladder, max), rules.reserve));
    const amount = isMax ? least : top;
    add({ station, amount, minimum: Math.min(min, amount) });
  }
  if (isMax) max_bids.set(station, top);
  else max_bids.delete(station);
  return done();
}

function removeBid(state: ModelState, id: number): ReturnType<typeof play> {
  const removed = state.bids.find((bid) => bid.id === id && !bid.is_removed);
  if (!removed) return { state, answer: { status: 404 } };
  const max_bids = new Map(state.max_bids);
  max_bids.delete(removed.station);
  const bids = state.bids.map((bid) =>
    bid.id === id || bid.called_by === id ? { ...bid, is_removed: true } : bid,
  );
  return { state: { bids, max_bids }, answer: { status: 204 } };
}
