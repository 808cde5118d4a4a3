import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { MY_GROUPS, type MyGroup, myGroupOf } from '@restvarde/contract/auctions/my-groups';
import type { AuctionListKind } from '../../../features/auctions/list-query.ts';

/** Where cards stand on the page: in that order, each in its group; a list without groups has one. */
export type HeldPlaces = ReadonlyMap<number, MyGroup | null>;

/** Part of a list under a heading of its own. */
export interface CardGroup {
  name: MyGroup | null;
  cards: AuctionCard[];
}

/**
 * The places of the cards that were fetched: whatever has one keeps it, the rest come after; what is not there
 * any more has none. The same map where nothing is new. A card that comes twice stands once (LIST-4, LIST-7).
 */
export function holdPlaces(
  held: HeldPlaces,
  cards: readonly AuctionCard[],
  kind: AuctionListKind,
): HeldPlaces {
  const fetched = new Map(cards.map((card) => [card.id, card]));
  const isSame = fetched.size === held.size && [...fetched.keys()].every((id) => held.has(id));
  if (isSame) return held;
  const kept = [...held].filter(([id]) => fetched.has(id));
  const places = new Map(kept);
  for (const [id, card] of fetched) {
    if (!places.has(id)) places.set(id, kind === 'mine' ? myGroupOf(card) : null);
  }
  return places;
}

/** The cards at their places. */
export function groupsAt(held: HeldPlaces, cards: readonly AuctionCard[]): CardGroup[] {
  const fetched = new Map(cards.map((card) => [card.id, card]));
  return [null, ...MY_GROUPS]
    .map((name) => ({
      name,
      cards: [...held].flatMap(([id, group]) => {
        const card = group === name ? fetched.get(id) : undefined;
        return card === undefined ? [] : [card];
      }),
    }))
    .filter((group) => group.cards.length > 0);
}
