import * as z from 'zod/mini';
import { auctionFilter } from './auctions/list-auctions.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, kronor } from './fields.ts';
import { may } from './roles.ts';

export const statistics = z.object({
  /** The number of matching auctions that are active. */
  ongoing_auctions: z.int(),
  /** Sums over all matching auctions, in kronor. */
  start_bid_total: z.int(),
  winning_bid_total: z.int(),
});

export type Statistics = z.infer<typeof statistics>;

/** The three tiles of the dashboard, over the auctions that match (HOME-1–3). */
export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics',
  summary: 'Statistik',
  may: may.manageAuctions,
  query: auctionFilter,
  reply: statistics,
});

/** The task of an auction: the first kind that applies (GEN-6). */
export const TODO_KINDS = [
  'offer_answered',
  'decision_due',
  'no_winner',
  'not_notified',
  'deregistration_submitted',
  'pickup_passed',
  'deregistration_overdue',
] as const;

/** What needs a decision (HOME-4). */
export const todo = z.object({
  kind: z.enum(TODO_KINDS),
  /** The deadline; null if there is none. */
  due_at: z.nullable(instant),
  auction_id: id,
  number: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  end_dt: instant,
  company_name: z.string(),
  /** The main picture. */
  thumb: z.nullable(z.string()),
  highest_bid: z.nullable(kronor),
  reservation_price: z.nullable(kronor),
  /** The storage cost so far of an object that was not collected in time (PICK-6); else null. */
  storage_cost: z.nullable(kronor),
  /** The bids are not binding any more: released, or the purchase was undone (OFFER-4, OFFER-7). */
  is_released: z.boolean(),
  /** The winning bid, or the highest if there is no winner. */
  bid: z.object({
    id,
    bid: kronor,
    /** Null if the station is deleted. */
    service_station_name: z.nullable(z.string()),
  }),
});

export type Todo = z.infer<typeof todo>;

/** «Att göra», by deadline, then the oldest first; 50 at most (HOME-4, GEN-6). */
export const listTodo = endpoint({
  method: 'GET',
  path: '/api/todo',
  summary: 'Att göra',
  may: may.manageAuctions,
  query: z.object({ company: auctionFilter.shape.company }),
  reply: z.array(todo),
});
