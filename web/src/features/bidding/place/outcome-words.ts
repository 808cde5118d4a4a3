import { formatKronor } from '@restvarde/contract/money';
import { formatMovedEnd } from '../../../ui/format/dates.ts';
import type { Placed } from './bid-steps.ts';

/** The heading of an accepted bid or maximum (BID-1, AUTO-13). */
export const outcomeTitle = ({ max }: Placed): string =>
  max === undefined ? 'Bud accepterat' : 'Maxbudet är sparat';

/** The meaning of an accepted bid or maximum for its station, under its heading (BID-1, AUTO-7). */
export function outcomeSentences(placed: Placed): string[] {
  const amount = formatKronor(placed.max ? placed.my_bid : placed.bid);
  const sentences = [meaning(placed, amount)];
  if (placed.max?.state === 'live')
    sentences.push(`Vi bjuder åt dig, upp till ${formatKronor(placed.max.max_bid)}.`);
  if (placed.max?.state === 'used') sentences.push('Hela maxbudet är lagt.');
  if (placed.extended)
    sentences.push(`Auktionen förlängdes till ${formatMovedEnd(placed.end_dt)}.`);
  return sentences;
}

function meaning(placed: Placed, amount: string): string {
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
export function isStillTrue(
  placed: Placed,
  auction: { my_bid: number | null; highest_bid: number | null; is_active: boolean },
): boolean {
  if (auction.my_bid !== placed.my_bid || !auction.is_active) return false;
  return placed.outcome === 'sealed' || auction.highest_bid === placed.highest_bid;
}
