import { registrationSentence, STORAGE_SENTENCE } from '@restvarde/contract/auctions/winner-steps';
import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../../mail/letter.ts';
import type { Won } from '../winner.mail.ts';
import { listOf, objectName, placeOf, questionsTo, shortName, subjectOf } from './words.ts';

/** To the winner, when the last days to collect have come. */
export function pickupReminderLetter(won: Won, url: string): LetterContent {
  const object = objectName(won);
  return {
    subject: `Påminnelse: hämta ${shortName(won)} senast ${pickupDate(won.end_dt)}`,
    heading: `Hämta senast ${pickupDate(won.end_dt)}: ${object}`,
    paragraphs: [
      'Har du redan hämtat objektet kan du bortse från påminnelsen.',
      STORAGE_SENTENCE,
      registrationSentence(won),
      ...questionsTo(won),
    ],
    facts: [
      ['Auktion', won.number],
      ['Ditt bud', `${formatKronor(won.amount)} exkl. moms`],
      ['Hämta senast', pickupDate(won.end_dt)],
      ['Finns på', placeOf(won)],
    ],
    button: { text: 'Visa auktionen', url },
    reason:
      'Du får det här mejlet, en gång, eftersom din verkstad har vunnit auktionen. Det går inte att stänga av.',
  };
}

export interface Untold {
  number: string;
  manufacturer: string;
  model: string;
}

/** To a case manager: winners who have been marked for days, and whom nobody has told. */
export function untoldWinnersLetter(untold: Untold[], url: string): LetterContent {
  const one = untold.length === 1;
  return {
    subject: one
      ? `Vinnaren är inte meddelad: ${subjectOf(untold[0]!)}`
      : `${untold.length} vinnare är inte meddelade`,
    heading: one ? 'Vinnaren är inte meddelad' : 'Vinnare är inte meddelade',
    paragraphs: [
      `${one ? 'Auktionen' : 'Auktionerna'} avslutades för minst tre dagar sedan. Kontrollera vinnaren och välj «Meddela vinnare», så att objektet blir hämtat i tid.`,
    ],
    lists: [
      listOf(
        one ? 'Auktion' : 'Auktioner',
        untold.map((auction) => `${auction.number}, ${objectName(auction)}`),
      ),
    ],
    button: { text: one ? 'Visa auktionen' : 'Öppna Restvärde', url },
    reason:
      'Du får det här mejlet, en gång för varje auktion, eftersom du har lagt till auktionen eller är administratör för bolaget.',
  };
}
