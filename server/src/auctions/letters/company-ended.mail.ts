import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../../mail/letter.ts';
import { dateAndTime, objectName, shortName } from './words.ts';

export interface CompanyEnded {
  number: string;
  manufacturer: string;
  model: string;
  end_dt: Date;
  /** Ended by «Avsluta» (AUC-6). */
  is_cancelled: boolean;
  bid_count: number;
  highest_bid: number | null;
  reservation_price: number | null;
  /** A winner is marked, and not told yet. */
  has_winner: boolean;
}

/** To the seller: what an auction brought, and what is left to do (MAIL-4). */
export function companyEndedLetter(
  ended: CompanyEnded,
  links: { auction: string; settings: string },
): LetterContent {
  const object = objectName(ended);
  const highest =
    ended.highest_bid === null ? 'utan bud' : `med ${formatKronor(ended.highest_bid)}`;
  return {
    subject: `Avslutad ${highest}: ${shortName(ended)}, auktion ${ended.number}`,
    heading: `Avslutad: ${object}`,
    paragraphs: [nextStep(ended)],
    facts: [
      ['Auktion', ended.number],
      [ended.is_cancelled ? 'Avslutades i förtid' : 'Slutade', dateAndTime(ended.end_dt)],
      ['Antal bud', ended.bid_count === 0 ? 'Inga' : String(ended.bid_count)],
      ...((ended.highest_bid === null
        ? []
        : [['Högsta bud', `${formatKronor(ended.highest_bid)} exkl. moms`]]) satisfies [
        string,
        string,
      ][]),
      ['Reservationspris', reserveOf(ended)],
    ],
    button: { text: 'Visa auktionen', url: links.auction },
    reason:
      'Du får det här mejlet eftersom adressen är angiven för avslutade auktioner i bolagets inställningar.',
    turnOff: { text: 'Ändra adressen i inställningarna', url: links.settings },
  };
}

function nextStep(ended: CompanyEnded): string {
  if (ended.bid_count === 0) return 'Auktionen är avslutad utan bud.';
  if (ended.has_winner) {
    return 'Högsta bud är nu vinnande bud. Vinnaren är inte meddelad än: kontrollera och välj «Meddela vinnare».';
  }
  const why = ended.is_cancelled
    ? 'Auktionen avslutades i förtid, så ingen'
    : isReserveMet(ended)
      ? 'Ingen'
      : 'Högsta bud når inte reservationspriset, så ingen';
  return `${why} vinnare är vald. Gå igenom buden och välj om något ska vinna.`;
}

function isReserveMet({ reservation_price, highest_bid }: CompanyEnded): boolean {
  return highest_bid !== null && highest_bid >= (reservation_price ?? 0);
}

function reserveOf(ended: CompanyEnded): string {
  if (ended.reservation_price === null) return 'Inget';
  return `${formatKronor(ended.reservation_price)}, ${isReserveMet(ended) ? 'uppnått' : 'ej uppnått'}`;
}
