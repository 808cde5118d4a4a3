import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Changeable,
  LOCKED_AFTER_BID,
  LOCKED_WHEN_ENDED,
  refusedChanges,
} from './auction-locks.ts';

const before: Changeable = {
  category_ids: [1, 2],
  manufacturer: 'Volvo',
  model: 'V60',
  model_year: 2019,
  mileage: 12_480,
  registration_number: 'ABC123',
  chassis_number: '',
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
const active = { state: 'active', has_bids: true } as const;

test('AUC-15 before the first bid everything may change', () => {
  const after = {
    ...before,
    start_bid: 1,
    hidden_bids: true,
    is_global: false,
    manufacturer: 'Saab',
  };
  assert.deepEqual(refusedChanges(before, after, { state: 'active', has_bids: false }), {});
});

test('AUC-15 after the first bid each field that a bidder relied on is locked', () => {
  const changes: Partial<Changeable> = {
    start_bid: 900,
    hidden_bids: true,
    hidden_reservation_price: true,
    is_global: false,
    damage_condition: 'DISASSEMBLY',
    registration_number: 'ABC124',
    chassis_number: 'YV1AAAAAAAA123456',
    start_dt: new Date('2026-11-20T13:00:00Z'),
    end_dt: new Date('2026-11-27T11:00:00Z'),
    reservation_price: 5_001,
  };
  for (const [field, value] of Object.entries(changes)) {
    const refused = refusedChanges(before, { ...before, [field]: value }, active);
    assert.deepEqual(refused, { [field]: LOCKED_AFTER_BID });
  }
});

test('AUC-15 after the first bid what does a bidder no harm may change', () => {
  const changes: Partial<Changeable> = {
    reservation_price: 4_000,
    end_dt: new Date('2026-11-28T12:00:00Z'),
    manufacturer: 'Volvo Cars',
    category_ids: [2],
    staging_area: null,
    mileage: null,
  };
  for (const [field, value] of Object.entries(changes)) {
    assert.deepEqual(refusedChanges(before, { ...before, [field]: value }, active), {});
  }
  assert.deepEqual(refusedChanges(before, { ...before, reservation_price: null }, active), {});
  const narrow = { ...before, is_global: false };
  assert.deepEqual(refusedChanges(narrow, { ...narrow, is_global: true }, active), {});
});

test('AUC-15 a reserve where there was none is raised', () => {
  const none = { ...before, reservation_price: null };
  const refused = refusedChanges(none, { ...none, reservation_price: 1 }, active);
  assert.deepEqual(refused, { reservation_price: LOCKED_AFTER_BID });
});

test('AUC-15 a value equal to the stored one is no change, times to the minute, lists in any order', () => {
  const same = {
    ...before,
    category_ids: [2, 1],
    start_dt: new Date('2026-11-20T12:00:41Z'),
    end_dt: new Date('2026-11-27T12:00:10Z'),
  };
  assert.deepEqual(refusedChanges(before, same, active), {});
  assert.deepEqual(refusedChanges(before, same, { state: 'ended', has_bids: true }), {});
});

test('AUC-15 of an ended auction nothing but description and files may change', () => {
  const ended = { state: 'ended', has_bids: false } as const;
  const refused = refusedChanges(before, { ...before, model: 'V90', mileage: 1 }, ended);
  assert.deepEqual(refused, { model: LOCKED_WHEN_ENDED, mileage: LOCKED_WHEN_ENDED });
});
