import type { StationFacts } from '../../auctions/letters/station-facts.ts';
import { countBids, objectName, subjectOf } from '../../auctions/letters/words.ts';
import type { LetterContent } from '../../mail/letter.ts';
import { bidFacts, bidPreview } from './outbid.mail.ts';

/** New bids in an open auction that the station watches, gathered (MAIL-3). */
export function bidNewsLetter(facts: StationFacts, url: string): LetterContent {
  const object = objectName(facts);
  return {
    subject: `Nya bud: ${subjectOf(facts)}`,
    heading: `Nya bud på ${object}`,
    preview: bidPreview(facts),
    paragraphs: [
      `Auktionen som du bevakar har fått nya bud. Hittills: ${countBids(facts.bid_count ?? 0)}.`,
    ],
    facts: bidFacts(facts),
    button: { text: 'Visa auktionen', url },
    reason:
      'Du får det här mejlet eftersom din verkstad bevakar auktionen. Nya bud samlas: högst ett mejl var femte minut, tätare mot slutet.',
    turnOff: { text: 'Stäng av bevakningen på auktionens sida', url },
  };
}
