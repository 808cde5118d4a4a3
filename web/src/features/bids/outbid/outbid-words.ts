import type { MyBid } from '@restvarde/contract/bids/my-bids';
import { formatKronor } from '@restvarde/contract/money';

/** The toast about the auctions in which the station was outbid (LIVE-8). */
export function outbidText(bids: readonly MyBid[]): string {
  const [first] = bids;
  if (bids.length > 1 || first === undefined)
    return `Du är överbjuden på ${bids.length} auktioner.`;
  const name = `${first.manufacturer} ${first.model}`.trim();
  return `Du är överbjuden på ${name}. Nytt bud: ${formatKronor(first.highest_bid)}.`;
}
