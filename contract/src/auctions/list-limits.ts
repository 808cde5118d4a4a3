/** The longest search, in characters (LIST-11). */
export const SEARCH_MAX = 100;

/** Counting stops here, shown as «99+» (LIST-13). */
export const COUNT_CAP = 100;

/** The counts of filters cover at most this many auctions (LIST-18). */
export const FACET_CAP = 300;
