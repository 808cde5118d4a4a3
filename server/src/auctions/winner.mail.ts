import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../mail/letter.ts';
import { contactOf, objectName, shortName } from './letters/words.ts';

export interface Won {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
  end_dt: Date;
  staging_area_name: string;
  company_name: string;
  company_email: string;
  company_phone: string;
}

/** «Du har vunnit»: the amount, by when, where and with whom to collect (MAIL-1). */
export function winnerLetter(won: Won, url: string): LetterContent {
  const object = objectName(won);
  return {
    subject: `Du har vunnit auktion ${won.number}, ${shortName(won)}`,
    heading: `Du har vunnit ${object}`,
    paragraphs: [
      `Ditt bud på ${formatKronor(won.amount)} exkl. moms vann auktion ${won.number}.`,
      `Hämta objektet senast ${pickupDate(won.end_dt)}. Det står på ${won.staging_area_name}.`,
      'Anmäl ägarbyte inom 10 dagar.',
      `Frågor besvaras av ${contactOf(won)}. De allmänna köpvillkoren gäller för köpet.`,
    ],
    button: { text: 'Visa auktionen', url },
    reason: 'Du får det här brevet eftersom din verkstad har lagt det vinnande budet.',
  };
}
