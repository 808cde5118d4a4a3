/** The query key of all auction lists. */
export const AUCTION_LISTS = ['auctions'] as const;
