import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, pickupDate, stockholmDate, stockholmInstant } from '../dates.ts';
import {
  freeUntil,
  type StorageFacts,
  storageCost,
  storageDays,
  storageSentence,
} from './storage.ts';

const at = (local: string) => stockholmInstant(local);
const facts = (given: Partial<StorageFacts> = {}): StorageFacts => ({
  free_until: '2026-11-20',
  paid_at: null,
  released_at: at('2026-11-10T12:00'),
  waived_days: 0,
  ...given,
});

test('PICK-6, PICK-10 storage is free until the pickup date, or five days after a late notice', () => {
  const end = at('2026-11-01T15:00');
  assert.equal(freeUntil(end, at('2026-11-02T09:00')), '2026-11-11');
  assert.equal(freeUntil(end, at('2026-11-06T23:59')), '2026-11-11');
  assert.equal(freeUntil(end, at('2026-11-07T00:00')), '2026-11-12');
  assert.equal(freeUntil(end, at('2026-11-11T08:00')), '2026-11-16', 'on the pickup date itself');
});

test('PICK-6, PICK-10 each begun day counts, from the day after', () => {
  assert.equal(storageDays(facts(), at('2026-11-20T23:59')), 0);
  assert.equal(storageDays(facts(), at('2026-11-21T00:00')), 1);
  assert.equal(storageDays(facts(), at('2026-11-24T08:00')), 4);
  assert.equal(storageDays(facts({ waived_days: 3 }), at('2026-11-24T08:00')), 1);
  assert.equal(storageDays(facts({ waived_days: 365 }), at('2026-11-24T08:00')), 0);
  assert.equal(storageCost(4), 4_000);
});

test('PICK-6 days on which the seller had the money and the buyer no code cost nothing', () => {
  const paid = { paid_at: '2026-11-22', released_at: at('2026-11-25T10:00') };
  assert.equal(storageDays(facts(paid), at('2026-11-25T11:00')), 2, 'the 21st and the 25th');
  const early = { paid_at: '2026-11-15', released_at: at('2026-11-25T10:00') };
  assert.equal(storageDays(facts(early), at('2026-11-26T11:00')), 2, 'the 25th and the 26th');
  const before = { paid_at: '2026-11-23', released_at: at('2026-11-10T12:00') };
  assert.equal(
    storageDays(facts(before), at('2026-11-24T11:00')),
    4,
    'it had the code all the time',
  );
});

test('PICK-6 a sentence says until when storage is free, or what it costs so far', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ');
  const said = (storage_days: number) =>
    plain(
      storageSentence({
        free_until: '2026-11-20',
        storage_days,
        storage_cost: storage_days * 1000,
      }),
    );
  assert.equal(said(0), 'Fri lagring t.o.m. fre 20 nov. Därefter 1 000 kr per påbörjat dygn.');
  assert.equal(said(3), 'Lagring 3 dygn: 3 000 kr exkl. moms');
});

/** Days around both clock changes of 2026, 29 March and 25 October. */
const day = fc
  .tuple(fc.constantFrom('2026-03-15', '2026-10-10'), fc.integer({ min: 0, max: 30 }))
  .map(([first, days]) => addDays(first, days));
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

test('PICK-6, PICK-10 days are Stockholm’s days, whatever the clocks do in between', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 25 }), clock, (free_until, later, time) => {
      const until = at(`${addDays(free_until, later)}T${time}`);
      assert.equal(storageDays(facts({ free_until }), until), later);
    }),
  );
});

test('PICK-6 the cost of storage never falls over time, except while the code waits', () => {
  fc.assert(
    fc.property(day, clock, fc.integer({ min: 0, max: 10 }), (end, time, late) => {
      const end_dt = at(`${end}T${time}`);
      const notified = at(`${addDays(end, late)}T${time}`);
      const free_until = freeUntil(end_dt, notified);
      assert.ok(free_until >= pickupDate(end_dt));
      assert.ok(free_until >= addDays(stockholmDate(notified), 5));
      for (let n = 0; n < 15; n += 1) {
        const until = at(`${addDays(free_until, n)}T${time}`);
        assert.equal(storageDays(facts({ free_until }), until), n);
        const unreleased = facts({ free_until, paid_at: free_until, released_at: null });
        assert.equal(storageDays(unreleased, until), 0);
      }
    }),
  );
});
