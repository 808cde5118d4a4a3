/** The sorts, each also with `-` for descending (LIST-3). */
export const AUCTION_SORTS = [
  'manufacturer',
  'model',
  'staging_area_name',
  'end_dt',
  'bid_highest',
  'model_year',
  'mileage',
  'number',
  'status',
  'bid_count',
  'reserve_margin',
] as const;

/** Sorts that would reveal sealed bids and hidden reserves: a station gets the default order (LIST-3). */
export const STAFF_SORTS = ['bid_count', 'reserve_margin'] as const satisfies AuctionSort[];

export type AuctionSort = (typeof AUCTION_SORTS)[number];

export type AuctionOrdering = AuctionSort | `-${AuctionSort}`;

/** Every value that `ordering` may have. */
export const AUCTION_ORDERINGS = AUCTION_SORTS.flatMap((sort) => [sort, `-${sort}` as const]) as [
  AuctionOrdering,
  ...AuctionOrdering[],
];
