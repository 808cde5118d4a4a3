import { may, type Viewer } from '../roles.ts';

/** Milliseconds since the epoch. */
export type Millis = number;

export interface Span {
  start_dt: Millis;
  end_dt: Millis;
}

export type AuctionState = 'upcoming' | 'active' | 'ended';

/** Kommande, Aktiv or Avslutad, by the clock only (AUC-5). */
export function stateOf(span: Span, now: Millis): AuctionState {
  if (now < span.start_dt) return 'upcoming';
  return now < span.end_dt ? 'active' : 'ended';
}

/** The labels of the three states (AUC-5). */
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
  /** Only authorised dismantlers see it (DISM-3). */
  is_for_dismantlers: boolean;
}

/** The facts that decide whether a station may take part. */
export interface Biddable extends Offered {
  /** The stations that have bid on it, also those whose bids were removed. */
  bidder_ids: readonly number[];
}

/** The facts that decide visibility. */
export interface Visible extends Biddable {
  is_deleted: boolean;
  has_started: boolean;
  has_ended: boolean;
  /** The stations that watch it; used for ended auctions only. */
  watcher_ids: readonly number[];
}

/**
 * True if a started, undeleted auction is offered to the station: its own company's or global, and one of its
 * categories among the station's; a station with no categories sees all. Auctions for authorised dismantlers only are
 * offered only to them (ROLE-17, DISM-3).
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
 * True if the station may take part in a started, undeleted auction: it is offered to the station, or the station
 * has bid on it. Changes of categories and sales area do not exclude bidders (ROLE-17).
 */
export function mayTakePart(station: Viewer, auction: Biddable): boolean {
  return hasBid(station, auction) || offeredTo(station, auction);
}

/** True if the auction exists for the caller (ROLE-14, ROLE-15, ROLE-17). */
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

/** True if the caller may change the auction: case managers and above of its company, or a superuser (ROLE-13). */
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
