import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reservePrice, reserveState } from './reserve-words.ts';

const auction = {
  reservation_price: null,
  hidden_reservation_price: false,
  reserve_met: null,
  highest_bid: 12_000,
  can_edit: false,
};

test('AUC-14 a hidden reserve is shown as hidden, to staff with its amount', () => {
  const hidden = { ...auction, hidden_reservation_price: true };
  assert.equal(reservePrice(hidden), 'Dolt reservationspris');
  assert.equal(reservePrice({ ...hidden, can_edit: true }), 'Inget reservationspris');
  assert.match(
    reservePrice({ ...hidden, can_edit: true, reservation_price: 62_000 }),
    /^62\u00a0000\u00a0kr \(dolt/,
  );
  assert.equal(reservePrice({ ...auction, reservation_price: 62_000 }), '62\u00a0000\u00a0kr');
});

test('AUC-14 whether the reserve is met is shown to those who may know', () => {
  assert.equal(reserveState(auction), null);
  assert.equal(reserveState({ ...auction, reserve_met: true }), 'Reservationspris uppnått');
  assert.equal(reserveState({ ...auction, reserve_met: false }), 'Reservationspris ej uppnått');
  assert.equal(reserveState({ ...auction, reserve_met: false, highest_bid: null }), null, 'no bid');
});
