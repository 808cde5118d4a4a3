import { may, type Viewer } from '../roles.ts';

/** Milliseconds since the epoch, as the rules of time use them. */
export type Millis = number;

export interface Span {
  start_dt: Millis;
  end_dt: Millis;
}

export type AuctionState = 'upcoming' | 'active' | 'ended';

/** Kommande, Aktiv or Avslutad, by the clock alone (AUC-5). */
export function stateOf(span: Span, now: Millis): AuctionState {
  if (now < span.start_dt) return 'upcoming';
  return now < span.end_dt ? 'active' : 'ended';
}

/** The words of the three states (AUC-5). */
export const STATE_LABEL: Record<AuctionState, string> = {
  upcoming: 'Kommande',
  active: 'Aktiv',
  ended: 'Avslutad',
};

/** To whom the seller offers an auction. */
export interface Offered {
  company_id: number;
  is_global: boolean;
  category_ids: readonly number[];
  /** Only authorised dismantlers are to see it (DISM-3). */
  is_for_dismantlers: boolean;
}

/** What a station's part in an auction depends on. */
export interface Biddable extends Offered {
  /** The stations that have bid on it, also those whose bids were removed. */
  bidder_ids: readonly number[];
}

/** What visibility depends on. */
export interface Visible extends Biddable {
  is_deleted: boolean;
  has_started: boolean;
  has_ended: boolean;
  /** The stations that watch it; only what has ended is judged by it. */
  watcher_ids: readonly number[];
}

/**
 * Is a started, undeleted auction offered to this station? Its own company's or global, and one of its
 * categories among the station's; a station with no categories sees all. What is for authorised dismantlers alone is
 * offered to those (ROLE-17, DISM-3).
 */
export function offeredTo(station: Viewer, auction: Offered): boolean {
  return (
    (auction.is_global || auction.company_id === station.company_id) &&
    (station.category_ids.length === 0 ||
      auction.category_ids.some((id) => station.category_ids.includes(id))) &&
    (!auction.is_for_dismantlers || station.is_dismantler)
  );
}

/**
 * May this station take part in a started, undeleted auction: is it offered to it, or has it bid on it? Whoever
 * has bid is not shut out by what becomes of categories and sales area (ROLE-17).
 */
export function mayTakePart(station: Viewer, auction: Biddable): boolean {
  return hasBid(station, auction) || offeredTo(station, auction);
}

/** Does the auction exist for this caller (ROLE-14, ROLE-15, ROLE-17)? */
export function maySee(viewer: Viewer, auction: Visible): boolean {
  if (auction.is_deleted) return false;
  const station = viewer.service_station_id;
  if (station === null) return viewer.is_superuser || viewer.company_id === auction.company_id;
  if (!auction.has_started || !mayTakePart(viewer, auction)) return false;
  return !auction.has_ended || hasBid(viewer, auction) || auction.watcher_ids.includes(station);
}

function hasBid({ service_station_id }: Viewer, auction: Biddable): boolean {
  return service_station_id !== null && auction.bidder_ids.includes(service_station_id);
}

/** May this caller change the auction? Case managers and above of its company, or a superuser (ROLE-13). */
export function canEdit(viewer: Viewer, auction: { company_id: number }): boolean {
  return (
    viewer.is_superuser || (may.manageAuctions(viewer) && viewer.company_id === auction.company_id)
  );
}

/** «LF-0099» → «LF-0100»: the last digit group counts up with its padding kept (FORM-10). */
export function nextNumber(number: string): string {
  const match = /^(.*?)(\d+)(\D*)$/s.exec(number);
  if (!match) return `${number}1`;
  const [, before = '', digits = '', after = ''] = match;
  return before + String(BigInt(digits) + 1n).padStart(digits.length, '0') + after;
}

/** Upper-cased, without spaces and hyphens of any width (FORM-9). */
export function tidyVehicleNumber(written: string): string {
  return written.toUpperCase().replace(/[\s\u00ad\u200b\u2010-\u2015\u2212-]/g, '');
}

/** Swedish registration numbers have three letters, two digits and a digit or letter (FORM-9). */
export function isUsualRegistration(number: string): boolean {
  return /^[A-Z]{3}\d{2}[\dA-Z]$/.test(number);
}

/** A chassis number has 17 signs without I, O and Q (FORM-9). */
export function isUsualChassis(number: string): boolean {
  return /^[A-HJ-NPR-Z\d]{17}$/.test(number);
}
