import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { formatDateTime } from '../../ui/format/dates.ts';

/** What will happen at the end, as it is said before anybody bids (OFFER-2). */
export function saleTermsSentence({
  sale_terms,
  decision_days,
}: Pick<Auction, 'sale_terms' | 'decision_days'>): string {
  if (sale_terms === 'highest_wins') return 'Säljs till högsta bud.';
  const within =
    decision_days === 0
      ? ''
      : ` inom ${decision_days}\u00a0${decision_days === 1 ? 'vardag' : 'vardagar'}`;
  return sale_terms === 'reserve'
    ? `Säljs till högsta bud om reservationspriset nås, annars avgör säljaren${within}.`
    : `Kan ha ett dolt reservationspris. Nås det säljs objektet till högsta bud, annars avgör säljaren${within}.`;
}

type Decided = Pick<Auction, 'sale_status' | 'decision_due_at'>;

/** When the seller decides, to a bidder whose bid still binds (OFFER-3). `now` is the server's. */
export function pendingSentence({ decision_due_at }: Decided, now: number): string {
  if (decision_due_at === null) return 'Säljaren har inte avgjort än.';
  return Date.parse(decision_due_at) > now
    ? `Säljaren avgör senast ${formatDateTime(decision_due_at)}.`
    : 'Svaret dröjer. Kontakta säljaren.';
}

export const UNSOLD = 'Säljaren har inte antagit något bud. Du är inte längre bunden av ditt bud.';

/** What an offer that is over leaves behind, to its station (OFFER-9). */
export function closedOfferSentence(
  auction: Pick<Auction, 'offer' | 'my_bid'> & Decided,
): string | null {
  const { offer, my_bid, sale_status, decision_due_at } = auction;
  if (offer === null || offer.state === 'open' || offer.state === 'accepted') return null;
  const amount = formatKronor(offer.amount);
  const what = {
    declined: `Du avböjde erbjudandet på ${amount}.`,
    expired: `Erbjudandet på ${amount} gick ut ${formatDateTime(offer.expires_at)}.`,
    withdrawn: `Säljaren har återtagit erbjudandet på ${amount}.`,
  }[offer.state];
  if (sale_status !== 'pending' || my_bid === null) return what;
  const until = decision_due_at === null ? '' : ` till ${formatDateTime(decision_due_at)}`;
  return `${what} Ditt bud på ${formatKronor(my_bid)} gäller fortfarande${until}.`;
}
