import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { formatWhen } from '../../ui/format/dates.ts';
import type { Decided } from './sale-words.ts';

/** The state of a closed offer, for its station (OFFER-9). `now` is the server's time. */
export function closedOfferSentence(
  auction: Pick<Auction, 'offer' | 'my_bid'> & Decided,
  now: number,
): string | null {
  const { offer, my_bid, sale_status, decision_due_at } = auction;
  if (offer === null || offer.state === 'open' || offer.state === 'accepted') return null;
  const amount = formatKronor(offer.amount);
  const what = {
    declined: `Du avböjde erbjudandet på ${amount}.`,
    expired: `Erbjudandet på ${amount} gick ut ${formatWhen(offer.expires_at, now)}.`,
    withdrawn: `Säljaren har dragit tillbaka erbjudandet på ${amount}.`,
  }[offer.state];
  if (sale_status !== 'pending' || my_bid === null) return what;
  const until = decision_due_at === null ? '' : ` till ${formatWhen(decision_due_at, now)}`;
  return `${what} Ditt bud på ${formatKronor(my_bid)} gäller fortfarande${until}.`;
}

/** That a decision withdraws the open offer, if there is one: its station and amount (OFFER-7). For staff. */
export function withdrawsOffer(offers: Auction['offers'] | undefined): string | null {
  const [newest] = offers ?? [];
  if (newest?.state !== 'open') return null;
  const whom = newest.service_station_name ?? 'en borttagen verkstad';
  return `Erbjudandet till ${whom} på ${formatKronor(newest.amount)} dras tillbaka.`;
}
