import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerFault, offerRange, proposedOffer } from './offer-rules.ts';

const sale = (reservation_price: number | null, is_released = false) => ({
  reservation_price,
  is_released,
});

test('HOME-7 the proposed offer is half way between bid and reserve, in whole 500 kronor if possible', () => {
  assert.equal(proposedOffer(sale(62_000), 41_500), 52_000);
  assert.equal(proposedOffer(sale(50_000), 40_000), 45_000);
  assert.equal(proposedOffer(sale(40_200), 40_000), 40_100);
  assert.equal(proposedOffer(sale(40_001), 40_000), 40_001);
  assert.equal(proposedOffer(sale(40_001, true), 40_000), 40_000);
  assert.equal(proposedOffer(sale(null, true), 41_500), 41_500);
  assert.equal(proposedOffer(sale(30_000, true), 41_500), 41_500);
});

test('OFFER-7 the range has exactly the accepted amounts', () => {
  for (const reserve of [null, 30_000, 41_501, 62_000]) {
    for (const is_released of [false, true]) {
      const { least, most } = offerRange(sale(reserve, is_released), 41_500);
      const fault = (amount: number) => offerFault(sale(reserve, is_released), 41_500, amount);
      assert.equal(fault(least), null);
      assert.notEqual(fault(least - 1), null);
      if (most === null) assert.equal(fault(900_000_000), null);
      else assert.deepEqual([fault(most), fault(most + 1) !== null], [null, true]);
    }
  }
});
