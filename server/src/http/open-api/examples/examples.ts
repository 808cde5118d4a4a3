import { auction } from '@restvarde/contract/auctions/auction';
import { auctionPage } from '@restvarde/contract/auctions/list-auctions';
import type { Endpoint, Schema } from '@restvarde/contract/endpoint';
import { ACCOUNT_EXAMPLES } from './account-examples.ts';
import { AUCTION, CARD } from './auction.ts';
import { AUCTION_EXAMPLES } from './auction-examples.ts';
import { COMPANY_EXAMPLES } from './company-examples.ts';
import type { Example } from './example.ts';
import { INTEGRATION_EXAMPLES } from './integration-examples.ts';
import { SALE_EXAMPLES } from './sale-examples.ts';

/** Examples of bodies and answers (API-7). */
export const EXAMPLES: ReadonlyMap<Endpoint, Example> = new Map([
  ...ACCOUNT_EXAMPLES,
  ...AUCTION_EXAMPLES,
  ...COMPANY_EXAMPLES,
  ...INTEGRATION_EXAMPLES,
  ...SALE_EXAMPLES,
]);

/** Examples of answers that several calls have; calls refer to them by name. */
export const SHARED_EXAMPLES: readonly { name: string; schema: Schema; value: unknown }[] = [
  { name: 'Auction', schema: auction, value: AUCTION },
  { name: 'AuctionPage', schema: auctionPage, value: { results: [CARD], next: null } },
];
