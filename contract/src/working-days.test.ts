import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, stockholmDate } from './dates.ts';
import { easterOf, isWorkingDay, workingDayAfter, workingDeadline } from './working-days.ts';

const year = fc.integer({ min: 1990, max: 2199 });
const date = fc
  .tuple(year, fc.integer({ min: 0, max: 365 }))
  .map(([of, days]) => addDays(`${of}-01-01`, days));

/** Gauss's algorithm for Easter, with its two exceptions: an independent check. */
function easterByGauss(of: number): string {
  const [a, b, c] = [of % 19, of % 4, of % 7];
  const k = Math.floor(of / 100);
  const p = Math.floor((13 + 8 * k) / 25);
  const M = (15 - p + k - Math.floor(k / 4)) % 30;
  const N = (4 + k - Math.floor(k / 4)) % 7;
  const d = (19 * a + M) % 30;
  const e = (2 * b + 4 * c + 6 * d + N) % 7;
  const isLate = (d === 29 && e === 6) || (d === 28 && e === 6 && (11 * M + 11) % 30 < 19);
  return addDays(`${of}-03-22`, d + e - (isLate ? 7 : 0));
}

test('GEN-3 Easter is a Sunday from 22 March to 25 April, by both algorithms', () => {
  fc.assert(
    fc.property(year, (of) => {
      const easter = easterOf(of);
      assert.equal(easter, easterByGauss(of));
      assert.equal(new Date(`${easter}T00:00:00Z`).getUTCDay(), 0);
      assert.ok(easter >= `${of}-03-22` && easter <= `${of}-04-25`);
    }),
    { numRuns: 500 },
  );
  assert.deepEqual([2024, 2025, 2026, 2027, 2038].map(easterOf), [
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
  ]);
});

test('GEN-3 holidays, and no other days from Monday to Friday, are not working days in 2026 and 2027', () => {
  const closed = (of: number) =>
    Array.from({ length: 365 }, (_, day) => addDays(`${of}-01-01`, day)).filter(
      (one) => ![0, 6].includes(new Date(`${one}T00:00:00Z`).getUTCDay()) && !isWorkingDay(one),
    );
  assert.deepEqual(closed(2026), [
    '2026-01-01',
    '2026-01-06',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-05-14',
    '2026-06-19',
    '2026-12-24',
    '2026-12-25',
    '2026-12-31',
  ]);
  assert.deepEqual(closed(2027), [
    '2027-01-01',
    '2027-01-06',
    '2027-03-26',
    '2027-03-29',
    '2027-05-06',
    '2027-06-25',
    '2027-12-24',
    '2027-12-31',
  ]);
});

test('GEN-3 the nth working day is a working day, with n of them after the first day up to it', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: 1, max: 30 }), (from, n) => {
      const last = workingDayAfter(from, n);
      assert.ok(last > from && isWorkingDay(last));
      let passed = 0;
      for (let day = addDays(from, 1); day <= last; day = addDays(day, 1)) {
        if (isWorkingDay(day)) passed += 1;
      }
      assert.equal(passed, n);
    }),
  );
});

test('GEN-3 a year has between 246 and 255 working days', () => {
  fc.assert(
    fc.property(year, (of) => {
      let count = 0;
      for (let day = `${of}-01-01`; day <= `${of}-12-31`; day = addDays(day, 1)) {
        if (isWorkingDay(day)) count += 1;
      }
      assert.ok(count >= 246 && count <= 255, `${of}: ${count}`);
    }),
    { numRuns: 60 },
  );
});

test("GEN-3 a deadline falls at 18:00 on Stockholm's clocks, over holidays and both changes of the clock", () => {
  const deadline = (from: string, days: number) => workingDeadline(new Date(from), days);
  const inWinter = (day: string) => new Date(`${day}T17:00:00Z`);
  const inSummer = (day: string) => new Date(`${day}T16:00:00Z`);
  // 24 and 25 December and the weekend are not working days.
  assert.deepEqual(deadline('2026-12-23T13:00:00Z', 1), inWinter('2026-12-28'));
  // Good Friday to Easter Monday.
  assert.deepEqual(deadline('2026-04-02T13:00:00Z', 1), inSummer('2026-04-07'));
  // The night to 29 March 2026 has an hour less, that to 25 October one more.
  assert.deepEqual(deadline('2026-03-27T13:00:00Z', 1), inSummer('2026-03-30'));
  assert.deepEqual(deadline('2026-10-23T13:00:00Z', 1), inWinter('2026-10-26'));
  // By Stockholm's date, not by that of UTC: there it is Tuesday already.
  assert.deepEqual(deadline('2026-11-23T23:30:00Z', 1), inWinter('2026-11-25'));
  fc.assert(
    fc.property(date, fc.integer({ min: 1, max: 10 }), (day, n) => {
      const at = deadline(`${day}T12:00:00Z`, n);
      assert.equal(stockholmDate(at), workingDayAfter(day, n));
      const hour = at.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Stockholm' });
      assert.equal(hour, '18:00:00');
    }),
  );
});
