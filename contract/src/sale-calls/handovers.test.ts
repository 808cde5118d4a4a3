import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectorOf, gateAnswer } from './handovers.ts';

test('PICK-16 the name is taken from the buyer’s message, or is the buyer’s', () => {
  const name = (booked_note: string) =>
    collectorOf({ booked_note, service_station_name: 'Söder Plåt' });
  assert.equal(name('Kim Åkesson med bärgare'), 'Kim Åkesson');
  assert.equal(name('Kim, växlarflak'), 'Kim');
  assert.equal(name(''), 'Söder Plåt');
  assert.equal(name(', bara bilen'), 'Söder Plåt');
});

test('PICK-16 the answer at the gate says whether the object may leave', () => {
  const answer = (may_be_released: boolean, is_paid: boolean) =>
    gateAnswer({ may_be_released, is_paid });
  assert.equal(answer(true, true), 'Betald. Lämna ut.');
  assert.equal(answer(true, false), 'Lämna ut.');
  assert.equal(answer(false, false), 'Ej betald. Lämna inte ut.');
});
