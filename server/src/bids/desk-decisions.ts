import { type Biddable, mayTakePart } from '@restvarde/contract/auctions/auction-rules';
import {
  BID_SENTENCE,
  type Bidding,
  decideBid,
  meetsReserve,
  minimumBid,
} from '@restvarde/contract/bids/bid-rules';
import type { PlacedBid } from '@restvarde/contract/bids/bids';
import { DISMANTLING_SENTENCE } from '@restvarde/contract/dismantling';
import { type ErrorBody, SENTENCE } from '@restvarde/contract/errors';
import type { Viewer } from '@restvarde/contract/roles';

/** A bid in the desk's queue. */
export interface BidRequest {
  auction_id: number;
  session_id: string;
  /** A user of a service station, as read when the request arrived. */
  viewer: Viewer;
  amount: number;
  accepts_terms: boolean;
  /** The request's Idempotency-Key. Null without one. */
  key: string | null;
}

/** An answer as sent and as stored under an idempotency key. */
export interface BidAnswer {
  status: number;
  body: PlacedBid | ErrorBody;
}

/** A locked auction. Times are milliseconds. The desk updates it with every accepted bid. */
export interface DeskAuction extends Bidding, Biddable {
  auction_id: number;
  deleted: boolean;
  reservation_price: number | null;
  leading_bid_id: number | null;
  last_bid_id: number;
  bid_count: number;
  changed_at: number;
  end_changed_at: number;
  touched: boolean;
  /** Stations whose first bid is in this batch. */
  new_bidder_ids: number[];
  /** Only authorised dismantlers may bid (DISM-3). */
  takes_dismantlers_only: boolean;
}

export interface AcceptedBid {
  auction_id: number;
  id: number;
  service_station_id: number;
  user_id: number;
  amount: number;
  minimum: number;
  end_before: number;
  end_after: number;
  /** Never earlier than the previous bid's, even if the clock was set back (OPS-5). */
  placed_at: number;
}

/** What the desk knows while it holds the locks. Times are milliseconds. */
export interface DeskFacts {
  now: number;
  auctions: Map<number, DeskAuction>;
  /** By session: what changed for the caller since the request arrived. Null if the session has ended. */
  changed_callers: Map<string, Pick<Viewer, 'company_id' | 'category_ids'> | null>;
  /** A station's own highest bid in a sealed auction, by `ownKey`. */
  own: Map<string, number>;
  /** Users who have accepted the current terms. */
  accepted_terms: Set<number>;
  /** Authorised dismantlers among the batch's stations. Read only if an auction requires them (DISM-4). */
  dismantlers: Set<number>;
}

export const ownKey = (auction: number, station: number) => `${auction} ${station}`;

/** An accepted bid is answered after the whole batch, with the auction's standing at that point. */
export type Decision =
  | { is: 'answered'; answer: BidAnswer }
  | { is: 'accepted'; bid: AcceptedBid; auction: DeskAuction };

/**
 * Decides one bid and updates the auction. Has no other side effect (BID-2–7). Stations that may take part learn
 * that an auction has ended; for all others it does not exist (ROLE-14, ROLE-17).
 */
export function decide(request: BidRequest, facts: DeskFacts): Decision {
  const { amount } = request;
  const changed = facts.changed_callers.get(request.session_id);
  const is_dismantler = facts.dismantlers.has(request.viewer.service_station_id!);
  const viewer = { ...request.viewer, ...changed, is_dismantler };
  const auction = facts.auctions.get(request.auction_id);
  const isVisible = auction && !auction.deleted && facts.now >= auction.start_dt;
  if (!isVisible || !mayTakePart(viewer, auction)) {
    return refused(404, { detail: SENTENCE.notFound });
  }
  if (auction.takes_dismantlers_only && !is_dismantler) {
    return refused(400, { bid: [DISMANTLING_SENTENCE.required], code: 'dismantler_required' });
  }
  if (!request.accepts_terms && !facts.accepted_terms.has(viewer.user_id)) {
    return refused(400, { has_accepted_terms: [BID_SENTENCE.terms] });
  }
  const station = viewer.service_station_id!;
  const own = facts.own.get(ownKey(auction.auction_id, station)) ?? null;
  const verdict = decideBid(auction, own, amount, facts.now);
  if (!verdict.accepted) {
    return refused(400, { bid: [verdict.sentence] });
  }
  const bid: AcceptedBid = {
    auction_id: auction.auction_id,
    id: auction.last_bid_id + 1,
    service_station_id: station,
    user_id: viewer.user_id,
    amount,
    minimum: verdict.minimum,
    end_before: auction.end_dt,
    end_after: verdict.end_dt,
    placed_at: Math.max(facts.now, auction.changed_at),
  };
  applyBid(auction, bid, facts);
  if (request.accepts_terms) facts.accepted_terms.add(viewer.user_id);
  return { is: 'accepted', bid, auction };
}

function applyBid(auction: DeskAuction, bid: AcceptedBid, facts: DeskFacts): void {
  if (!auction.touched) {
    auction.touched = true;
    auction.changed_at = Math.max(facts.now, auction.changed_at + 1);
  }
  auction.last_bid_id = bid.id;
  auction.bid_count += 1;
  // Strictly greater: of equal sealed bids the earliest leads (BID-7, AUC-11).
  if (auction.highest_bid === null || bid.amount > auction.highest_bid) {
    auction.highest_bid = bid.amount;
    auction.leading_bid_id = bid.id;
  }
  if (bid.end_after !== auction.end_dt) {
    auction.end_dt = bid.end_after;
    auction.end_changed_at = auction.changed_at;
  }
  facts.own.set(ownKey(bid.auction_id, bid.service_station_id), bid.amount);
  if (!auction.bidder_ids.includes(bid.service_station_id)) {
    auction.bidder_ids = [...auction.bidder_ids, bid.service_station_id];
    auction.new_bidder_ids.push(bid.service_station_id);
  }
}

/** Returns the answer to an accepted bid, with the auction's standing after its batch (BID-1). */
export function answerAccepted(bid: AcceptedBid, auction: DeskAuction): BidAnswer {
  const sealed = auction.hidden_bids;
  const leads = auction.leading_bid_id === bid.id;
  const outcome = sealed
    ? 'sealed'
    : !leads
      ? 'outbid'
      : meetsReserve(auction.reservation_price, bid.amount)
        ? 'leading'
        : 'below_reserve';
  const body: PlacedBid = {
    bid: bid.amount,
    outcome,
    extended: bid.end_after > bid.end_before,
    end_dt: new Date(auction.end_dt).toISOString(),
    highest_bid: sealed ? null : auction.highest_bid,
    bid_count: sealed ? null : auction.bid_count,
    minimum_allowed_bid: minimumBid(auction, sealed ? bid.amount : auction.highest_bid),
    my_bid: bid.amount,
    standing_at: new Date(auction.changed_at).toISOString(),
  };
  return { status: 201, body };
}

function refused(status: number, body: ErrorBody): Decision {
  return { is: 'answered', answer: { status, body } };
}
