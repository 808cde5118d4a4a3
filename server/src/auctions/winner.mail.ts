import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../mail/letter.ts';
import { objectName, placeOf, questionsTo, subjectOf } from './letters/words.ts';

export interface Won {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
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

/** «Du har vunnit»: the amount, by when, where and with whom to collect (MAIL-1). */
export function winnerLetter(won: Won, url: string): LetterContent {
  const last = pickupDate(won.end_dt);
  return {
    subject: `Du har vunnit: ${subjectOf(won)}`,
    heading: `Du har vunnit ${objectName(won)}`,
    preview: `Hämta objektet senast ${last}. Ditt bud på ${formatKronor(won.amount)} exkl. moms vann.`,
    paragraphs: [
      `${won.company_name} har valt ditt bud. Hämta objektet senast ${last}.`,
      'Anmäl ägarbyte inom 10 dagar.',
      'De allmänna köpvillkoren gäller för köpet.',
      ...questionsTo(won),
    ],
    facts: [
      ['Auktion', won.number],
      ['Ditt bud', `${formatKronor(won.amount)} exkl. moms`],
      ['Hämtas senast', last],
      ['Står på', placeOf(won)],
    ],
    button: { text: 'Visa auktionen', url },
    reason:
      'Du får det här brevet eftersom din verkstad har lagt det vinnande budet. Det går inte att stänga av.',
  };
}
