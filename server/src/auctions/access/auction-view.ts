import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { canEdit } from '@restvarde/contract/auctions/auction-rules';
import type { CardField } from '@restvarde/contract/auctions/fields';
import { minimumBid } from '@restvarde/contract/bids/bid-rules';
import type { Category } from '@restvarde/contract/categories';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type { MaxBidState } from '@restvarde/contract/fields';
import type { Viewer } from '@restvarde/contract/roles';
import type { OfferState, SaleStatus, StationOffer } from '@restvarde/contract/sale/sale';
import { type RawBuilder, sql } from 'kysely';
import type { Media } from '../../media/media.ts';
import {
  type CollectionRow,
  collectionColumn,
  type DeregistrationRow,
  deregistrationColumn,
  toCollection,
  toDeregistration,
} from './collection-view.ts';
import { ended, isActive, started } from './visibility.ts';

/** A row of the card columns. Fields that the viewer may not see are already null (AUC-13, AUC-14). */
export interface CardRow extends Omit<Pick<AuctionCard, CardField>, 'start_dt' | 'end_dt'> {
  id: number;
  company_id: number;
  number: string;
  start_dt: Date;
  end_dt: Date;
  bid_increments: BidIncrement[];
  categories: Category[];
  company_name: string;
  logo_key: string | null;
  bid_count: number | null;
  external_id: string | null;
  highest_bid: number | null;
  image_key: string | null;
  image_count: number;
  photo_score: number;
  run_and_drive: AuctionCard['run_and_drive'];
  primary_damage: AuctionCard['primary_damage'];
  keys: number | null;
  has_active_alert: boolean;
  is_active: boolean;
  has_started: boolean;
  winning_bid: number | null;
  my_bid: number | null;
  my_max_bid: number | null;
  my_max_state: MaxBidState | null;
  has_notified_winner: boolean;
  winner_notified_at: Date | null;
  pickup_address: string | null;
  reserve_met: boolean | null;
  sale_status: SaleStatus | null;
  decision_due_at: Date | null;
  offer: OfferRow | null;
  collection: CollectionRow | null;
  deregistration: DeregistrationRow | null;
  manager_name: string | null;
  standing_at: Date;
}

/** As JSON: the time is text. */
interface OfferRow extends Omit<StationOffer, 'expires_at'> {
  expires_at: string;
}

/** Null for a station in a sealed auction, except for its own values; `open` for everybody else. */
const unlessSealed = (viewer: Viewer, open: RawBuilder<unknown>): RawBuilder<unknown> =>
  viewer.service_station_id === null
    ? open
    : sql`case when a.hidden_bids then null else ${open} end`;

/**
 * Whether the bids of the standing `s` have stopped being binding (OFFER-4), by the clock, even if not yet
 * written. A selected winner is never released by time.
 */
export const isReleased = sql<boolean>`(
  s.bids_released_at is not null
  or s.winning_bid_id is null and coalesce(s.decision_due_at <= (select now_ms()), false)
)`;

/**
 * The state of the offer row `o` by the clock. An expired offer is not open, even if not yet written (OFFER-8).
 */
export const offerState = sql<OfferState>`
  case when o.state = 'open' and o.expires_at <= (select now_ms()) then 'expired' else o.state end`;

/**
 * The status of the caller's bid, or for staff of the sale (OFFER-3). A station sees it while one of its own bids
 * is valid; rivals' bids have no effect on it.
 */
export function saleStatusFor(viewer: Viewer): RawBuilder<unknown> {
  const isStation = viewer.service_station_id !== null;
  return sql`case
    when not ${ended} or ${isStation ? sql`own.amount is null` : sql`s.bid_count = 0`} then null
    when s.winner_notified_at is not null then ${
      isStation
        ? sql`case when winner.service_station_id = ${viewer.service_station_id} then 'won' else 'lost' end`
        : sql`'won'`
    }
    when ${isReleased} then 'unsold'
    else 'pending'
  end`;
}

