import { refuse } from '../http/domain-error.ts';
import { KEY_TAKEN } from '../http/idempotency.ts';
import {
  type AcceptedBid,
  answerAccepted,
  type BidAnswer,
  type BidRequest,
  type Decision,
  type DeskFacts,
  decide,
} from './desk-decisions.ts';

/** What has been decided under an idempotency key. */
export interface Keyed {
  user_id: number;
  key: string;
  /** What must come with the key again (`fingerprintOf`). */
  request: string;
  decision: Decision;
}

/** What is known when the batch's auctions are locked. */
export interface BatchFacts extends DeskFacts {
  /** Auctions that somebody else holds: their bids are not decided now. */
  held: Set<number>;
  /** What was decided before under the keys of this batch, by `keyOf`. */
  given: Map<string, Keyed>;
}

/** What a batch leaves behind, besides the auctions that its bids have moved on. */
export interface BatchWrites {
  bids: AcceptedBid[];
  /** Users who accepted the terms with a bid that was accepted. */
  terms: number[];
  /** To be given again under their keys. */
  answers: { user_id: number; key: string; request: string; answer: BidAnswer }[];
}

const LOGGED_OUT: Decision = { is: 'answered', answer: refuse.notLoggedIn() };
const OTHER_REQUEST: Decision = {
  is: 'answered',
  answer: { status: 422, body: { detail: KEY_TAKEN } },
};

export const keyOf = (user: number, key: string) => `${user} ${key}`;

/** What two requests with one key must have in common. */
export const fingerprintOf = (request: BidRequest) =>
  `bid ${request.auction_id} ${request.amount} ${request.accepts_terms}`;

/**
 * Decides the bids of a batch in their order, and answers them when all are decided; null for a bid on an auction
 * that somebody else holds. Pure but for `facts`, whose auctions are moved on (BID-1, BID-8).
 */
export function decideBatch(
  requests: BidRequest[],
  facts: BatchFacts,
): { answers: (BidAnswer | null)[]; writes: BatchWrites } {
  const bids: AcceptedBid[] = [];
  const terms: number[] = [];
  const kept = new Map<string, Keyed>();

  const decisions = requests.map((request): Decision | null => {
    if (facts.held.has(request.auction_id)) return null;
    // It waited, and its session ended meanwhile (AUTH-8).
    if (facts.changed_callers.get(request.session_id) === null) return LOGGED_OUT;
    const { user_id } = request.viewer;
    const key = request.key === null ? null : keyOf(user_id, request.key);
    const before = key === null ? undefined : (facts.given.get(key) ?? kept.get(key));
    // The same key gets the same answer; with another body it is a fault of the caller (BID-8).
    if (before) return before.request === fingerprintOf(request) ? before.decision : OTHER_REQUEST;
    const hasAccepted = facts.accepted_terms.has(user_id);
    const decision = decide(request, facts);
    if (key !== null && request.key !== null && isToKeep(decision)) {
      kept.set(key, { user_id, key: request.key, request: fingerprintOf(request), decision });
    }
    if (decision.is === 'accepted') {
      bids.push(decision.bid);
      if (request.accepts_terms && !hasAccepted) terms.push(user_id);
    }
    return decision;
  });

  return {
    answers: decisions.map((decision) => decision && answerTo(decision)),
    writes: {
      bids,
      terms,
      answers: [...kept.values()].map(({ decision, ...keyed }) => ({
        ...keyed,
        answer: answerTo(decision),
      })),
    },
  };
}

/**
 * An error about what may change before a retry (the terms, the auction's being there, an authorisation) is no
 * answer to keep.
 */
function isToKeep(decision: Decision): boolean {
  if (decision.is === 'accepted') return true;
  return 'bid' in decision.answer.body && !('code' in decision.answer.body);
}

/** The answer to an accepted bid is the auction as it stands after its batch. */
function answerTo(decision: Decision): BidAnswer {
  return decision.is === 'accepted'
    ? answerAccepted(decision.bid, decision.auction)
    : decision.answer;
}
