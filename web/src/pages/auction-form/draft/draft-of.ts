import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatDate, formatTime } from '../../../ui/format/dates.ts';
import { formatNumber } from '../../../ui/format/numbers.ts';
import { type AuctionDraft, OTHER } from './auction-draft.ts';

/** The form values of an auction (FORM-1). Missing values are empty, and a place with only a name is «Annan». */
export function draftOf(auction: Auction): AuctionDraft {
  const flag = (value: boolean) => (value ? '1' : '0');
  const number = (value: number | null) => (value === null ? '' : formatNumber(value));
  return {
    category_ids: auction.categories.map(({ id }) => String(id)),
    manufacturer: auction.manufacturer,
    model: auction.model,
    model_year: String(auction.model_year ?? ''),
    mileage: number(auction.mileage),
    registration_number: auction.registration_number,
    chassis_number: auction.chassis_number,
    description: auction.description,
    damage_condition: auction.damage_condition,
    relist_dismantling: flag(auction.relist_dismantling === true),
    is_global: flag(auction.is_global),
    hidden_bids: flag(auction.hidden_bids),
    hidden_reservation_price: flag(auction.hidden_reservation_price),
    start_bid: number(auction.start_bid || null),
    reservation_price: number(auction.reservation_price),
    start_date: formatDate(auction.start_dt),
    start_time: formatTime(auction.start_dt),
    end_date: formatDate(auction.end_dt),
    end_time: formatTime(auction.end_dt),
    staging_area: auction.staging_area === null ? OTHER : String(auction.staging_area),
    staging_area_name: auction.staging_area === null ? auction.staging_area_name : '',
  };
}

/** Fields that are merged together. */
const TOGETHER: readonly (readonly (keyof AuctionDraft)[])[] = [
  ['start_date', 'start_time'],
  ['end_date', 'end_time'],
  ['staging_area', 'staging_area_name'],
];

/**
 * The values to save when the auction was changed elsewhere after the form was opened: fields changed here have this
 * form's values, all others the current ones. Thus a new description does not undo a late bid that moved the end.
 */
export function mergeDrafts(
  opened: AuctionDraft,
  written: AuctionDraft,
  now: AuctionDraft,
): AuctionDraft {
  const merged = { ...now };
  for (const field of Object.keys(written) as (keyof AuctionDraft)[]) {
    const group = TOGETHER.find((fields) => fields.includes(field)) ?? [field];
    if (group.some((one) => String(opened[one]) !== String(written[one]))) {
      Object.assign(merged, { [field]: written[field] });
    }
  }
  return merged;
}
