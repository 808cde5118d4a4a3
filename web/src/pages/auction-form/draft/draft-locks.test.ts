import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allowedIn,
  CHANGES,
  type Changeable,
  LOCKED_AFTER_BID,
} from '@restvarde/contract/auctions/auction-locks';
import { SALE_PHASES } from '@restvarde/contract/sale/sale-phase';
import type { DraftField } from './auction-draft.ts';
import { heldBy, locksOf } from './draft-locks.ts';

const auction = { is_global: true, reservation_price: 30_000 };

test('AUC-15 the form locks what the table locks, in every phase', () => {
  const fields = (what: string): DraftField[] =>
    what.endsWith('_dt')
      ? [`${what.slice(0, -3)}_date`, `${what.slice(0, -3)}_time`].map((one) => one as DraftField)
      : [what as DraftField];
  const own = (what: string) => what !== 'images' && !what.endsWith('_file');
  for (const phase of SALE_PHASES) {
    const locks = locksOf(phase, auction);
    const expected = (Object.keys(CHANGES) as Changeable[]).filter(own).flatMap((what) => {
      const allowed = allowedIn(phase, what);
      // The auction is already open to everybody.
      const isLocked = allowed === 'locked' || allowed === 'wider';
      return isLocked ? fields(what) : [];
    });
    const disabled = Object.entries(locks).filter(([, lock]) => lock.isDisabled);
    assert.deepEqual(disabled.map(([field]) => field).sort(), expected.sort(), phase);
  }
});

test('AUC-15 after the first bid the fields bidders rely on are locked, with the reason', () => {
  const locks = locksOf('bid_on', auction);
  for (const field of ['start_bid', 'registration_number', 'hidden_bids', 'is_global'] as const) {
    assert.deepEqual(locks[field], { isDisabled: true, reason: LOCKED_AFTER_BID });
  }
  assert.deepEqual(locks.start_time, { isDisabled: true });
  assert.equal(locks.reservation_price?.reason, 'Kan bara sänkas efter första budet.');
  assert.equal(locks.end_date?.reason, 'Kan bara senareläggas efter första budet.');
  assert.equal(locks.end_time, undefined);
  assert.equal(locks.category_ids?.reason, 'Kategorier kan bara läggas till efter första budet.');
  assert.equal(locks.manufacturer, undefined);
});

test('AUC-15 the sales area may still become global, and no reserve may be added', () => {
  const locks = locksOf('bid_on', { is_global: false, reservation_price: null });
  assert.equal(locks.is_global, undefined);
  assert.equal(locks.reservation_price?.isDisabled, true);
});

test('AUC-15 after the end the page states the reason once, not at each field', () => {
  const locks = locksOf('ended', auction);
  assert.equal(locks.description, undefined);
  assert.deepEqual(locks.manufacturer, { isDisabled: true });
});

test('AUC-15 the reason of a lock replaces the field’s description', () => {
  const locks = locksOf('bid_on', auction);
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
