import type { PlacedBid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { formatMovedEnd } from '../../../ui/format/dates.ts';

/** The meaning of an accepted bid for its station, under «Bud accepterat» (BID-1). */
export function outcomeSentences(placed: PlacedBid): string[] {
  const amount = formatKronor(placed.bid);
  const sentences = [meaning(placed, amount)];
  if (placed.extended)
    sentences.push(`Auktionen förlängdes till ${formatMovedEnd(placed.end_dt)}.`);
  return sentences;
}

function meaning(placed: PlacedBid, amount: string): string {
  switch (placed.outcome) {
    case 'leading':
      return `Du leder med ${amount}.`;
    case 'below_reserve':
      return `Du leder med ${amount}, men reservationspriset är inte uppnått.`;
    case 'sealed':
      return `Ditt bud på ${amount} är lagt. Buden är dolda för andra verkstäder.`;
    case 'outbid':
      return placed.highest_bid === null
        ? `Ditt bud på ${amount} är lagt, men ett högre bud kom strax efter.`
        : `Ditt bud på ${amount} är lagt, men strax efter kom ett bud på ${formatKronor(placed.highest_bid)}.`;
  }
}

/** Returns whether the notice is still true, or another bid or a removal has changed it. */
export function isStillSo(
  placed: PlacedBid,
  auction: { my_bid: number | null; highest_bid: number | null; is_active: boolean },
): boolean {
  if (auction.my_bid !== placed.my_bid || !auction.is_active) return false;
  return placed.outcome === 'sealed' || auction.highest_bid === placed.highest_bid;
}
