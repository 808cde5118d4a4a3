import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentStep, type JourneyFacts, journey, nextAct, purchaseGroupOf } from './journey.ts';

const collection: JourneyFacts['collection'] = {
  state: 'awaiting',
  release_after_payment: false,
  released_at: '2026-11-23T08:00:00.000Z',
  paid_at: null,
  free_until: '2026-12-01',
  storage_days: 0,
  storage_cost: 0,
  waived_days: 0,
  booked_dt: null,
  handed_over_at: null,
};
const won: JourneyFacts = {
  end_dt: '2026-11-20T23:30:00.000Z',
  winner_notified_at: '2026-11-23T08:00:00.000Z',
  damage_condition: 'REPAIR',
  winning_bid: 52_000,
  company_name: 'Nordsäkring',
  collection,
  deregistration: null,
};
const NOW = new Date('2026-11-26T12:00:00Z');
const plain = (written: string) => written.replaceAll('\u00a0', ' ');
const at = (
  change: Partial<JourneyFacts['collection']> = {},
  facts: Partial<JourneyFacts> = {},
  now = NOW,
) => journey({ ...won, ...facts, collection: { ...collection, ...change } }, now);
const lines = (steps: ReturnType<typeof at>) =>
  steps.map(({ title, state, when }) => plain(`${title} [${state}] ${when}`.trim()));
const step = (steps: ReturnType<typeof at>, kind: string) =>
  steps.find((one) => one.kind === kind)!;

test('PICK-14, TERMS-1 a purchase has its steps in order, each with its day, and the buyer is at the first that is not done', () => {
  const steps = at();
  assert.deepEqual(lines(steps), [
    'Betala [open] Senast mån 21 dec, före hämtning',
    'Boka [open] Fri lagring t.o.m. tis 1 dec',
    'Hämta [open] Senast tis 1 dec',
    'Undersök [open] Reklamera senast tor 3 dec',
    'Ägarbyte [open]',
  ]);
  assert.deepEqual([currentStep(steps)?.kind, currentStep(steps)?.buyer], ['book', 'book']);
  assert.equal(step(steps, 'pay').money, 52_000);
});

test('PICK-14, PICK-2 an unpaid invoice does not block the other steps, unless the code requires payment', () => {
  const withheld = at({ release_after_payment: true, released_at: null });
  assert.equal(currentStep(withheld)?.kind, 'pay');
  assert.deepEqual(
    withheld.map(({ buyer }) => buyer),
    [null, null, null, null, null],
  );
  assert.equal(step(withheld, 'collect').seller, null);
  const collected = at({ state: 'handed_over', handed_over_at: '2026-11-25T08:00:00.000Z' });
  assert.equal(currentStep(collected)?.kind, 'pay');
  assert.equal(plain(step(collected, 'pay').when), 'Senast mån 21 dec');
});

test('PICK-14 done steps have their date, and the button moves on', () => {
  const booked = at({
    state: 'booked',
    booked_dt: '2026-12-01T09:00:00.000Z',
    paid_at: '2026-11-24',
  });
  assert.deepEqual(lines(booked).slice(0, 3), [
    'Betala [done] Betalt tis 24 nov',
    'Boka [done] tis 1 dec 10:00',
    'Hämta [open] Senast tis 1 dec',
  ]);
  assert.deepEqual(
    [currentStep(booked)?.kind, currentStep(booked)?.buyer],
    ['collect', 'show pass'],
  );
  const collected = at({
    state: 'handed_over',
    handed_over_at: '2026-11-25T08:00:00.000Z',
    paid_at: '2026-11-24',
  });
  // Collected without a booking.
  assert.deepEqual(lines(collected), [
    'Betala [done] Betalt tis 24 nov',
    'Hämta [done] Utlämnat ons 25 nov',
    'Undersök [open] Reklamera senast tor 3 dec',
    'Ägarbyte [open] Senast lör 5 dec',
  ]);
});

