import { stockholmDate, TIME_ZONE, weekdayDate } from '@restvarde/contract/dates';
import { groupPostal } from '@restvarde/contract/fields';
import { formatKronor } from '@restvarde/contract/money';

/** Maximum length of an object's name in a subject. */
const LONGEST = 70;

interface Named {
  manufacturer: string;
  model: string;
}

/** The auction that an email is about, and its page. */
export interface AuctionNames extends Named {
  number: string;
  auction_url: string;
}

export interface AuctionAndSeller extends AuctionNames {
  company_name: string;
  company_email: string;
  company_phone: string;
}

/** «Volvo V60», on one line. */
export function objectName(object: Named): string {
  return `${object.manufacturer} ${object.model}`.replace(/\s+/g, ' ').trim();
}

/** `objectName`, truncated for a subject. */
export function shortName(object: Named): string {
  const name = objectName(object);
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1).trimEnd()}…`;
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});

/** «mån 30 nov» of a date YYYY-MM-DD, with no-break spaces. Without the year: an email has a date itself (MAIL-10). */
export const dayInWords = (date: string) => weekdayDate(date, date);

/** «mån 30 nov 14:30», in Stockholm time, with no-break spaces (MAIL-10). */
export function dateAndTime(at: Date): string {
  return `${dayInWords(stockholmDate(at))}\u00a0${clock.format(at)}`;
}

/** «Volvo V60, auktion NS-12»: the end of a subject. */
export function subjectOf(auction: Named & { number: string }): string {
  return `${shortName(auction)}, auktion ${auction.number}`;
}

/** «1 bud», «12 bud», «inga bud». */
export function countBids(count: number): string {
  return count === 0 ? 'inga bud' : `${count} bud`;
}

/** The reserve as a station may see it (AUC-14). */
export function reserveForStation(auction: {
  reservation_price: number | null;
  hidden_reservation_price: boolean;
}): string {
  if (auction.hidden_reservation_price) return 'Dolt reservationspris';
  return auction.reservation_price === null
    ? 'Inget reservationspris'
    : formatKronor(auction.reservation_price);
}

/** The place of collection, with the address if it is known. */
export function placeOf(place: {
  staging_area_name: string;
  place_street: string | null;
  place_postal: string | null;
  place_city: string | null;
}): string {
  const town = `${groupPostal(place.place_postal ?? '')} ${place.place_city ?? ''}`.trim();
  return [place.staging_area_name, place.place_street, town].filter(Boolean).join(', ');
}

/** Label for the seller of an unsold object (RELIST-9). */
export const RELISTED = 'Läggs upp på nytt för demontering';
