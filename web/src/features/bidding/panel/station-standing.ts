import type { Auction, AuctionCard } from '@restvarde/contract/auctions/auction';
import { takesDismantlersOnly } from '@restvarde/contract/dismantling';
import { formatKronor } from '@restvarde/contract/money';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { leadOf } from '../../auctions/apply-standing.ts';
import { pendingSentence, UNSOLD } from '../../sales/sale-words.ts';

/** A station's standing in an auction: word, explanation and tone (BID-11). */
export interface StationStanding {
  look: 'leading' | 'outbid' | 'neutral' | 'won';
  word: string;
  text: string;
}

type StandingAuction = Pick<
  AuctionCard,
  | 'my_bid'
  | 'highest_bid'
  | 'reserve_met'
  | 'is_active'
  | 'winning_bid'
  | 'has_notified_winner'
  | 'sale_status'
  | 'decision_due_at'
> &
  Pick<Auction, 'cancelled' | 'my_removed_bid'> & { company: SellerContact };

type SellerContact = Pick<Auction['company'], 'name' | 'phone' | 'email'>;

/** The contact for a station's questions: the selling company with its phone or email. */
export function contactText({ name, phone, email }: SellerContact): string {
  return [name, phone.replaceAll(' ', '\u00a0') || email].filter(Boolean).join(', ');
}

/** The standing of the station whose bid is `my_bid`, during and after the auction. */
export function stationStanding(auction: StandingAuction): StationStanding {
  const { my_removed_bid, company } = auction;
  if (my_removed_bid === null) return standing(auction);
  const removed = `Ditt bud på ${formatKronor(my_removed_bid)} har tagits bort.`;
  if (auction.my_bid === null) {
    const text = `${removed} Kontakta ${contactText(company)}, om du har frågor.`;
    return { look: 'neutral', word: 'Bud borttaget', text };
  }
  const { text, ...left } = standing(auction);
  return { ...left, text: `${removed} ${text}` };
}

/** The standing of the station in one line, for a screen reader. '' if the station did not take part. */
export function outcomeWords(auction: StandingAuction): string {
  if (auction.my_bid === null && auction.my_removed_bid === null) return '';
  const { word, text } = stationStanding(auction);
  return `${word}. ${text}`;
}

function standing(auction: StandingAuction): StationStanding {
  const { my_bid } = auction;
  if (my_bid === null) {
    const text = auction.is_active ? 'Du har inte lagt något bud än.' : 'Du lade inget bud.';
    return { look: 'neutral', word: 'Inget bud', text };
  }
  const amount = formatKronor(my_bid);
  return auction.is_active ? whileActive(auction, amount) : afterEnd(auction, amount);
}

function whileActive(auction: StandingAuction, amount: string): StationStanding {
  switch (leadOf(auction)) {
    case 'leading': {
      const reserve = auction.reserve_met === false ? ', men under reservationspriset' : '';
      return { look: 'leading', word: 'Leder', text: `Du leder med ${amount}${reserve}.` };
    }
    case 'outbid':
      return {
        look: 'outbid',
        word: 'Överbjuden',
        text: `Ditt bud på ${amount} är inte längre högst.`,
      };
    case null:
      return { look: 'neutral', word: 'Bud lagt', text: `Ditt högsta bud är ${amount}.` };
  }
}

function afterEnd(auction: StandingAuction, amount: string): StationStanding {
  // Only the winning station receives this flag.
  if (auction.has_notified_winner) {
    const won = auction.winning_bid === null ? amount : formatKronor(auction.winning_bid);
    return { look: 'won', word: 'Vunnen', text: `Du vann auktionen med ${won}.` };
  }
  if (auction.sale_status === 'unsold') {
    return { look: 'neutral', word: 'Ej såld', text: `Ditt högsta bud var ${amount}. ${UNSOLD}` };
  }
  if (auction.sale_status === 'lost') {
    const text = `Säljaren har antagit ett annat bud än ditt på ${amount}. Du är inte längre bunden av det.`;
    return { look: 'neutral', word: 'Inte vald', text };
  }
  // Below the reserve, or after «Avsluta», no bid wins automatically (AUC-11).
  const isOpen = auction.cancelled || auction.reserve_met === false;
  const next =
    auction.decision_due_at === null
      ? `Säljaren ${isOpen ? 'avgör om någon' : 'meddelar den som'} vinner.`
      : pendingSentence(auction, serverClock.now());
  switch (leadOf(auction)) {
    case 'leading': {
      const reserve = auction.reserve_met === false ? ', men under reservationspriset' : '';
      const text = `Ditt bud på ${amount} var högst${reserve}. ${next}`;
      return { look: 'neutral', word: 'Högsta bud', text };
    }
    case 'outbid':
      return {
        look: 'neutral',
        word: 'Inte högst',
        text: `Ditt högsta bud var ${amount}. Det högsta budet blev ${formatKronor(auction.highest_bid ?? 0)}. ${next}`,
      };
    case null:
      return { look: 'neutral', word: 'Bud lagt', text: `Ditt högsta bud var ${amount}. ${next}` };
  }
}

/** How a late bid moves the end, in one sentence. Null if it does not (BID-6). */
export function extensionRule(minutes: number): string | null {
  if (minutes === 0) return null;
  return minutes === 1
    ? 'Ett bud under den sista minuten förlänger auktionen till 1 minut efter budet.'
    : `Ett bud under de sista ${minutes} minuterna förlänger auktionen till ${minutes} minuter efter budet.`;
}

/** The auction is active, but the station may not bid, since it is not an authorised dismantler (DISM-3). */
export function isShutOut(auction: Auction): boolean {
  return auction.is_active && auction.may_bid === false && takesDismantlersOnly(auction);
}
