import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCKED_AFTER_BID } from '@restvarde/contract/auction-locks';
import { heldBy, locksOf } from './draft-locks.ts';

const active = {
  is_active: true,
  has_started: true,
  bid_count: 2,
  is_global: true,
  reservation_price: 30_000,
};

test('AUC-15 before the first bid nothing is locked', () => {
  assert.deepEqual(locksOf({ ...active, bid_count: 0 }), {});
});

test('AUC-15 after the first bid what bidders rely on is locked, with the reason', () => {
  const locks = locksOf(active);
  for (const field of ['start_bid', 'registration_number', 'hidden_bids', 'is_global'] as const) {
    assert.deepEqual(locks[field], { isDisabled: true, reason: LOCKED_AFTER_BID });
  }
  assert.equal(locks.start_time?.isDisabled, true);
  assert.equal(locks.reservation_price?.isDisabled, false);
  assert.equal(locks.end_date?.isDisabled, false);
  assert.equal(locks.manufacturer, undefined);
});

test('AUC-15 an own sales area may still become everybody’s, and no reserve may appear', () => {
  const locks = locksOf({ ...active, is_global: false, reservation_price: null });
  assert.equal(locks.is_global, undefined);
  assert.equal(locks.reservation_price?.isDisabled, true);
});

test('AUC-15 of an ended auction only the description may change', () => {
  const locks = locksOf({ ...active, is_active: false });
  assert.equal(locks.description, undefined);
  assert.equal(locks.manufacturer?.isDisabled, true);
  assert.equal(locks.end_date?.isDisabled, true);
});

test('AUC-15 the reason of a lock stands in place of the field’s own description', () => {
  const locks = locksOf(active);
  assert.deepEqual(heldBy(locks, 'start_bid', 'Exkl. moms.'), {
    isDisabled: true,
    description: LOCKED_AFTER_BID,
  });
  assert.deepEqual(heldBy(locks, 'model', 'Exkl. moms.'), {
    isDisabled: false,
    description: 'Exkl. moms.',
  });
  assert.deepEqual(heldBy(locks, 'model'), { isDisabled: false });
});
