import { DEREGISTRATION_DAYS } from '@restvarde/contract/auctions/deregistration';
import { STORAGE_FEE } from '@restvarde/contract/auctions/winner-steps';
import { EXAMINATION_DAYS, PAYMENT_DAYS, PICKUP_DAYS } from '@restvarde/contract/dates';

/** The numbers that the three texts promise (TERMS-1). */
export const TERM = {
  buyerYears: 16,
  examinationDays: EXAMINATION_DAYS,
  inspectorDays: 15,
  paymentDays: PAYMENT_DAYS,
  pickupDays: PICKUP_DAYS,
  /** Kronor for each object and day. */
  storage: STORAGE_FEE,
  /** Calendar days after the object was handed over. */
  registrationDays: 14,
  /** Days after the object was handed over. */
  deregistrationDays: DEREGISTRATION_DAYS,
  damagesPercent: 15,
  forceMajeureMonths: 6,
  mediationMonths: 3,
  erasureMonths: 3,
  bookYears: 10,
} as const;

/** A piece of text that is more than its words: in another language, a name in code, or a link within the site. */
export type Piece =
  | string
  | { text: string; lang: string }
  | { code: string }
  | { text: string; to: string };

/** A paragraph, a list of points, or how the operator is reached. */
export type Block =
  | string
  | readonly Piece[]
  | { points: readonly (string | readonly Piece[])[] }
  | { shows: 'contact' };

export interface Section {
  /** Its place in the address, after `#`: never changed, since others link to it. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

/** One of the legal texts, or another that reads like them. */
export interface Terms {
  title: string;
  /** The day from which it holds, YYYY-MM-DD, which is also its version. */
  version: string;
  /** What that day is; else that from which it holds. */
  dated?: string;
  /** What it is about, in a sentence or two. */
  lead: string;
  sections: readonly Section[];
}

/** All words of a text, as they are read. */
export function wordsOf(terms: Terms): string {
  const said = (piece: Piece) =>
    typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.text;
  const line = (pieces: string | readonly Piece[]) =>
    typeof pieces === 'string' ? pieces : pieces.map(said).join('');
  const block = (one: Block) => {
    if (typeof one === 'object' && 'shows' in one) return '';
    return typeof one === 'object' && 'points' in one ? one.points.map(line).join('\n') : line(one);
  };
  return [
    terms.title,
    terms.lead,
    ...terms.sections.flatMap(({ title, blocks }) => [title, ...blocks.map(block)]),
  ].join('\n');
}
