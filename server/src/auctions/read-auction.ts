import type { Auction } from '@restvarde/contract/auctions/auction';
import { fullCondition } from '@restvarde/contract/auctions/condition';
import { KIND_NAMES } from '@restvarde/contract/auctions/document-kinds';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import { pickupDate } from '@restvarde/contract/dates';
import { ROLE, type Viewer } from '@restvarde/contract/roles';
import { type Offer, saleTermsOf } from '@restvarde/contract/sale/sale';
import { sql } from 'kysely';
import { type Queryable, queryPlanned } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { Media } from '../media/media.ts';
import {
  type CardRow,
  cardColumns,
  cardTables,
  offerState,
  toCard,
} from './access/auction-view.ts';
import { type PhaseRow, phaseColumns, readPhase } from './access/locked-auction.ts';
import { mayBid, visible } from './access/visibility.ts';
import { toImage } from './files/auction-images.ts';

/** The phase columns are for staff only. */
interface AuctionRow extends CardRow, PhaseRow {
  description: string;
  cancelled: boolean;
  extension_minutes: number;
  winning_bid_id: number | null;
  my_removed_bid: number | null;
  dismantling_bidders: Auction['dismantling_bidders'];
  may_bid: boolean | null;
  decision_days: number;
  allows_max_bids: boolean;
  offers:
    | (Omit<Offer, 'expires_at' | 'created_at'> & { expires_at: string; created_at: string })[]
    | null;
  company: Auction['company'];
  condition: Partial<Auction['condition']>;
  images: { id: number; key: string; view: ImageView | null }[];
  files: (Omit<Auction['files'][number], 'file'> & { key: string })[];
  relist_dismantling: boolean | null;
  created_by: Auction['created_by'];
  buyer: Auction['buyer'];
  relisted_from: Auction['relisted_from'];
  relisted_as: Auction['relisted_as'];
}

/** All offers, newest first (OFFER-7). */
const staffOffers = sql`(
  select coalesce(json_agg(json_build_object(
    'id', o.id, 'bid_id', o.bid_id, 'amount', o.amount, 'expires_at', o.expires_at, 'state', ${offerState},
    'created_at', o.created_at,
    'service_station_name', case when station.removed_at is null then station.name end
  ) order by o.id desc), '[]')
  from offers o
  join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
  join service_stations station on station.id = b.service_station_id
  where o.auction_id = a.id
)`;

const predecessor = sql`(
  select json_build_object('id', p.id, 'number', p.number)
  from auctions p where p.id = a.relisted_from and p.deleted_at is null
)`;

/** The successor of an auction, if the viewer may see it (RELIST-4, ROLE-17). Uses separate table aliases. */
const successorFor = (viewer: Viewer, id: number) => sql`(
  select json_build_object('id', a.id, 'number', a.number)
  from auctions a join auction_standings s on s.auction_id = a.id
  where a.relisted_from = ${id} and ${visible(viewer)}
)`;

/** The automatic bid `b` was removed with the bid that it answered, of which its station is not notified (AUTO-11). */
const wentWithAnother = sql`(
  b.is_automatic and b.removed_at is not null and exists (
    select from bids called
    where called.auction_id = b.auction_id and called.id = b.called_by and called.removed_at = b.removed_at
  )
)`;

/** The station of the newest collection, with its contact. */
const buyer = sql`(
  select json_build_object('number', b.number, 'name', b.name, 'first_name', b.first_name,
    'last_name', b.last_name, 'email', b.email, 'phone', b.phone)
  from buyers b where b.auction_id = a.id
  order by b.collection_id desc limit 1
)`;

/**
 * Reads one auction as the viewer may see it (ROLE-14). One statement, which takes ten times longer to plan than
 * to run.
 * @throws DomainError 404 if the viewer cannot see it
 */
