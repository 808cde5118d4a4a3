import { refuse } from '../http/domain-error.ts';
import { KEY_TAKEN } from '../http/idempotency.ts';
import {
  type AcceptedBid,
  type BidAnswer,
  type BidRequest,
  type DeskFacts,
  decide,
  type MaxBidChange,
} from './desk-decisions.ts';

/** An answer under an idempotency key. */
export interface KeyedAnswer {
  user_id: number;
  key: string;
  /** The fingerprint that a repeated request must match (`fingerprintOf`). */
  request: string;
  answer: BidAnswer | (() => BidAnswer);
}

/** What is known once the batch's auctions are locked. */
export interface BatchFacts extends DeskFacts {
  /** Auctions that another transaction locks. Their bids are not decided now. */
  held: Set<number>;
  /** Earlier answers under the keys of this batch, by `keyOf`. */
  stored: Map<string, KeyedAnswer>;
}

/** What a batch writes, besides the auctions that its bids change. */
export interface BatchWrites {
  bids: AcceptedBid[];
  max_bids: MaxBidChange[];
  /** Stations whose maximum or its state changed (AUTO-9). */
  changed_max_bids: [auction: number, station: number][];
  /** Users who accepted the terms with an accepted bid. */
  terms: number[];
  /** Answers to store under their idempotency keys. */
  answers: { user_id: number; key: string; request: string; answer: BidAnswer }[];
}

const LOGGED_OUT = refuse.notLoggedIn();
const OTHER_REQUEST: BidAnswer = { status: 422, body: { detail: KEY_TAKEN } };

export const keyOf = (user: number, key: string) => `${user} ${key}`;

/** What two requests with the same key must have in common. */
export const fingerprintOf = ({ kind, auction_id, amount, accepts_terms }: BidRequest) =>
  `${kind} ${auction_id} ${amount} ${accepts_terms}`;

/**
 * Decides the requests of a batch in order. The answer is null for one on an auction that another transaction
 * locks. Changes only `facts`, as `decide` does (BID-1, BID-8, AUTO-2).
 */
export function decideBatch(
  requests: BidRequest[],
  facts: BatchFacts,
): { answers: (BidAnswer | null)[]; writes: BatchWrites } {
  const bids: AcceptedBid[] = [];
  const max_bids: MaxBidChange[] = [];
  const changed_max_bids: [number, number][] = [];
  const terms: number[] = [];
  const newAnswers = new Map<string, KeyedAnswer>();

  const answers = requests.map((request): KeyedAnswer['answer'] | null => {
    if (facts.held.has(request.auction_id)) return null;
    // The session ended while the request was queued (AUTH-8).
    if (facts.changed_callers.get(request.session_id) === null) return LOGGED_OUT;
    const { user_id } = request.viewer;
    const key = request.key === null ? null : keyOf(user_id, request.key);
    const before = key === null ? undefined : (facts.stored.get(key) ?? newAnswers.get(key));
    // The same key gets the same answer. The same key with another body is a caller's error (BID-8).
    if (before) return before.request === fingerprintOf(request) ? before.answer : OTHER_REQUEST;
    const hasAccepted = facts.accepted_terms.has(user_id);
    const decision = decide(request, facts);
    const { answer } = decision;
    if (key !== null && request.key !== null && decision.is_stored) {
      newAnswers.set(key, { user_id, key: request.key, request: fingerprintOf(request), answer });
    }
    bids.push(...decision.bids);
    max_bids.push(...decision.max_bids);
    changed_max_bids.push(...decision.changed_max_bids);
    if (decision.accepts_terms && !hasAccepted) terms.push(user_id);
    return answer;
  });

  return {
    answers: answers.map((answer) => answer && made(answer)),
    writes: {
      bids,
      max_bids,
      changed_max_bids,
      terms,
      answers: [...newAnswers.values()].map(({ answer, ...keyed }) => ({
        ...keyed,
        answer: made(answer),
      })),
    },
  };
}

/** The answer to an accepted request shows the auction after the whole batch. */
const made = (answer: KeyedAnswer['answer']): BidAnswer =>
  typeof answer === 'function' ? answer() : answer;
