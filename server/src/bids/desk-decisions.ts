import { type Biddable, mayTakePart } from '@restvarde/contract/auctions/auction-rules';
import { BID_SENTENCE, meetsReserve, minimumBid } from '@restvarde/contract/bids/bid-rules';
import type { PlacedBid } from '@restvarde/contract/bids/bids';
import {
  type AutoBidding,
  decideTop,
  MAX_BID_SENTENCE,
  stateOfMax,
  type TopVerdict,
} from '@restvarde/contract/bids/max-bid-rules';
import type { SetMaxBidReply } from '@restvarde/contract/bids/max-bids';
import { DISMANTLING_SENTENCE } from '@restvarde/contract/dismantling';
import { type ErrorBody, SENTENCE } from '@restvarde/contract/errors';
import type { Viewer } from '@restvarde/contract/roles';

/** A bid, a maximum, or taking a maximum back (AUTO-2), in the desk's queue. */
export interface BidRequest {
  kind: 'bid' | 'max_bid' | 'remove_max_bid';
  auction_id: number;
  session_id: string;
  /** A user of a service station, as read when the request arrived. */
  viewer: Viewer;
  /** 0 to take a maximum back. */
  amount: number;
  accepts_terms: boolean;
  /** The request's Idempotency-Key. Null without one. */
  key: string | null;
}

/** An answer as sent and as stored under an idempotency key. */
export interface BidAnswer {
  status: number;
  /** Null without content. */
  body: PlacedBid | SetMaxBidReply | ErrorBody | null;
}

/** A locked auction. Times are milliseconds. The desk updates it with every accepted bid. */
export interface DeskAuction extends AutoBidding, Biddable {
  auction_id: number;
  deleted: boolean;
  allows_max_bids: boolean;
  /** The user who set the leader's maximum. Null without one. */
  max_bid_user_id: number | null;
  leading_bid_id: number | null;
  last_bid_id: number;
  bid_count: number;
  changed_at: number;
  end_changed_at: number;
  touched: boolean;
  /** The leader's maximum has changed. */
  has_new_max_bid: boolean;
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
  is_automatic: boolean;
  /** The bid that an automatic one answers. Null for all others, and for the answer to a refused one. */
  called_by: number | null;
  end_before: number;
  end_after: number;
  /** Never earlier than the previous bid's, even if the clock was set back (OPS-5). */
  placed_at: number;
}

/** A change of a station's maximum, as it is kept (AUTO-8). */
export interface MaxBidChange {
  auction_id: number;
  service_station_id: number;
  user_id: number;
  /** Null if it ended. */
  amount: number | null;
  /** `bid`: the station's own bid reached it, or was placed by a station that no longer led. */
  change: 'set' | 'changed' | 'taken_back' | 'bid';
}

/** What the desk knows while it holds the locks. Times are milliseconds. */
export interface DeskFacts {
  now: number;
  auctions: Map<number, DeskAuction>;
  /** By session: what changed for the caller since the request arrived. Null if the session has ended: `decideBatch` then refuses. */
  changed_callers: Map<string, Pick<Viewer, 'company_id' | 'category_ids'> | null>;
  /**
   * A station's own highest bid, by `ownKey`. The desk reads it for sealed auctions. In an open auction it is there once
   * the station has a bid or a maximum in this batch.
   */
  own: Map<string, number>;
  /** A station's maximum, by `ownKey`, where one is allowed. */
  max_bids: Map<string, number>;
  /** Users who have accepted the current terms. */
  accepted_terms: Set<number>;
  /** Authorised dismantlers among the batch's stations. Read only if an auction requires them (DISM-4). */
  dismantlers: Set<number>;
}

const NOTHING = {
  bids: [],
  max_bids: [],
  changed_max_bids: [],
  accepts_terms: false,
} satisfies Partial<Decision>;

export const ownKey = (auction: number, station: number) => `${auction} ${station}`;

/** What a request causes. */
export interface Decision {
  /** The answer, or how to make it when the whole batch is decided: it shows the auction's standing at that point. */
  answer: BidAnswer | (() => BidAnswer);
  /** For a repeated request with the same key: every success, and refusals of an amount or after the end (BID-8). */
  is_stored: boolean;
  bids: AcceptedBid[];
  max_bids: MaxBidChange[];
  /** The auction and a station whose maximum or its state changed (AUTO-9). */
  changed_max_bids: [auction: number, station: number][];
  accepts_terms: boolean;
}

/**
 * Decides one request (BID-2–7, AUTO-2–5). Updates the auction and the facts that later requests of the batch need;
 * has no other side effect. Stations that may take part learn that an auction has ended; for all others it does not
 * exist (ROLE-14, ROLE-17).
 */
