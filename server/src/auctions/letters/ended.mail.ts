import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../../mail/letter.ts';
import type { StationFacts } from './station-facts.ts';
import { dateAndTime, objectName, questionsTo, subjectOf } from './words.ts';

/**
 * «Auktionen är avslutad»: to those who bid or watched. The decision is the company's, so nobody is told here
 * that they have won; of a sealed auction nothing is told but the reader's own bid (MAIL-1, AUC-13).
 */
export function endedLetter(facts: StationFacts, url: string): LetterContent {
  const outcome = wordFor(facts);
  return {
    subject: `${outcome}: ${subjectOf(facts)}`,
    heading: `${outcome}: ${objectName(facts)}`,
    paragraphs: [outcomeOf(facts), ...questionsTo(facts)],
    facts: [
      ['Auktion', facts.number],
      ['Slutade', dateAndTime(facts.end_dt)],
      ...(facts.own_bid === null
        ? []
        : ([['Ditt bud', formatKronor(facts.own_bid)]] satisfies [string, string][])),
      ...standingOf(facts),
    ],
    button: { text: 'Visa auktionen', url },
    reason: facts.watches
      ? 'Du får det här mejlet eftersom din verkstad bevakar auktionen.'
      : 'Du får det här mejlet eftersom din verkstad har lagt bud i auktionen. Mejl om hur den slutar går inte att stänga av.',
    ...(facts.watches ? { turnOff: { text: 'Stäng av bevakningen på auktionens sida', url } } : {}),
  };
}

function wordFor({ own_bid, leads }: StationFacts): string {
  if (own_bid === null || leads === null) return 'Auktionen är avslutad';
  return leads ? 'Ditt bud är högst, bolaget avgör' : 'Ditt bud räckte inte';
}

function outcomeOf(facts: StationFacts): string {
  if (facts.own_bid === null) return 'Auktionen som du bevakar är avslutad.';
  if (facts.leads === null) {
    return `Auktionen är avslutad. Buden är dolda. ${facts.company_name} avgör nu vem som vinner, och du får ett mejl om du har vunnit.`;
  }
  if (!facts.leads) {
    return `Auktionen är avslutad, och en annan verkstad har lagt det högsta budet. Du får ett nytt mejl bara om ${facts.company_name} ändå väljer ditt.`;
  }
  return facts.reserve_met === false
    ? `Auktionen är avslutad. Ditt bud är det högsta men når inte reservationspriset. ${facts.company_name} avgör om det godtas, och du får ett mejl om du har vunnit.`
    : `Auktionen är avslutad. Ditt bud är det högsta. ${facts.company_name} avgör nu vem som vinner, och du får ett mejl om du har vunnit.`;
}

/** What everybody may know of an open auction's bids. */
function standingOf({ bid_count, highest_bid }: StationFacts): [string, string][] {
  if (bid_count === null) return [['Bud', 'Dolda bud']];
  return [
    ['Högsta bud', highest_bid === null ? 'Inga bud' : `${formatKronor(highest_bid)} exkl. moms`],
    ...((bid_count > 0 ? [['Antal bud', String(bid_count)]] : []) satisfies [string, string][]),
  ];
}
