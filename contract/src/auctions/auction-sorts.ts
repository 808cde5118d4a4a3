/** The sorts, each also with `-` for descending (LIST-3). */
export const AUCTION_SORTS = [
  'manufacturer',
  'model',
  'staging_area_name',
  'end_dt',
  'bid_highest',
  'model_year',
  'mileage',
] as const;

export type AuctionSort = (typeof AUCTION_SORTS)[number];

export type AuctionOrdering = AuctionSort | `-${AuctionSort}`;

/** Every value that `ordering` may have. */
export const AUCTION_ORDERINGS = AUCTION_SORTS.flatMap((sort) => [sort, `-${sort}` as const]) as [
  AuctionOrdering,
  ...AuctionOrdering[],
];
