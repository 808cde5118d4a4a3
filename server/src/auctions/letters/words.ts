import { stockholmDate, TIME_ZONE } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';

/** As long as an object's name may be in a subject. */
const LONGEST = 70;

interface Named {
  manufacturer: string;
  model: string;
}

/** «Volvo V60», on one line. */
export function objectName(object: Named): string {
  return `${object.manufacturer} ${object.model}`.replace(/\s+/g, ' ').trim();
}

/** The same, cut where a subject would become too long. */
export function shortName(object: Named): string {
  const name = objectName(object);
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1).trimEnd()}…`;
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});

/** «2026-11-20 kl. 14.30», by Stockholm's clocks. */
export function dateAndTime(at: Date): string {
  return `${stockholmDate(at)} kl. ${clock.format(at).replace(':', '.')}`;
}

/** «1 bud», «12 bud», «inga bud». */
export function countBids(count: number): string {
  return count === 0 ? 'inga bud' : `${count} bud`;
}

/** The reserve as a station may know it (AUC-14). */
export function reserveForStation(auction: {
  reservation_price: number | null;
  hidden_reservation_price: boolean;
}): string {
  if (auction.hidden_reservation_price) return 'Dolt reservationspris';
  return auction.reservation_price === null
    ? 'Inget reservationspris'
    : formatKronor(auction.reservation_price);
}

/** Whom to ask: «Nordsäkring: info@nordsakring.example, 08-123 45 67». */
export function contactOf(company: {
  company_name: string;
  company_email: string;
  company_phone: string;
}): string {
  // A number is not broken over two lines.
  const phone = company.company_phone.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
  const ways = [company.company_email, phone].filter(Boolean).join(', ');
  return company.company_name + (ways ? `: ${ways}` : '');
}
