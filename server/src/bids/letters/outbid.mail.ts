import { formatKronor } from '@restvarde/contract/money';
import type { StationFacts } from '../../auctions/letters/station-facts.ts';
import {
  dateAndTime,
  objectName,
  reserveForStation,
  subjectOf,
} from '../../auctions/letters/words.ts';
import type { LetterContent } from '../../mail/letter.ts';

/** «Du är överbjuden», in an open auction: what leads now, and what it takes (MAIL-1). */
export function outbidLetter(facts: StationFacts, url: string): LetterContent {
  const object = objectName(facts);
  return {
    subject: `Du är överbjuden: ${subjectOf(facts)}`,
    heading: `Du är överbjuden på ${object}`,
    preview: bidPreview(facts),
    paragraphs: ['En annan verkstad har lagt ett högre bud än ditt.'],
    facts: bidFacts(facts),
    button: { text: 'Visa auktionen', url },
    reason:
      'Du får det här mejlet eftersom din verkstad ledde budgivningen. Mejl om att du är överbjuden går inte att stänga av.',
  };
}

/** The same in a line: what it takes, and until when. */
export function bidPreview({ highest_bid, minimum, end_dt }: StationFacts): string {
  const highest = highest_bid === null ? '' : `Högsta bud ${formatKronor(highest_bid)}. `;
  return `${highest}Lägsta nästa bud ${formatKronor(minimum)}. Slutar ${dateAndTime(end_dt)}.`;
}

/** Where an open auction's bidding stands for a station. */
export function bidFacts(facts: StationFacts): [string, string][] {
  const { own_bid, highest_bid, reserve_met } = facts;
  return [
    ['Auktion', facts.number],
    ['Högsta bud', highest_bid === null ? 'Inga bud' : `${formatKronor(highest_bid)} exkl. moms`],
    ...(own_bid === null ? [] : ([['Ditt bud', formatKronor(own_bid)]] as [string, string][])),
    ['Lägsta nästa bud', formatKronor(facts.minimum)],
    [
      'Reservationspris',
      reserveForStation(facts) +
        (reserve_met === null ? '' : reserve_met ? ', uppnått' : ', ej uppnått'),
    ],
    ['Slutar', dateAndTime(facts.end_dt)],
  ];
}