/** The fields of the form that a card has, as `viewer` may see them. */
function fieldColumns(viewer: Viewer): RawBuilder<unknown> {
  const isStation = viewer.service_station_id !== null;
  const columns: Record<CardField, RawBuilder<unknown>> = {
    registration_number: sql`a.registration_number`,
    chassis_number: sql`a.chassis_number`,
    manufacturer: sql`a.manufacturer`,
    model: sql`a.model`,
    model_year: sql`a.model_year`,
    mileage: sql`a.mileage`,
    claim_number: isStation ? sql`null::text` : sql`a.claim_number`,
    damage_condition: sql`a.damage_condition`,
    is_global: sql`a.is_global`,
    start_bid: sql`a.start_bid`,
    reservation_price: isStation
      ? sql`case when a.hidden_reservation_price then null else a.reservation_price end`
      : sql`a.reservation_price`,
    hidden_bids: sql`a.hidden_bids`,
    hidden_reservation_price: sql`a.hidden_reservation_price`,
    start_dt: sql`a.start_dt`,
    end_dt: sql`s.end_dt`,
    staging_area: sql`a.staging_area_id`,
    staging_area_name: sql`a.staging_area_name`,
  };
  return sql.join(
    Object.entries(columns).map(([field, column]) => sql`${column} as ${sql.ref(field)}`),
  );
}

/** The station's own maximum and its state, while the auction is active (AUTO-7, AUTO-8). */
function maxBidColumns(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.service_station_id === null)
    return sql`null::integer as my_max_bid, null::text as my_max_state`;
  return sql`
    case when ${isActive} then max_bid.amount end as my_max_bid,
    case
      when not ${isActive} or max_bid.amount is null then null
      when own.amount < s.highest_bid then 'passed'
      when max_bid.amount > s.highest_bid then 'live'
      else 'used'
    end as my_max_state`;
}

/** The columns of a card as `viewer` may see them. Use with `cardTables`. */
export function cardColumns(viewer: Viewer): RawBuilder<unknown> {
  const isStation = viewer.service_station_id !== null;
  const isOwnWin = sql`(winner.service_station_id = ${viewer.service_station_id} and s.winner_notified_at is not null)`;
  return sql`
    a.id, a.company_id, a.number, ${isStation ? sql`null::text` : sql`a.external_id`} as external_id, a.bid_increments, ${fieldColumns(viewer)},
    company.name as company_name, company.logo_key,
    ${unlessSealed(viewer, sql`s.bid_count`)} as bid_count,
    ${unlessSealed(viewer, sql`s.highest_bid`)} as highest_bid,
    ${unlessSealed(viewer, sql`case when a.reservation_price is not null then coalesce(s.highest_bid >= a.reservation_price, false) end`)}
      as reserve_met,
    ${
      isStation
        ? sql`case when not a.hidden_bids or ${isOwnWin} then winner.amount end`
        : sql`winner.amount`
    } as winning_bid,
    ${isStation ? sql`coalesce(${isOwnWin}, false)` : sql`s.winner_notified_at is not null`} as has_notified_winner,
    ${isStation ? sql`case when ${isOwnWin} then s.winner_notified_at end` : sql`s.winner_notified_at`}
      as winner_notified_at,
    ${
      isStation
        ? sql`case when ${isOwnWin} then (
      select nullif(concat_ws(', ', nullif(place.street, ''), nullif(concat_ws(' ', nullif(regexp_replace(place.postal, '^(\\d{3})(\\d{2})$', '\\1 \\2'), ''), nullif(place.city, '')), '')), '')
      from staging_areas area join service_stations place on place.id = area.service_station_id
      where area.id = a.staging_area_id
    ) end`
        : sql`null::text`
    } as pickup_address,
    ${saleStatusFor(viewer)} as sale_status,
    case when ${saleStatusFor(viewer)} = 'pending' then s.decision_due_at end as decision_due_at,
    ${
      isStation
        ? sql`case when s.closed_at is not null and s.winner_notified_at is null then (
      select json_build_object('id', o.id, 'amount', o.amount, 'expires_at', o.expires_at, 'state', ${offerState})
      from offers o
      join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
      where o.auction_id = a.id and b.service_station_id = ${viewer.service_station_id}
      order by o.id desc limit 1
    ) end`
        : sql`null::json`
    } as offer,
    ${deregistrationColumn(viewer)} as deregistration,
    ${
      isStation
        ? sql`null::text`
        : sql`(select concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, '')) from users m where m.id = a.created_by)`
    } as manager_name,
    ${isActive} as is_active,
    ${started} or s.closed_at is not null as has_started,
    ${collectionColumn(viewer)} as collection,
    own.amount as my_bid, ${maxBidColumns(viewer)},
    ${isStation ? sql`case when a.hidden_bids then greatest(s.end_changed_at, own.changed_at) else s.changed_at end` : sql`s.changed_at`}
      as standing_at,
    exists (
      select from alerts w
      where w.service_station_id = ${viewer.service_station_id} and w.auction_id = a.id
    ) as has_active_alert,
    (
      select i.key from auction_images i where i.auction_id = a.id order by i.position, i.id limit 1
    ) as image_key,
    pictures.image_count, pictures.photo_score,
    a.condition ->> 'run_and_drive' as run_and_drive, a.condition ->> 'primary_damage' as primary_damage,
    (a.condition ->> 'keys')::integer as keys,
    (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'is_global', c.company_id is null) order by c.name, c.id), '[]')
      from auction_categories ac join categories c on c.id = ac.category_id
      where ac.auction_id = a.id
    ) as categories`;
}

