import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { phaseOf, STATE_OF_PHASE } from '../card/card-time.ts';
import { groupIn, LIST_GROUPS, type ListOrder } from './held-places.ts';

const STATES: readonly AuctionState[] = ['active', 'upcoming', 'ended'];

/** A sort key, compared element by element; null sorts last. */
type SortKey = readonly (number | null)[];

/**
 * Returns whether the cards are still in the requested order. Only considers what bids and the clock change, not
 * names and places of vehicles (LIST-3, LIST-7).
 */
export function isInOrder(cards: readonly AuctionCard[], order: ListOrder, now: number): boolean {
  return cards.every((card, at) => {
    const before = cards[at - 1];
    return (
      before === undefined ||
      compare(sortKeyOf(before, order, now), sortKeyOf(card, order, now)) <= 0
    );
  });
}

function sortKeyOf(card: AuctionCard, order: ListOrder, now: number): SortKey {
  const group = groupIn(order, card);
  if (group === null) return sortOf(card, order.ordering, now);
  const place = LIST_GROUPS.indexOf(group);
  if (order.kind === 'mine') return [place, ...sortOf(card, order.ordering, now)];
  // The oldest end is the most urgent purchase; of those that are done the newest is first.
  const end = Date.parse(card.end_dt);
  return group === 'done' ? [place, -end, -card.id] : [place, end, card.id];
}

function sortOf(card: AuctionCard, ordering: AuctionOrdering | undefined, now: number): SortKey {
  const end = Date.parse(card.end_dt);
  // A station sorts sealed auctions by its own bid (AUC-13).
  const bid = card.hidden_bids && card.highest_bid === null ? card.my_bid : card.highest_bid;
  switch (ordering) {
    case undefined:
    case 'status':
    case '-status': {
      const state = STATE_OF_PHASE[phaseOf(card, now)];
      const time = { active: end, upcoming: Date.parse(card.start_dt), ended: -end }[state];
      const place = STATES.indexOf(state) * (ordering === '-status' ? -1 : 1);
      return [place, time, state === 'ended' ? -card.id : card.id];
    }
    case 'end_dt':
      return [end, card.id];
    case '-end_dt':
      return [-end, -card.id];
    case 'bid_highest':
    case '-bid_highest':
      return byNumber(bid, card.id, ordering);
    case 'bid_count':
    case '-bid_count':
      return byNumber(card.bid_count, card.id, ordering);
    case 'reserve_margin':
    case '-reserve_margin':
      return byNumber(marginOf(card), card.id, ordering);
    default:
      return [];
  }
}

/** Null sorts last in both directions. */
function byNumber(value: number | null, id: number, ordering: AuctionOrdering): SortKey {
  if (value === null) return [null, id];
  return ordering.startsWith('-') ? [-value, -id] : [value, id];
}

/** The amount by which the highest bid exceeds the reserve. Null without either. */
function marginOf({ highest_bid, reservation_price }: AuctionCard): number | null {
  return highest_bid === null || reservation_price === null
    ? null
    : highest_bid - reservation_price;
}

function compare(a: SortKey, b: SortKey): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? null;
    if (one === other) continue;
    if (one === null) return 1;
    return other === null ? -1 : one - other;
  }
  return 0;
}
