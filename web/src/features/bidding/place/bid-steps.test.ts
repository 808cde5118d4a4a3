import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlacedBid } from '@restvarde/contract/bids/bids';
import { type BidEvent, type BidState, FIRST_STATE, nextBidState } from './bid-steps.ts';

const needs = { minimum: 49_000, tooLow: 'För lågt', required: 'Du måste ange ett bud' };
const review = { type: 'review', needs, needs_terms: false, key: 'a' } as const;
const after = (...events: BidEvent[]): BidState => events.reduce(nextBidState, FIRST_STATE);

test('BID-9 a bid is typed, reviewed and sent with the key of its review', () => {
  const sending = after({ type: 'write', written: '49 000' }, review, { type: 'send' });
  assert.deepEqual(sending.step, {
    name: 'sending',
    amount: 49_000,
    is_max: false,
    key: 'a',
    is_uncertain: false,
  });
});

test('BID-9 «Ändra» returns to the typed amount', () => {
  const back = after({ type: 'write', written: '50 000' }, review, { type: 'back' });
  assert.equal(back.step.name, 'writing');
  assert.equal(back.written, '50 000');
});

test('BID-9 a bid being sent cannot be changed or sent twice', () => {
  const sending = after({ type: 'write', written: '49 000' }, review, { type: 'send' });
  assert.equal(nextBidState(sending, { type: 'back' }), sending);
  assert.equal(nextBidState(sending, { type: 'send' }), sending);
});

test('BID-9 the new minimum starts a new review with a new key', () => {
  const raised = after({ type: 'write', written: '49 000' }, review, {
    ...review,
    amount: 52_500,
    needs: { ...needs, minimum: 52_500 },
    key: 'b',
  });
  assert.deepEqual(raised.step, { name: 'reviewing', amount: 52_500, is_max: false, key: 'b' });
  assert.equal(raised.written, '52\u00a0500');
});

test('BID-8 a retry after a lost answer has the same key', () => {
  const again = after(
    { type: 'write', written: '49 000' },
    review,
    { type: 'send' },
    { type: 'uncertain' },
    { type: 'lost' },
    { type: 'send' },
  );
  assert.deepEqual(again.step, {
    name: 'sending',
    amount: 49_000,
    is_max: false,
    key: 'a',
    is_uncertain: true,
  });
});

test('BID-2 the terms are asked for until they are accepted', () => {
  const asked = after({ type: 'write', written: '49 000' }, { ...review, needs_terms: true });
  assert.equal(asked.step.name, 'writing');
  assert.equal(asked.faults.terms, 'Du måste godkänna de allmänna köpvillkoren');
  const accepted = [
    { type: 'accept', accepts_terms: true },
    { ...review, needs_terms: true },
  ] as const;
  assert.equal(accepted.reduce(nextBidState, asked).step.name, 'reviewing');
});

test('BID-1 an error is shown, and the field keeps its value', () => {
  const messages = ['Budet måste vara minst 52 500 kr.'];
  const refused = after(
    { type: 'write', written: '49 000' },
    review,
    { type: 'send' },
    {
      type: 'refused',
      messages,
    },
  );
  assert.equal(refused.written, '49 000');
  assert.equal(refused.step.name, 'writing');
  assert.deepEqual(refused.messages, messages);
});

test('BID-1 an accepted bid clears the field and is shown until the next review', () => {
  const placed = { bid: 49_000 } as PlacedBid;
  const done = after(
    { type: 'write', written: '49 000' },
    review,
    { type: 'send' },
    {
      type: 'placed',
      placed,
    },
  );
  assert.equal(done.written, null);
  assert.equal(done.placed, placed);
  const next = [{ type: 'write', written: '60 000' }, review] as const;
  assert.equal(next.reduce(nextBidState, done).placed, null);
});

test('BID-12 the field is empty until the user types, and a cleared field gets no new suggestion', () => {
  assert.equal(FIRST_STATE.written, null);
  assert.equal(after({ type: 'write', written: '' }).written, '');
  assert.deepEqual(after(review).faults, { bid: 'Du måste ange ett bud', terms: undefined });
  assert.deepEqual(after({ ...review, amount: 49_000 }).step, {
    name: 'reviewing',
    amount: 49_000,
    is_max: false,
    key: 'a',
  });
});

test('AUTO-13 a maximum is typed, reviewed and sent with the key of its review', () => {
  const sending = after(
    { type: 'choose', is_max: true },
    { type: 'write', written: '60 000' },
    review,
    { type: 'send' },
    { type: 'uncertain' },
    { type: 'lost' },
  );
  assert.deepEqual(sending.step, { name: 'lost', amount: 60_000, is_max: true, key: 'a' });
});
