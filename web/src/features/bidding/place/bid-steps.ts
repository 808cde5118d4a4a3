import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';
import type { PlacedBid } from '@restvarde/contract/bids/bids';
import type { SetMaxBidReply } from '@restvarde/contract/bids/max-bids';
import { formatKronor } from '@restvarde/contract/money';
import { formatNumber } from '../../../ui/format/numbers.ts';
import { type BidNeeds, readBid } from './read-bid.ts';

/** A bid or maximum under review or being sent. `key` makes all attempts of one review the same bid (BID-8). */
interface Reviewed {
  amount: number;
  /** A maximum (AUTO-13). */
  is_max: boolean;
  key: string;
}

export type BidStep =
  | { name: 'writing' }
  | ({ name: 'reviewing' } & Reviewed)
  /** `is_uncertain`: an attempt got no answer, so the bid may already be placed. */
  | ({ name: 'sending'; is_uncertain: boolean } & Reviewed)
  /** The outcome is unknown. The user must start the next attempt. */
  | ({ name: 'lost' } & Reviewed);

/** An accepted bid. `max` is set if the user set a maximum: its state, and whether it placed the bid (AUTO-7). */
export type Placed = PlacedBid & {
  max?: Pick<SetMaxBidReply, 'max_bid' | 'state' | 'placed'>;
};

export interface BidState {
  step: BidStep;
  /** Null until the user types; a wide screen then suggests the minimum. */
  written: string | null;
  /** A station that leads has opened the form to raise its bid. */
  is_open: boolean;
  /** The user enters a maximum instead of a bid (AUTO-13). */
  is_max: boolean;
  accepts_terms: boolean;
  faults: { bid?: string | undefined; terms?: string | undefined };
  /** The server's reasons for a refusal (BID-1). */
  messages: readonly string[];
  /** The newest bid or maximum accepted on this page. */
  placed: Placed | null;
}

export const FIRST_STATE: BidState = {
  step: { name: 'writing' },
  written: null,
  is_open: false,
  is_max: false,
  accepts_terms: false,
  faults: {},
  messages: [],
  placed: null,
};

export type BidEvent =
  | { type: 'write'; written: string }
  | { type: 'open' }
  | { type: 'choose'; is_max: boolean }
  | { type: 'accept'; accepts_terms: boolean }
  /** «Granska bud», or a new amount that replaces one below the new minimum. */
  | { type: 'review'; amount?: number; needs: BidNeeds; needs_terms: boolean; key: string }
  | { type: 'back' }
  | { type: 'end' }
  | { type: 'send' }
  | { type: 'uncertain' }
  | { type: 'lost' }
  | { type: 'refused'; messages: readonly string[]; terms?: string | undefined }
  | { type: 'placed'; placed: Placed };

/** The reducer of the bid panel, from typing to the server's answer (BID-9). */
export function nextBidState(state: BidState, event: BidEvent): BidState {
  const { step } = state;
  switch (event.type) {
    case 'write':
      return { ...state, written: event.written, faults: { ...state.faults, bid: undefined } };
    case 'open':
      return { ...state, is_open: true };
    case 'choose':
      return {
        ...state,
        is_max: event.is_max,
        written: state.written ?? '',
        faults: { ...state.faults, bid: undefined },
      };
    case 'accept':
      return {
        ...state,
        accepts_terms: event.accepts_terms,
        faults: { ...state.faults, terms: undefined },
      };
    case 'review':
      return review(state, event);
    case 'back':
      return step.name === 'reviewing' ? { ...state, step: { name: 'writing' } } : state;
    case 'end':
      return step.name === 'reviewing'
        ? { ...state, step: { name: 'writing' }, messages: [endedBefore(step.amount)] }
        : state;
    case 'send':
      return step.name === 'reviewing' || step.name === 'lost'
        ? {
            ...state,
            step: { ...step, name: 'sending', is_uncertain: step.name === 'lost' },
          }
        : state;
    case 'uncertain':
      return step.name === 'sending' ? { ...state, step: { ...step, is_uncertain: true } } : state;
    case 'lost':
      return step.name === 'sending'
        ? {
            ...state,
            step: { name: 'lost', amount: step.amount, is_max: step.is_max, key: step.key },
          }
        : state;
    case 'refused':
      return {
        ...state,
        step: { name: 'writing' },
        messages: event.messages,
        faults: { terms: event.terms },
      };
    case 'placed':
      return { ...FIRST_STATE, placed: event.placed };
  }
}

const endedBefore = (amount: number) =>
  `Auktionen avslutades innan budet på ${formatKronor(amount)} bekräftades.`;

function review(state: BidState, event: Extract<BidEvent, { type: 'review' }>): BidState {
  const written = event.amount === undefined ? (state.written ?? '') : formatNumber(event.amount);
  const read = readBid(written, event.needs);
  const terms = event.needs_terms && !state.accepts_terms ? BID_SENTENCE.terms : undefined;
  const before: BidState = { ...state, written, messages: [], placed: null };
  if (read.amount === undefined || terms !== undefined) {
    return { ...before, step: { name: 'writing' }, faults: { bid: read.fault, terms } };
  }
  return {
    ...before,
    step: { name: 'reviewing', amount: read.amount, is_max: state.is_max, key: event.key },
    faults: {},
  };
}
