import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handover } from '@restvarde/contract/sale-calls/handovers';
import { handoverDays, isPastFree } from './handover-days.ts';

const row = (change: Partial<Handover>): Handover =>
  ({ state: 'booked', booked_dt: null, handed_over_at: null, ...change }) as Handover;
const NOW = Date.parse('2026-11-26T12:00:00Z');

test('PICK-7 the list has a heading for each day with its rows, and one for those without a time', () => {
  const days = handoverDays(
    [
      row({ booked_dt: '2026-11-26T13:00:00Z' }),
      // 00:30 in Stockholm.
      row({ booked_dt: '2026-11-26T23:30:00Z' }),
      row({ booked_dt: '2026-11-27T09:00:00Z' }),
      row({ booked_dt: '2026-12-01T09:00:00Z' }),
      row({ state: 'awaiting' }),
    ],
    NOW,
  );
  assert.deepEqual(
    days.map(({ title, rows }) => `${title.replaceAll('\u00a0', ' ')}: ${rows.length}`),
    ['I dag, tor 26 nov: 1', 'I morgon, fre 27 nov: 2', 'Tis 1 dec: 1', 'Ingen tid bokad: 1'],
  );
});

test('PICK-7, PICK-6 passed free storage is marked until the hand-over', () => {
  assert.equal(isPastFree(row({ free_until: '2026-11-26' }), NOW), false);
  assert.equal(isPastFree(row({ free_until: '2026-11-25' }), NOW), true);
  assert.equal(isPastFree(row({ free_until: '2026-11-25', state: 'handed_over' }), NOW), false);
});
