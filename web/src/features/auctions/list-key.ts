/** Every list of auctions, whatever its kind and filters. */
export const AUCTION_LISTS = ['auctions'] as const;