export function decide(request: BidRequest, facts: DeskFacts): Decision {
  const { kind } = request;
  const changed = facts.changed_callers.get(request.session_id);
  const is_dismantler = facts.dismantlers.has(request.viewer.service_station_id!);
  const viewer = { ...request.viewer, ...changed, is_dismantler };
  const auction = facts.auctions.get(request.auction_id);
  const isVisible = auction && !auction.deleted && facts.now >= auction.start_dt;
  if (!isVisible || !mayTakePart(viewer, auction)) return notFound();
  if (kind === 'remove_max_bid') return decideRemoval(request, auction, facts);
  const field = kind === 'bid' ? 'bid' : 'max_bid';
  if (kind === 'max_bid') {
    if (auction.hidden_bids) return refused(400, { detail: MAX_BID_SENTENCE.sealed });
    if (!auction.allows_max_bids) return refused(400, { detail: MAX_BID_SENTENCE.notAllowed });
  }
  if (auction.takes_dismantlers_only && !is_dismantler) {
    return refused(400, { [field]: [DISMANTLING_SENTENCE.required], code: 'dismantler_required' });
  }
  if (!request.accepts_terms && !facts.accepted_terms.has(viewer.user_id)) {
    return refused(400, { has_accepted_terms: [BID_SENTENCE.terms] });
  }
  return decideAmount(request, auction, facts);
}

/** Decides a bid or a maximum that is allowed: only its amount and the clock are left. */
function decideAmount(
  { kind, viewer, amount, accepts_terms }: BidRequest,
  auction: DeskAuction,
  facts: DeskFacts,
): Decision {
  const is_max = kind === 'max_bid';
  const station = viewer.service_station_id!;
  const key = ownKey(auction.auction_id, station);
  const own = facts.own.get(key) ?? null;
  const before = { leader: auction.leader, max_bid: auction.leader_max_bid };
  const verdict = decideTop(auction, station, own, { amount, is_max }, facts.now);
  const bids = placeBids(verdict, auction, viewer, facts);
  if (!verdict.accepted) {
    const error = { [is_max ? 'max_bid' : 'bid']: [verdict.sentence] };
    const body: ErrorBody = verdict.code ? { ...error, code: verdict.code } : error;
    return {
      ...NOTHING,
      answer: { status: 400, body },
      is_stored: true,
      bids,
      changed_max_bids: changesOfLeader(auction, before),
    };
  }
  const max_bids: MaxBidChange[] = [];
  const current = facts.max_bids.get(key);
  const recordMax = (max_bid: number | null, change: MaxBidChange['change']) => {
    const { auction_id } = auction;
    const { user_id } = viewer;
    max_bids.push({ auction_id, service_station_id: station, user_id, amount: max_bid, change });
    if (max_bid === null) facts.max_bids.delete(key);
    else facts.max_bids.set(key, max_bid);
    if (auction.leader === station) setLeaderMax(auction, max_bid, viewer.user_id);
  };
  if (!is_max && current !== undefined && (before.leader !== station || amount >= current)) {
    recordMax(null, 'bid');
  } else if (is_max && (before.leader !== station || current !== amount)) {
    recordMax(amount, current === undefined ? 'set' : 'changed');
  }
  // The leader changed its maximum, and no bid was placed: its own highest bid is the auction's.
  if (bids.length === 0) facts.own.set(key, auction.highest_bid!);
  if (accepts_terms) facts.accepted_terms.add(viewer.user_id);
  const placed = bids.find((bid) => !bid.is_automatic) ?? null;
  return {
    answer: () =>
      is_max
        ? answerMaxBid(amount, placed, station, auction, facts)
        : answerBid(placed!, auction, facts),
    is_stored: true,
    bids,
    max_bids,
    changed_max_bids: [
      ...changesOfLeader(auction, before),
      ...max_bids.map((): [number, number] => [auction.auction_id, station]),
    ],
    accepts_terms,
  };
}

/** Withdraws the unused part of a maximum (AUTO-2). */
function decideRemoval(request: BidRequest, auction: DeskAuction, facts: DeskFacts): Decision {
  const { user_id, service_station_id } = request.viewer;
  const station = service_station_id!;
  const key = ownKey(auction.auction_id, station);
  if (facts.now >= auction.end_dt) return refused(400, { detail: BID_SENTENCE.ended });
  if (!facts.max_bids.delete(key)) return notFound();
  if (auction.leader === station) setLeaderMax(auction, null, null);
  const { auction_id } = auction;
  return {
    ...NOTHING,
    answer: { status: 204, body: null },
    is_stored: true,
    max_bids: [
      { auction_id, service_station_id: station, user_id, amount: null, change: 'taken_back' },
    ],
    changed_max_bids: [[auction_id, station]],
  };
}

