import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../../mail/letter.ts';
import type { StationFacts } from './station-facts.ts';
import { dateAndTime, objectName, reserveForStation, subjectOf } from './words.ts';

/** A new object that the station may bid on (MAIL-5). */
export function newObjectLetter(
  facts: StationFacts,
  links: { auction: string; settings: string },
): LetterContent {
  const object = objectName(facts);
  const { model_year, mileage } = facts;
  const vehicle = [
    model_year === null ? '' : `årsmodell ${model_year}`,
    mileage === null ? '' : `${mileage.toLocaleString('sv-SE')} mil`,
  ].filter(Boolean);
  return {
    subject: `Nytt objekt: ${subjectOf(facts)}`,
    heading: object,
    preview: `${[...vehicle, `utropspris ${formatKronor(facts.start_bid)}`].join(', ')}. Slutar ${dateAndTime(facts.end_dt)}.`,
    paragraphs: [
      `${facts.company_name} har lagt ut ett nytt objekt${vehicle.length > 0 ? `: ${vehicle.join(', ')}` : ''}.`,
    ],
    facts: [
      ['Auktion', facts.number],
      ['Kategori', facts.categories.join(', ')],
      ['Säljes för', DAMAGE_LABEL[facts.damage_condition]],
      ['Utropspris', `${formatKronor(facts.start_bid)} exkl. moms`],
      ['Reservationspris', reserveForStation(facts)],
      ...(facts.hidden_bids ? ([['Bud', 'Dolda bud']] as [string, string][]) : []),
      ['Finns på', facts.staging_area_name],
      ['Slutar', dateAndTime(facts.end_dt)],
    ],
    button: { text: 'Visa auktionen', url: links.auction },
    reason: 'Du får det här mejlet eftersom din verkstad följer objektets kategori.',
    turnOff: { text: 'Välj vilka kategorier du följer', url: links.settings },
  };
}
