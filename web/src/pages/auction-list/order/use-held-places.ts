import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { useState } from 'react';
import type { AuctionListFilter } from '../../../features/auctions/auction-search.ts';
import type { AuctionListKind } from '../../../features/auctions/list-query.ts';
import { useTick } from '../../../ui/clock/ticker.ts';
import { isInOrder } from './card-order.ts';
import { type CardGroup, groupIn, groupsAt, type HeldPlaces, holdPlaces } from './held-places.ts';

const NOWHERE: HeldPlaces = new Map();

export interface HeldCards {
  groups: CardGroup[];
  /** The cards would be in another order if they were sorted now. */
  isOutOfOrder: boolean;
  /** Sorts them as last fetched. */
  release: () => void;
}

/**
 * Keeps every card in its position until the reader requests the new order (LIST-7). `isStale`: the cards are still
 * those of the previous filter.
 */
export function useHeldPlaces(
  cards: readonly AuctionCard[],
  of: { kind: AuctionListKind; filter: AuctionListFilter; isStale: boolean },
): HeldCards {
  const { kind, filter, isStale } = of;
  const { ordering } = filter;
  const order = { kind, ordering };
  const scope = JSON.stringify([kind, filter]);
  const [held, setHeld] = useState({ scope, places: NOWHERE });
  const isSameList = isStale || held.scope === scope;
  const places = holdPlaces(isSameList ? held.places : NOWHERE, cards, order);
  if (places !== held.places || !(isSameList || held.scope === scope)) {
    setHeld({ scope: isStale ? held.scope : scope, places });
  }
  const groups = groupsAt(places, cards);
  const shown = groups.flatMap((group) => group.cards);
  const fetched = [...new Set(cards.map((card) => card.id))];
  const hasMoved =
    shown.some((card, at) => card.id !== fetched[at]) ||
    groups.some(({ name, cards: own }) => own.some((card) => groupIn(order, card) !== name));
  const hasChanged = useTick((now) => !isInOrder(shown, order, now));
  return {
    groups,
    isOutOfOrder: hasMoved || hasChanged,
    release: () => setHeld({ scope: '', places: NOWHERE }),
  };
}
