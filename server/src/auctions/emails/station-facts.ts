import { minimumBid } from '@restvarde/contract/bids/bid-rules';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import { type Pool, queryPlanned } from '../../db/pool.ts';
import type { Message } from '../../email/email.ts';
import { notEnded, STATION_ROW, visibleTo } from '../access/visibility.ts';
import { follows } from './auction-sql.ts';
import { type LetterheadRow, letterheadColumns, topOf } from './letterhead-of.ts';

/**
 * What an email may say to a station about an auction, read when the email is sent. In a sealed auction, fields that
 * depend on rivals' bids are null (AUC-13). Amounts are whole kronor.
 */
export interface StationFacts extends LetterheadRow {
  auction_id: number;
  email: string;
  number: string;
  model_year: number | null;
  mileage: number | null;
  damage_condition: 'DISASSEMBLY' | 'REPAIR';
  categories: string[];
  staging_area_name: string;
  start_bid: number;
  /** Null if there is none or it is hidden (AUC-14). */
  reservation_price: number | null;
  hidden_reservation_price: boolean;
  start_dt: Date;
  end_dt: Date;
  /** Open for bids now. */
  is_active: boolean;
  hidden_bids: boolean;
  company_email: string;
  company_phone: string;
  /** The station's own highest valid bid. */
  own_bid_id: number | null;
  own_bid: number | null;
  /** The station's maximum, if a rival's bid has passed it (AUTO-10). */
  passed_max_bid: number | null;
  highest_bid: number | null;
  bid_count: number | null;
  leads: boolean | null;
  reserve_met: boolean | null;
  /** The station's minimum next bid. */
  minimum: number;
  /** Notified by a separate email that it has won. */
  is_notified_winner: boolean;
  /** Until when the seller decides and the station's bid is binding (OFFER-3). */
  decision_due_at: Date | null;
  /** The station watches the auction. */
  watches: boolean;
  /** The newest bid that the station has been sent an email about as a watcher; 0 if none (MAIL-3). */
  told_bid_id: number;
  /** At least one of the auction's categories that concern the station is not muted (MAIL-5). */
  follows: boolean;
}

/** The auction and the station that a job is about. */
interface Subject {
  auction_id: number;
  service_station_id: number;
}

const keyOf = ({ auction_id, service_station_id }: Subject) =>
  `${auction_id} ${service_station_id}`;
const isSubject = (job: unknown): job is Subject =>
  Number.isInteger(Object(job).auction_id) && Number.isInteger(Object(job).service_station_id);

/** Facts older than this are read again, because an email states what is true when it is sent. */
const FRESH_MS = 1_000;

/** By batch of jobs: the facts that were read last for all of them. */
const readings = new WeakMap<
  readonly unknown[],
  { at: number; found: Promise<Map<string, StationFacts>> }
>();

/**
 * Returns the facts for a station's user. Null if there is no recipient or the station may not see the auction
 * (ROLE-17). Reads the facts for all jobs of the batch in one statement.
 */
export async function readForStation(
  { pool, together }: Pick<WorkerContext, 'pool' | 'together'>,
  subject: Subject,
): Promise<StationFacts | null> {
  const known = together && readings.get(together);
  if (known && performance.now() - known.at < FRESH_MS) {
    return (await known.found).get(keyOf(subject)) ?? null;
  }
  const found = readFacts(pool, together?.filter(isSubject) ?? [subject]);
  if (together) {
    readings.set(together, { at: performance.now(), found });
    // After an error, the next job reads again.
    found.catch(() => readings.delete(together));
  }
  return (await found).get(keyOf(subject)) ?? null;
}

/** An email to a station about an auction, with the address of its page in the props. */
export async function messageToStation<More extends object>(
  { config, media }: WorkerContext,
  facts: StationFacts,
  more: More,
  oneClickUrl?: string,
): Promise<Message<StationFacts & { auction_url: string } & More>> {
  const auction_url = `${config.publicUrl}/auctions/${facts.auction_id}`;
  const props = { ...facts, auction_url, ...more };
  return { to: facts.email, props, top: await topOf(media, facts), oneClickUrl };
}

async function readFacts(pool: Pool, subjects: Subject[]): Promise<Map<string, StationFacts>> {
  type Row = Omit<StationFacts, 'minimum'> & Subject & { bid_increments: BidIncrement[] };
  const statement = sql<Row>`
    select a.id as auction_id, st.id as service_station_id, u.email, a.number, a.model_year, a.mileage,
      a.damage_condition, a.staging_area_name, a.start_bid, a.start_dt, s.end_dt, a.hidden_bids,
      a.bid_increments, a.hidden_reservation_price,
      case when not a.hidden_reservation_price then a.reservation_price end as reservation_price,
      ${letterheadColumns}, c.email as company_email, c.phone as company_phone,
      state.is_active, own.id as own_bid_id, own.amount as own_bid,
      case when not a.hidden_bids and own.id <> s.leading_bid_id then (
        select newest.amount from max_bids newest
        where newest.service_station_id = st.id and newest.auction_id = a.id
        order by newest.id desc limit 1
      ) end as passed_max_bid,
      case when not a.hidden_bids then s.highest_bid end as highest_bid,
      case when not a.hidden_bids then s.bid_count end as bid_count,
      case when not a.hidden_bids then coalesce(own.id = s.leading_bid_id, false) end as leads,
      case when not a.hidden_bids and a.reservation_price is not null
        then coalesce(s.highest_bid >= a.reservation_price, false) end as reserve_met,
      coalesce(winner.service_station_id = st.id and s.winner_notified_at is not null, false) as is_notified_winner,
      case when own.id is not null then s.decision_due_at end as decision_due_at,
      w.auction_id is not null as watches, coalesce(w.told_bid_id, 0) as told_bid_id,
      array(
        select name from auction_categories ac join categories on id = ac.category_id
        where ac.auction_id = a.id order by name
      ) as categories,
      ${follows} as follows
    from unnest(${subjects.map((subject) => subject.auction_id)}::integer[], ${subjects.map((subject) => subject.service_station_id)}::integer[])
      as subject(auction_id, service_station_id)
    join service_stations st on st.id = subject.service_station_id
    cross join lateral (
      select email from mail_readers
      where service_station_id = st.id
      order by id limit 1
    ) u
    join auctions a on a.id = subject.auction_id
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    cross join lateral (select ${notEnded} as is_active) state
    left join bids winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    left join alerts w on w.auction_id = a.id and w.service_station_id = st.id
    left join lateral (
      select b.id, b.amount from bids b
      where b.service_station_id = st.id and b.auction_id = a.id and b.removed_at is null and not b.is_offer
      order by b.amount desc, b.id limit 1
    ) own on true
    where st.removed_at is null and ${visibleTo(STATION_ROW)}`;
  const rows = await queryPlanned(pool.db, 'station-facts', statement);
  return new Map(
    rows.map(({ bid_increments, ...facts }) => {
      const current = facts.hidden_bids ? facts.own_bid : facts.highest_bid;
      const minimum = minimumBid({ start_bid: facts.start_bid, bid_increments }, current);
      return [keyOf(facts), { ...facts, minimum }];
    }),
  );
}
