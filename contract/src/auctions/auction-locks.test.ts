import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phaseOf, SALE_PHASES } from '../sale/sale-phase.ts';
import {
  type Allowed,
  allowedIn,
  CHANGES,
  type Changeable,
  type Fields,
  LOCKED_AFTER_BID,
  LOCKED_WHEN_COLLECTED,
  LOCKED_WHEN_ENDED,
  refusedChanges,
} from './auction-locks.ts';
import { NO_CONDITION } from './condition.ts';

const before: Fields = {
  category_ids: [1, 2],
  manufacturer: 'Volvo',
  model: 'V60',
  model_year: 2019,
  mileage: 12_480,
  registration_number: 'ABC123',
  chassis_number: '',
  claim_number: null,
  condition: NO_CONDITION,
  damage_condition: 'REPAIR',
  staging_area: 1,
  staging_area_name: 'Örebro',
  is_global: true,
  hidden_bids: false,
  hidden_reservation_price: false,
  start_bid: 1_000,
  reservation_price: 5_000,
  start_dt: new Date('2026-11-20T12:00:00Z'),
  end_dt: new Date('2026-11-27T12:00:00Z'),
};

const what = (phase: (typeof SALE_PHASES)[number], allowed: Allowed) =>
  (Object.keys(CHANGES) as Changeable[]).filter((one) => allowedIn(phase, one) === allowed).sort();

test('AUC-15, AUC-9, AUC-10, PICK-5 an auction stays in the phase after a bid when the bid is removed, and in the sold phase without the winner', () => {
  const past = { has_had_bids: false, was_sold: false, was_handed_over: false };
  assert.equal(phaseOf({ ...past, state: 'upcoming' }), 'upcoming');
  assert.equal(phaseOf({ ...past, state: 'active' }), 'running');
  assert.equal(phaseOf({ ...past, state: 'ended' }), 'ended');
  const bidOn = { ...past, has_had_bids: true };
  assert.equal(phaseOf({ ...bidOn, state: 'active' }), 'bid_on');
  assert.equal(
    phaseOf({ ...bidOn, state: 'upcoming' }),
    'bid_on',
    'by a clock that was turned back',
  );
  assert.equal(phaseOf({ ...bidOn, state: 'ended' }), 'ended');
  const sold = { ...bidOn, was_sold: true, state: 'ended' } as const;
  assert.equal(phaseOf(sold), 'sold');
  assert.equal(phaseOf({ ...sold, was_handed_over: true }), 'collected');
});

test('AUC-15 the table lists which fields are free, limited and locked in which phase', () => {
  for (const phase of ['upcoming', 'running'] as const)
    assert.deepEqual(what(phase, 'free'), Object.keys(CHANGES).sort());
  assert.deepEqual(what('bid_on', 'locked'), [
    'chassis_number',
    'damage_condition',
    'hidden_bids',
    'hidden_reservation_price',
    'registration_number',
    'start_bid',
    'start_dt',
  ]);
  assert.deepEqual(what('bid_on', 'lower'), ['reservation_price']);
  assert.deepEqual(what('bid_on', 'later'), ['end_dt']);
  assert.deepEqual(what('bid_on', 'wider'), ['is_global']);
  assert.deepEqual(what('bid_on', 'more'), ['category_ids']);
  assert.deepEqual(what('ended', 'free'), [
    'add_file',
    'claim_number',
    'description',
    'remove_file',
    'staging_area',
    'staging_area_name',
  ]);
  assert.deepEqual(what('sold', 'free'), [
    'add_file',
    'claim_number',
    'description',
    'staging_area',
    'staging_area_name',
  ]);
  assert.deepEqual(what('collected', 'free'), ['add_file', 'claim_number', 'description']);
  for (const phase of ['ended', 'sold', 'collected'] as const)
    assert.equal(
      what(phase, 'free').length + what(phase, 'locked').length,
      Object.keys(CHANGES).length,
    );
});

/** Another value for each field; where the table has a limit, a value beyond it. */
const AGAINST: Fields = {
  category_ids: [2, 3],
  manufacturer: 'Saab',
  model: 'V70',
  model_year: null,
  mileage: 1,
  registration_number: 'ABC124',
  chassis_number: 'YV1AAAAAAAA123456',
  claim_number: 'S-17',
  condition: { ...NO_CONDITION, keys: 1 },
  damage_condition: 'DISASSEMBLY',
  staging_area: null,
  staging_area_name: 'Kumla',
  is_global: false,
  hidden_bids: true,
  hidden_reservation_price: true,
  start_bid: 900,
  reservation_price: 5_001,
  start_dt: new Date('2026-11-20T13:00:00Z'),
  end_dt: new Date('2026-11-27T11:00:00Z'),
};
/** The same values, but within the limits. */
const WITHIN: Partial<Fields> = {
  category_ids: [3, 2, 1],
  reservation_price: 4_000,
  end_dt: new Date('2026-11-28T12:00:00Z'),
};

test('AUC-15 each locked change is refused at its field', () => {
  for (const phase of SALE_PHASES) {
    const sentence =
      phase === 'bid_on'
        ? LOCKED_AFTER_BID
        : phase === 'collected'
          ? LOCKED_WHEN_COLLECTED
          : LOCKED_WHEN_ENDED;
    for (const field of Object.keys(before) as (keyof Fields)[]) {
      const isFree = allowedIn(phase, field) === 'free';
      const refused = refusedChanges(before, { ...before, [field]: AGAINST[field] }, phase);
      assert.deepEqual(refused, isFree ? {} : { [field]: sentence }, `${field} when ${phase}`);
      if (!(field in WITHIN)) continue;
      const isLocked = allowedIn(phase, field) === 'locked';
      const within = refusedChanges(before, { ...before, [field]: WITHIN[field] }, phase);
      assert.deepEqual(within, isLocked ? { [field]: sentence } : {}, `${field} when ${phase}`);
    }
  }
});

test('AUC-15 adding a reserve counts as raising it, removing it as lowering it, and a sales area may be widened', () => {
  const none = { ...before, reservation_price: null, is_global: false };
  assert.deepEqual(refusedChanges(none, { ...none, reservation_price: 1 }, 'bid_on'), {
    reservation_price: LOCKED_AFTER_BID,
  });
  assert.deepEqual(refusedChanges(before, { ...before, reservation_price: null }, 'bid_on'), {});
  assert.deepEqual(refusedChanges(none, { ...none, is_global: true }, 'bid_on'), {});
});

test('AUC-15 a value equal to the stored one is not a change, times to the minute, lists in any order', () => {
  const same = {
    ...before,
    category_ids: [2, 1],
    start_dt: new Date('2026-11-20T12:00:41Z'),
    end_dt: new Date('2026-11-27T12:00:10Z'),
  };
  for (const phase of SALE_PHASES) assert.deepEqual(refusedChanges(before, same, phase), {});
});