export async function readAuction(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  id: number,
): Promise<Auction> {
  const isStaff = viewer.is_superuser || viewer.role >= ROLE.caseManager;
  const statement = sql<AuctionRow>`
    select ${cardColumns(viewer)},
      a.dismantling_bidders, ${mayBid(viewer)} as may_bid,
      a.description, a.condition, a.cancelled_at is not null as cancelled, a.extension_minutes, a.decision_days,
      a.allows_max_bids and not a.hidden_bids as allows_max_bids,
      (
        select case when b.removed_at is not null then b.amount end
        from bids b
        where b.service_station_id = ${viewer.service_station_id} and b.auction_id = a.id
          and not ${wentWithAnother}
        order by b.id desc limit 1
      ) as my_removed_bid,
      ${isStaff ? predecessor : sql`null::json`} as relisted_from,
      ${successorFor(viewer, id)} as relisted_as,
      ${isStaff ? sql`a.relist_dismantling` : sql`null::boolean`} as relist_dismantling,
      ${isStaff ? staffOffers : sql`null::json`} as offers,
      ${isStaff ? sql`s.winning_bid_id` : sql`null::integer`} as winning_bid_id,
      ${
        isStaff
          ? sql`(
        select json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', case when not u.is_integration then u.email end)
        from users u where u.id = a.created_by
      )`
          : sql`null::json`
      } as created_by,
      ${isStaff ? buyer : sql`null::json`} as buyer,
      json_build_object('id', company.id, 'name', company.name, 'email', company.email,
        'phone', company.phone, 'city', company.city) as company,
      (
        select coalesce(json_agg(json_build_object('id', i.id, 'key', i.key, 'view', i.view) order by i.position, i.id), '[]')
        from auction_images i where i.auction_id = a.id
      ) as images,
      (
        select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'key', f.key, 'size', f.size, 'kind', f.kind)
          order by array_position(${KIND_NAMES}::text[], f.kind), f.id), '[]')
        from auction_files f where f.auction_id = a.id
      ) as files,
      ${isStaff ? sql`${phaseColumns},` : sql``} now_ms() as now
    from auctions a
    join auction_standings s on s.auction_id = a.id
    ${cardTables(viewer)}
    where a.id = ${id} and ${visible(viewer)}`;
  const [row] = await queryPlanned(db, 'auction', statement);
  if (!row) throw refuse.notFound();
  const {
    images,
    files,
    now,
    closed_at: _closed,
    has_had_bids: _bids,
    was_sold: _sold,
    was_handed_over: _collected,
    ...rest
  } = row;
  const pictures = images.map((picture) => toImage(media, picture));
  return {
    ...toCard(viewer, media, rest),
    description: row.description,
    condition: fullCondition(row.condition),
    pickup_date: pickupDate(row.end_dt),
    cancelled: row.cancelled,
    allows_max_bids: row.allows_max_bids,
    extension_minutes: row.extension_minutes,
    bid_increment_intervals: row.bid_increments,
    company: row.company,
    winning_bid_id: row.winning_bid_id,
    my_removed_bid: row.my_removed_bid,
    sale_terms: saleTermsOf(row),
    decision_days: row.decision_days,
    offers:
      row.offers?.map((offer) => ({
        ...offer,
        expires_at: new Date(offer.expires_at).toISOString(),
        created_at: new Date(offer.created_at).toISOString(),
      })) ?? null,
    relisted_from: row.relisted_from,
    relisted_as: row.relisted_as,
    relist_dismantling: row.relist_dismantling,
    created_by: row.created_by,
    buyer: row.buyer,
    image_id: pictures[0]?.id ?? null,
    image_view: pictures[0]?.view ?? null,
    additional_images: pictures.slice(1),
    files: files.map(({ key, ...file }) => ({ ...file, file: media.documentUrl(key, file.name) })),
    dismantling_bidders: row.dismantling_bidders,
    may_bid: row.may_bid,
    sale_phase: isStaff ? readPhase(row).phase : null,
    server_time: now.toISOString(),
  };
}
