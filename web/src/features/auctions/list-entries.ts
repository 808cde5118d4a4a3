import { useLocation } from '@tanstack/react-router';
import { paths } from '../../base/urls/paths.ts';
import type { AuctionListKind } from './list-query.ts';

/** The lists' names in the menu and the breadcrumbs (LIST-1). */
const LIST_ENTRIES: Record<AuctionListKind, { title: string; href: string }> = {
  all: { title: 'Auktioner', href: paths.auctions },
  mine: { title: 'Mina auktioner', href: paths.myAuctions },
  won: { title: 'Vunna auktioner', href: paths.wonAuctions },
};

/** The list that the user came from; «Auktioner» if the page was opened directly (LIST-16). */
export function useListOfAuction() {
  const list = useLocation({ select: ({ state }) => state.list });
  return LIST_ENTRIES[list ?? 'all'] ?? LIST_ENTRIES.all;
}
