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
