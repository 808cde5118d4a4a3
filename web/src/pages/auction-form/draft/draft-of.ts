import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatDate, formatTime } from '../../../ui/format/dates.ts';
import { formatNumber } from '../../../ui/format/numbers.ts';
import { type AuctionDraft, DRAFT_FIELDS, type DraftField, OTHER } from './auction-draft.ts';

/** A value as an input has it: numbers grouped except a year, flags as 0 or 1. */
function inputText(name: DraftField, value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' && name !== 'model_year'
    ? formatNumber(value)
    : String(value ?? '');
}

/** The form values of an auction (FORM-1). Missing values are empty, and a place with only a name is «Annan». */
export function draftOf(auction: Auction): AuctionDraft {
  const { categories, start_dt, end_dt, staging_area, ...rest } = auction;
  const values: Partial<Record<DraftField, unknown>> = rest;
  return {
    ...(Object.fromEntries(
      DRAFT_FIELDS.map((name) => [name, inputText(name, values[name])]),
    ) as Record<DraftField, string>),
    category_ids: categories.map(({ id }) => String(id)),
    relist_dismantling: inputText('relist_dismantling', rest.relist_dismantling === true),
    start_bid: inputText('start_bid', rest.start_bid || null),
    start_date: formatDate(start_dt),
    start_time: formatTime(start_dt),
    end_date: formatDate(end_dt),
    end_time: formatTime(end_dt),
    staging_area: staging_area === null ? OTHER : String(staging_area),
    staging_area_name: staging_area === null ? rest.staging_area_name : '',
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
