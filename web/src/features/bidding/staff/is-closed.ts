import type { Auction } from '@restvarde/contract/auctions/auction';

const CLOSING_MS = 5000;

/**
 * Returns whether the result is final. Just after the end the highest bid may still become the winner automatically.
 * An auction that was ended early has no automatic winner, so its seller can choose at once (AUC-6, AUC-11). `now` is
 * the server's time.
 */
export const isClosed = (
  { cancelled, end_dt }: Pick<Auction, 'cancelled' | 'end_dt'>,
  now: number,
): boolean => cancelled || now > Date.parse(end_dt) + CLOSING_MS;