test('PICK-14, PICK-6 a late step is red, with the cost of storage so far and per day', () => {
  const now = new Date('2026-12-05T12:00:00Z');
  const late = step(at({ storage_days: 4, storage_cost: 4_000 }, {}, now), 'collect');
  assert.equal(late.state, 'late');
  assert.equal(late.money, 4_000);
  assert.equal(plain(late.note), 'Lagring hittills 4 000 kr, ökar med 1 000 kr vid midnatt');
  // The seller has the money and has not given the code: no day counts.
  const stopped = at(
    { storage_days: 1, storage_cost: 1_000, paid_at: '2026-12-03', released_at: null },
    {},
    now,
  );
  assert.equal(plain(step(stopped, 'collect').note), 'Lagring hittills 1 000 kr');
  assert.equal(
    plain(step(at({ storage_days: 4 }, {}, now), 'book').when),
    'Fri lagring slutade tis 1 dec',
  );
  assert.equal(step(at({}, {}, new Date('2026-12-22T12:00:00Z')), 'pay').state, 'late');
});

test('PICK-14, DISM-7 for dismantling the last step is the certificate, for the buyer to send and the seller to review', () => {
  const last = (
    state: 'awaiting' | 'submitted' | 'returned' | 'approved' | 'waived',
    now = NOW,
  ) => {
    const deregistration = {
      state,
      due_date: '2026-12-31',
      returned_reason: 'Sista sidan saknas.',
    };
    const handed = { state: 'handed_over', handed_over_at: '2026-11-25T08:00:00.000Z' } as const;
    return at(handed, { damage_condition: 'DISASSEMBLY', deregistration }, now).at(-1)!;
  };
  assert.deepEqual(
    [last('awaiting').title, plain(last('awaiting').when), last('awaiting').buyer],
    ['Skrotningsintyg', 'Senast tor 31 dec', 'send certificate'],
  );
  assert.equal(last('awaiting', new Date('2027-01-01T12:00:00Z')).state, 'late');
  assert.deepEqual(
    [last('submitted').seller, last('submitted').buyer],
    ['judge certificate', null],
  );
  assert.equal(last('returned').note, 'Kompletteras: Sista sidan saknas.');
  assert.deepEqual([last('approved').state, last('waived').state], ['done', 'done']);
  const unfollowed = at({}, { damage_condition: 'DISASSEMBLY' }).at(-1)!;
  assert.deepEqual([unfollowed.kind, unfollowed.day], ['certificate', null]);
});

test('PICK-14 the next action is that of the current step, or else of a later one', () => {
  const deregistration = {
    state: 'awaiting',
    due_date: '2026-12-31',
    returned_reason: null,
  } as const;
  const facts = { damage_condition: 'DISASSEMBLY', deregistration } as const;
  assert.equal(nextAct(at({}, facts)), 'book');
  assert.equal(nextAct(at({ release_after_payment: true, released_at: null }, facts)), null);
  const collected = at(
    { handed_over_at: '2026-11-25T08:00:00.000Z', paid_at: '2026-11-24' },
    facts,
  );
  assert.equal(currentStep(collected)?.kind, 'examine');
  assert.equal(nextAct(collected), 'send certificate');
  assert.equal(nextAct(at({ handed_over_at: '2026-11-25T08:00:00.000Z' })), null);
});

test('PICK-14, PICK-8 an undone purchase has no steps', () => {
  assert.deepEqual(at({ state: 'undone' }), []);
});

test('LIST-17 a purchase is in one group: costing, unpaid, to collect, certificate missing, done', () => {
  const group = (change: object, state: 'awaiting' | 'submitted' | null = null) =>
    purchaseGroupOf({
      collection: { ...collection, ...change },
      deregistration: state === null ? null : { state },
    });
  assert.equal(group({ storage_days: 1 }), 'costing');
  assert.equal(group({}), 'unpaid');
  assert.equal(group({ paid_at: '2026-11-24' }), 'collect');
  const over = { state: 'handed_over', storage_days: 3, paid_at: '2026-11-24' };
  assert.equal(group(over), 'done');
  assert.equal(group({ ...over, paid_at: null }), 'unpaid');
  assert.equal(group(over, 'awaiting'), 'certificate');
  assert.equal(group(over, 'submitted'), 'done');
  assert.equal(group({ state: 'undone' }), 'done');
});
