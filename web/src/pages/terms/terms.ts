import { EXAMINATION_DAYS, PAYMENT_DAYS, PICKUP_DAYS } from '@restvarde/contract/dates';
import { DEREGISTRATION_DAYS } from '@restvarde/contract/sale/deregistration';
import { STORAGE_FEE } from '@restvarde/contract/sale/winner-steps';

/** The numbers that the legal texts promise (TERMS-1). */
export const TERM = {
  buyerYears: 16,
  examinationDays: EXAMINATION_DAYS,
  inspectorDays: 15,
  paymentDays: PAYMENT_DAYS,
  pickupDays: PICKUP_DAYS,
  /** Kronor per object and day. */
  storage: STORAGE_FEE,
  /** Calendar days after the handover of the object. */
  registrationDays: 14,
  /** Days after the handover of the object. */
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

/** A paragraph, a list, or the operator's contact details. */
export type Block =
  | string
  | readonly Piece[]
  | { points: readonly (string | readonly Piece[])[] }
  | { shows: 'contact' };

export interface Section {
  /** The fragment of its URL. Never changed, since others link to it. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

/** A legal text, or another with the same structure. */
export interface Terms {
  title: string;
  /** The date from which it applies, YYYY-MM-DD, which is also its version. */
  version: string;
  /** The label of that date, if it is not when the text takes effect. */
  dated?: string;
  /** A summary in a sentence or two. */
  lead: string;
  sections: readonly Section[];
}

/** All words of a text, in reading order. */
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