/** Applies the bids that a verdict places to the auction. */
function placeBids(
  { bids, end_dt }: TopVerdict,
  auction: DeskAuction,
  viewer: Viewer,
  facts: DeskFacts,
): AcceptedBid[] {
  const leader = { station: auction.leader!, user_id: auction.max_bid_user_id! };
  const caller = { station: viewer.service_station_id!, user_id: viewer.user_id };
  // Both bids of a request have the same time; ids give their order (AUTO-6).
  const placed_at = Math.max(facts.now, auction.changed_at);
  const first = auction.last_bid_id + 1;
  const callerAt = bids.findIndex(({ of }) => of === 'caller');
  const leaderBefore = auction.leader;
  const placed = bids.map(({ of, amount, minimum, is_automatic }) => {
    const { station, user_id } = of === 'caller' ? caller : leader;
    const bid: AcceptedBid = {
      auction_id: auction.auction_id,
      id: auction.last_bid_id + 1,
      service_station_id: station,
      user_id,
      amount,
      minimum,
      is_automatic,
      called_by: is_automatic && callerAt >= 0 ? first + callerAt : null,
      end_before: auction.end_dt,
      end_after: end_dt,
      placed_at,
    };
    applyBid(auction, bid, facts);
    return bid;
  });
  if (auction.leader !== leaderBefore) setLeaderMax(auction, null, null);
  return placed;
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
    auction.leader = bid.service_station_id;
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

function setLeaderMax(auction: DeskAuction, amount: number | null, user: number | null): void {
  if (auction.leader_max_bid === null && amount === null) return;
  auction.leader_max_bid = amount;
  auction.max_bid_user_id = amount === null ? null : user;
  auction.has_new_max_bid = true;
}

/** The former leader, if its maximum is used up or passed now. */
function changesOfLeader(
  auction: DeskAuction,
  before: { leader: number | null; max_bid: number | null },
): [number, number][] {
  if (before.leader === null || before.max_bid === null) return [];
  const isLive = auction.leader === before.leader && (auction.highest_bid ?? 0) < before.max_bid;
  return isLive ? [] : [[auction.auction_id, before.leader]];
}

/** The auction's end and the time of its standing after the batch, as answers have them. */
function timesOf(auction: DeskAuction) {
  return {
    end_dt: new Date(auction.end_dt).toISOString(),
    standing_at: new Date(auction.changed_at).toISOString(),
  };
}

/** Returns how a station fares in an open auction after the batch. */
function outcomeFor(station: number, auction: DeskAuction) {
  if (auction.leader !== station) return 'outbid';
  return meetsReserve(auction.reservation_price, auction.highest_bid) ? 'leading' : 'below_reserve';
}

/** Returns the answer to an accepted bid, with the auction's standing after its batch (BID-1). */
function answerBid(bid: AcceptedBid, auction: DeskAuction, facts: DeskFacts): BidAnswer {
  const sealed = auction.hidden_bids;
  const my_bid = facts.own.get(ownKey(auction.auction_id, bid.service_station_id))!;
  const body: PlacedBid = {
    bid: bid.amount,
    outcome: sealed ? 'sealed' : outcomeFor(bid.service_station_id, auction),
    extended: bid.end_after > bid.end_before,
    highest_bid: sealed ? null : auction.highest_bid,
    bid_count: sealed ? null : auction.bid_count,
    minimum_allowed_bid: minimumBid(auction, sealed ? my_bid : auction.highest_bid),
    my_bid,
    ...timesOf(auction),
  };
  return { status: 201, body };
}

/** Returns the answer to a maximum, with the auction's standing after its batch (AUTO-7). */
function answerMaxBid(
  max_bid: number,
  placed: AcceptedBid | null,
  station: number,
  auction: DeskAuction,
  facts: DeskFacts,
): BidAnswer {
  const body: SetMaxBidReply = {
    max_bid,
    state: stateOfMax(max_bid, auction.leader === station, auction.highest_bid),
    placed: placed?.amount ?? null,
    outcome: outcomeFor(station, auction),
    extended: placed !== null && placed.end_after > placed.end_before,
    highest_bid: auction.highest_bid!,
    bid_count: auction.bid_count,
    minimum_allowed_bid: minimumBid(auction, auction.highest_bid),
    my_bid: facts.own.get(ownKey(auction.auction_id, station))!,
    ...timesOf(auction),
  };
  return { status: 200, body };
}

/** A refusal that changes nothing and is not stored, so that the same key may be used again. */
function refused(status: number, body: ErrorBody): Decision {
  return { ...NOTHING, answer: { status, body }, is_stored: false };
}

const notFound = () => refused(404, { detail: SENTENCE.notFound });
