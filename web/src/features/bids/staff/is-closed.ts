import type { Auction } from '@restvarde/contract/auctions/auction';

const CLOSING_MS = 5000;

/**
 * Is it settled what the auction came to? A moment after the end the highest bid may still be made the winning one; one
 * that was cut short chooses none, so that the seller does at once (AUC-6, AUC-11). `now` is the server's.
 */
export const isClosed = (
  { cancelled, end_dt }: Pick<Auction, 'cancelled' | 'end_dt'>,
  now: number,
): boolean => cancelled || now > Date.parse(end_dt) + CLOSING_MS;
