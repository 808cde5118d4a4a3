import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../../mail/letter.ts';
import { objectName, questionsTo, subjectOf } from './words.ts';

export interface Withdrawn {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
  company_name: string;
  company_email: string;
  company_phone: string;
}

/** To one who had been told of having won, and has no longer (AUC-8). Nothing of who won instead. */
export function winnerWithdrawnLetter(won: Withdrawn, url: string): LetterContent {
  const object = objectName(won);
  return {
    subject: `Du har inte längre vunnit: ${subjectOf(won)}`,
    heading: `Du har inte längre vunnit ${object}`,
    preview: `Hämta inte objektet. ${won.company_name} har ändrat sitt beslut.`,
    paragraphs: [
      `Du har tidigare meddelats att ditt bud på ${formatKronor(won.amount)} vann auktion ${won.number}. ${won.company_name} har ändrat sitt beslut, och ditt bud är inte längre det vinnande.`,
      'Hämta inte objektet.',
      ...questionsTo(won),
    ],
    button: { text: 'Visa auktionen', url },
    reason:
      'Du får det här mejlet eftersom din verkstad tidigare har meddelats att den har vunnit auktionen. Det går inte att stänga av.',
  };
}
