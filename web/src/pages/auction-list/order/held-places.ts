import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { MY_GROUPS, type MyGroup, myGroupOf } from '@restvarde/contract/auctions/my-groups';
import {
  PURCHASE_GROUPS,
  type PurchaseGroup,
  purchaseGroupOf,
} from '@restvarde/contract/sale/journey';
import type { AuctionListKind } from '../../../features/auctions/list-query.ts';

/** A group of Mina auktioner or of Vunna auktioner (LIST-6, LIST-17). */
export type ListGroup = MyGroup | PurchaseGroup;

/** All groups, in the order of their lists. */
export const LIST_GROUPS: readonly ListGroup[] = [...MY_GROUPS, ...PURCHASE_GROUPS];

/** What decides whether and how a list is grouped. */
export interface ListOrder {
  kind: AuctionListKind;
  ordering: AuctionOrdering | undefined;
}

/** The group of a card; null in a list without groups. Vunna auktioner has groups in its default order only. */
export function groupIn({ kind, ordering }: ListOrder, card: AuctionCard): ListGroup | null {
  if (kind === 'mine') return myGroupOf(card);
  const isDefault = ordering === undefined || ordering === 'status';
  return kind === 'won' && isDefault ? purchaseGroupOf(card) : null;
}

/** The positions of cards on the page: in that order, each with its group. A list without groups has one. */
export type HeldPlaces = ReadonlyMap<number, ListGroup | null>;

/** A section of a list with its own heading. */
export interface CardGroup {
  name: ListGroup | null;
  cards: AuctionCard[];
}

/**
 * Updates the positions for the fetched cards: known cards keep theirs, new ones are appended, missing ones are
 * dropped. Returns the same map if nothing changed. A card that is fetched twice is shown once (LIST-4, LIST-7).
 */
export function holdPlaces(
  held: HeldPlaces,
  cards: readonly AuctionCard[],
  order: ListOrder,
): HeldPlaces {
  const fetched = new Map(cards.map((card) => [card.id, card]));
  const isSame = fetched.size === held.size && [...fetched.keys()].every((id) => held.has(id));
  if (isSame) return held;
  const kept = [...held].filter(([id]) => fetched.has(id));
  const places = new Map(kept);
  for (const [id, card] of fetched) {
    if (!places.has(id)) places.set(id, groupIn(order, card));
  }
  return places;
}

/** The cards in their positions. */
export function groupsAt(held: HeldPlaces, cards: readonly AuctionCard[]): CardGroup[] {
  const fetched = new Map(cards.map((card) => [card.id, card]));
  return [null, ...LIST_GROUPS]
    .map((name) => ({
      name,
      cards: [...held].flatMap(([id, group]) => {
        const card = group === name ? fetched.get(id) : undefined;
        return card === undefined ? [] : [card];
      }),
    }))
    .filter((group) => group.cards.length > 0);
}
