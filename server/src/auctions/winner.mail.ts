import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import {
  registrationSentence,
  STORAGE_SENTENCE,
  winnerSteps,
} from '@restvarde/contract/auctions/winner-steps';
import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../mail/letter.ts';
import { objectName, placeOf, questionsTo, subjectOf } from './letters/words.ts';

export interface Won {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
  damage_condition: AuctionCard['damage_condition'];
  winner_notified_at: Date;
  end_dt: Date;
  staging_area_name: string;
  /** Of a service station that the object stands at. */
  place_street: string | null;
  place_postal: string | null;
  place_city: string | null;
  company_name: string;
  company_email: string;
  company_phone: string;
}

/** «Du har vunnit»: the amount, what to do by when, where and with whom (MAIL-1). */
export function winnerLetter(won: Won, url: string): LetterContent {
  const last = pickupDate(won.end_dt);
  return {
    subject: `Du har vunnit: ${subjectOf(won)}`,
    heading: `Du har vunnit ${objectName(won)}`,
    preview: `Hämta objektet senast ${last}. Ditt bud på ${formatKronor(won.amount)} exkl. moms vann.`,
    paragraphs: [
      `${won.company_name} har valt ditt bud. Hämta objektet senast ${last}.`,
      STORAGE_SENTENCE,
      registrationSentence(won),
      'De allmänna köpvillkoren gäller för köpet.',
      ...questionsTo(won),
    ],
    facts: [
      ['Auktion', won.number],
      ['Ditt bud', `${formatKronor(won.amount)} exkl. moms`],
      ['Finns på', placeOf(won)],
      ...winnerSteps(won).map(({ what, when }): [string, string] => [what, when]),
    ],
    button: { text: 'Visa auktionen', url },
    reason:
      'Du får det här mejlet eftersom din verkstad har lagt det vinnande budet. Det går inte att stänga av.',
  };
}
