import { formatKronor } from '../money.ts';
import { workingDeadline } from '../working-days.ts';
import type { Offerable } from './offerable.ts';

export const OFFER_SENTENCE = {
  notEnded: 'Erbjudanden kan ges när auktionen är avslutad.',
  hasWinner: 'Auktionen har redan en vinnare.',
  isOpen: 'Det finns redan ett öppet erbjudande.',
  stationGone: 'Verkstaden är borttagen.',
  canBeChosen: 'Budet kan antas som det är: välj vinnare.',
  aboveReserve: 'Erbjudandet får inte överstiga reservationspriset.',
  tooShort:
    'Auktionen ska avgöras inom en timme, och ett erbjudande måste gälla i minst en timme. Ge det när buden inte längre är bindande.',
  days: 'Ange mellan 1 och 5 vardagar',
  amount: 'Ange erbjudandet i hela kronor',
  notOpen: 'Erbjudandet gäller inte längre.',
  released: 'Buden är inte längre bindande. Ge ett erbjudande i stället.',
  accepted: 'Erbjudandet är antaget: köpet är bindande.',
  nothingToDecide: 'Det finns inget att avgöra.',
  reason: 'Ange varför ett annat bud än det högsta väljs.',
} as const;

export const OFFER_DAYS = { least: 1, most: 5 } as const;

/** The shortest time that a station has to answer an offer. */
const MIN_ANSWER_MS = 3_600_000;

/**
 * The error of an offered amount, or null (OFFER-7). While the
 * bid binds, an offer must be higher.
 */
export function offerFault(sale: Offerable, bid: number, amount: number): string | null {
  if (sale.is_released ? amount < bid : amount <= bid) {
    return sale.is_released
      ? `Erbjudandet får inte vara lägre än budet ${formatKronor(bid)}.`
      : `Erbjudandet måste vara högre än budet ${formatKronor(bid)}.`;
  }
  const { reservation_price } = sale;
  const isCapped = reservation_price !== null && bid < reservation_price;
  return isCapped && amount > reservation_price ? OFFER_SENTENCE.aboveReserve : null;
}

/**
 * The expiry of an offer made now: 18:00 on the nth working day, and while the bids bind at most the
 * time until which they bind, if there is one (OFFER-7).
 */
export function offerExpiry(now: Date, days: number, bindsUntil: Date | null): Date {
  const at = workingDeadline(now, days);
  return bindsUntil !== null && bindsUntil < at ? bindsUntil : at;
}

/** Whether an offer made now would leave its station too little time to answer (OFFER-7). */
export function isTooShort(now: Date, bindsUntil: Date | null): boolean {
  return bindsUntil !== null && bindsUntil.getTime() - now.getTime() < MIN_ANSWER_MS;
}

/** The lowest and the highest amount that `offerFault` accepts; `most` is null without an upper bound (OFFER-7). */
export function offerRange(sale: Offerable, bid: number): { least: number; most: number | null } {
  const { reservation_price, is_released } = sale;
  const isCapped = reservation_price !== null && bid < reservation_price;
  return { least: is_released ? bid : bid + 1, most: isCapped ? reservation_price : null };
}

const ROUND_TO = 500;

/**
 * The amount that is proposed for an offer: half way between the bid and the reserve, in whole 500 kronor if that is
 * between them; without a reserve above the bid the least that may be offered (HOME-7).
 */
export function proposedOffer(sale: Offerable, bid: number): number {
  const { least, most } = offerRange(sale, bid);
  if (most === null) return least;
  const middle = (bid + most) / 2;
  const rounded = Math.round(middle / ROUND_TO) * ROUND_TO;
  return rounded > bid && rounded < most ? rounded : Math.max(least, Math.floor(middle));
}

/** The amounts that may be offered to a bid (OFFER-7). */
export function offerRangeSentence(sale: Offerable, bid: number): string {
  const { least, most } = offerRange(sale, bid);
  return most === null
    ? `Lägst ${formatKronor(least)}.`
    : `Mellan ${formatKronor(least)} och ${formatKronor(most)}.`;
}
