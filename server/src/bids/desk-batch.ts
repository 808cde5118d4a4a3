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

/** A decision that is stored under an idempotency key. */
export interface KeyedDecision {
  user_id: number;
  key: string;
  /** The fingerprint that a repeated request must match (`fingerprintOf`). */
  request: string;
  decision: Decision;
}

/** What is known once the batch's auctions are locked. */
export interface BatchFacts extends DeskFacts {
  /** Auctions that another transaction locks. Their bids are not decided now. */
  held: Set<number>;
  /** Earlier decisions under the keys of this batch, by `keyOf`. */
  stored: Map<string, KeyedDecision>;
}

/** What a batch writes, besides the auctions that its bids change. */
export interface BatchWrites {
  bids: AcceptedBid[];
  /** Users who accepted the terms with an accepted bid. */
  terms: number[];
  /** Answers to store under their idempotency keys. */
  answers: { user_id: number; key: string; request: string; answer: BidAnswer }[];
}

const LOGGED_OUT: Decision = { is: 'answered', answer: refuse.notLoggedIn() };
const OTHER_REQUEST: Decision = {
  is: 'answered',
  answer: { status: 422, body: { detail: KEY_TAKEN } },
};

export const keyOf = (user: number, key: string) => `${user} ${key}`;

/** What two requests with the same key must have in common. */
export const fingerprintOf = (request: BidRequest) =>
  `bid ${request.auction_id} ${request.amount} ${request.accepts_terms}`;

/**
 * Decides the bids of a batch in order. The answer is null for a bid on an auction that another transaction
 * locks. Has no side effect except on the auctions in `facts`, which the bids change (BID-1, BID-8).
 */
export function decideBatch(
  requests: BidRequest[],
  facts: BatchFacts,
): { answers: (BidAnswer | null)[]; writes: BatchWrites } {
  const bids: AcceptedBid[] = [];
  const terms: number[] = [];
  const newDecisions = new Map<string, KeyedDecision>();

  const decisions = requests.map((request): Decision | null => {
    if (facts.held.has(request.auction_id)) return null;
    // The session ended while the bid was queued (AUTH-8).
    if (facts.changed_callers.get(request.session_id) === null) return LOGGED_OUT;
    const { user_id } = request.viewer;
    const key = request.key === null ? null : keyOf(user_id, request.key);
    const before = key === null ? undefined : (facts.stored.get(key) ?? newDecisions.get(key));
    // The same key gets the same answer. The same key with another body is a caller's error (BID-8).
    if (before) return before.request === fingerprintOf(request) ? before.decision : OTHER_REQUEST;
    const hasAccepted = facts.accepted_terms.has(user_id);
    const decision = decide(request, facts);
    if (key !== null && request.key !== null && isStorable(decision)) {
      newDecisions.set(key, {
        user_id,
        key: request.key,
        request: fingerprintOf(request),
        decision,
      });
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
      answers: [...newDecisions.values()].map(({ decision, ...keyed }) => ({
        ...keyed,
        answer: answerTo(decision),
      })),
    },
  };
}

/** Errors that a retry may resolve (terms, visibility, authorisation) are not stored. */
function isStorable(decision: Decision): boolean {
  if (decision.is === 'accepted') return true;
  return 'bid' in decision.answer.body && !('code' in decision.answer.body);
}

/** The answer to an accepted bid shows the auction after the whole batch. */
function answerTo(decision: Decision): BidAnswer {
  return decision.is === 'accepted'
    ? answerAccepted(decision.bid, decision.auction)
    : decision.answer;
}
