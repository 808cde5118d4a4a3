import { formatKronor } from '@restvarde/contract/money';
import { objectName, questionsTo, subjectOf } from '../../auctions/letters/words.ts';
import type { LetterContent } from '../../mail/letter.ts';

export interface RemovedBid {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
  company_name: string;
  company_email: string;
  company_phone: string;
}

/** To the station whose bid the seller has removed (AUC-9). */
export function bidRemovedLetter(removed: RemovedBid, url: string): LetterContent {
  const object = objectName(removed);
  return {
    subject: `Ditt bud har tagits bort: ${subjectOf(removed)}`,
    heading: `Ditt bud på ${object} har tagits bort`,
    paragraphs: [
      `${removed.company_name} har tagit bort ditt bud på ${formatKronor(removed.amount)} i auktion ${removed.number}. Budet gäller inte längre.`,
      'Du kan lägga ett nytt bud så länge auktionen pågår.',
      ...questionsTo(removed),
    ],
    button: { text: 'Visa auktionen', url },
    reason:
      'Du får det här mejlet eftersom ett bud från din verkstad har tagits bort. Det går inte att stänga av.',
  };
}