/** The tables behind `cardColumns`, joined to `a` (auctions) and `s` (auction_standings). */
export function cardTables(viewer: Viewer): RawBuilder<unknown> {
  return sql`
    join companies company on company.id = a.company_id
    left join bids winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    left join lateral (
      select max(b.amount) filter (where b.removed_at is null and not b.is_offer) as amount,
        max(greatest(b.placed_at, b.removed_at, b.outcome_at)) as changed_at
      from bids b
      where b.service_station_id = ${viewer.service_station_id} and b.auction_id = a.id
    ) own on ${viewer.service_station_id !== null}
    cross join lateral (
      select count(*)::integer as image_count, count(distinct i.view)::integer as photo_score
      from auction_images i where i.auction_id = a.id
    ) pictures
    ${viewer.service_station_id === null ? sql`` : newestMaxBid(viewer.service_station_id)}`;
}

/** The newest change of a station's maximum in the auction `a`, as `max_bid`. */
const newestMaxBid = (station: number) => sql`
  left join lateral (
    select m.amount from max_bids m
    where m.service_station_id = ${station} and m.auction_id = a.id
    order by m.id desc
    limit 1
  ) max_bid on a.allows_max_bids`;

/** The minimum bid of the viewer, or for staff of the next bidder, from what the row discloses (BID-3). */
function minimumFor(viewer: Viewer, row: CardRow): number {
  const isSealed = row.hidden_bids && viewer.service_station_id !== null;
  return minimumBid(row, isSealed ? row.my_bid : row.highest_bid);
}

/** Converts a row to the API's form: signed URLs, times as ISO 8601. */
export function toCard(viewer: Viewer, media: Media, row: CardRow): AuctionCard {
  const { company_id, bid_increments: _ladder, logo_key, image_key, deregistration, ...rest } = row;
  const sizes = image_key === null ? null : media.imageSizes(image_key);
  return {
    ...rest,
    start_dt: row.start_dt.toISOString(),
    end_dt: row.end_dt.toISOString(),
    winner_notified_at: row.winner_notified_at?.toISOString() ?? null,
    decision_due_at: row.decision_due_at?.toISOString() ?? null,
    offer: row.offer && { ...row.offer, expires_at: new Date(row.offer.expires_at).toISOString() },
    collection: row.collection && toCollection(viewer, media, row.collection),
    deregistration: deregistration && toDeregistration(media, deregistration),
    standing_at: row.standing_at.toISOString(),
    company_logo: logo_key && media.logoUrl(logo_key),
    minimum_allowed_bid: minimumFor(viewer, row),
    image: sizes?.detail ?? null,
    thumb: sizes?.thumb ?? null,
    sizes,
    can_edit: canEdit(viewer, { company_id }),
  };
}
