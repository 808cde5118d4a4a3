import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  isDate,
  pickupDate,
  stockholmDate,
  stockholmInstant,
  TIME_ZONE,
} from './dates.ts';

const compatible = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(TIME_ZONE, { disambiguation: 'compatible' })
    .epochMilliseconds;

const MINUTES_2020_2045 = (26 * 365 + 6) * 24 * 60;

test('FORM-1 a Stockholm time is the same instant as in Temporal, 2020–2045', () => {
  const start = Temporal.PlainDateTime.from('2020-01-01T00:00');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MINUTES_2020_2045 }), (minutes) => {
      const local = start.add({ minutes }).toString({ smallestUnit: 'minute' });
      assert.equal(stockholmInstant(local).getTime(), compatible(local), local);
    }),
    { numRuns: 3000 },
  );
});

test('FORM-1 every quarter of an hour around clock changes agrees with Temporal', () => {
  for (const day of ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24']) {
    checkQuarters(day);
  }
  checkQuarters('2026-10-25');
  checkQuarters('2026-10-26');
  checkQuarters('2027-03-28');
});

function checkQuarters(day: string): void {
  for (let quarter = 0; quarter < 96; quarter++) {
    const hour = String(Math.floor(quarter / 4)).padStart(2, '0');
    const local = `${day}T${hour}:${String((quarter % 4) * 15).padStart(2, '0')}`;
    assert.equal(stockholmInstant(local).getTime(), compatible(local), local);
  }
}

test('FORM-1 a time that spring skips moves forward, one that autumn repeats is the first', () => {
  const instant = (local: string) => stockholmInstant(local).toISOString();
  assert.equal(instant('2027-03-28T01:59'), '2027-03-28T00:59:00.000Z');
  assert.equal(instant('2027-03-28T02:30'), '2027-03-28T01:30:00.000Z');
  assert.equal(instant('2027-03-28T03:00'), '2027-03-28T01:00:00.000Z');
  assert.equal(instant('2026-10-25T02:00'), '2026-10-25T00:00:00.000Z');
  assert.equal(instant('2026-10-25T02:59'), '2026-10-25T00:59:00.000Z');
  assert.equal(instant('2026-10-25T03:00'), '2026-10-25T02:00:00.000Z');
});

test('AUC-1 the pickup date is ten days after the end by the calendar in Stockholm', () => {
  const pickups: [end: string, pickup: string][] = [
    ['2026-06-10T21:59:59.999Z', '2026-06-20'],
    ['2026-06-10T22:00:00.000Z', '2026-06-21'],
    ['2026-12-10T22:59:59.999Z', '2026-12-20'],
    ['2026-12-10T23:00:00.000Z', '2026-12-21'],
    // The clocks change between the end and the pickup.
    ['2026-10-20T21:59:00.000Z', '2026-10-30'],
    ['2026-10-20T22:30:00.000Z', '2026-10-31'],
    ['2027-03-20T22:59:00.000Z', '2027-03-30'],
    ['2027-03-20T23:00:00.000Z', '2027-03-31'],
    // And on the very day.
    ['2026-10-24T22:00:00.000Z', '2026-11-04'],
    ['2026-10-25T22:59:00.000Z', '2026-11-04'],
    ['2026-10-25T23:00:00.000Z', '2026-11-05'],
    ['2027-03-28T21:59:00.000Z', '2027-04-07'],
    ['2027-03-28T22:00:00.000Z', '2027-04-08'],
    // Over the ends of months and years.
    ['2028-02-19T12:00:00.000Z', '2028-02-29'],
    ['2026-12-31T22:59:00.000Z', '2027-01-10'],
    ['2026-12-31T23:00:00.000Z', '2027-01-11'],
  ];
  for (const [end, pickup] of pickups) assert.equal(pickupDate(new Date(end)), pickup, end);
});

test('AUC-1 the day in Stockholm is the same as in Temporal', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2046-01-01'), noInvalidDate: true }),
      (at) => {
        const there = Temporal.Instant.fromEpochMilliseconds(at.getTime());
        const day = there.toZonedDateTimeISO(TIME_ZONE).toPlainDate();
        assert.equal(stockholmDate(at), day.toString());
        assert.equal(pickupDate(at), day.add({ days: 10 }).toString());
      },
    ),
    { numRuns: 500 },
  );
});

test('FMT-1 a date is YYYY-MM-DD and exists', () => {
  for (const date of ['2026-01-01', '2026-12-31', '2028-02-29', '2000-02-29'])
    assert.equal(isDate(date), true, date);
  const no = [
    '',
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
  ];
  no.push(
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '20260101',
    '2026/01/01',
    ' 2026-01-01',
  );
  no.push('2026-01-01T00:00', '2026-01-01\n', '+002026-01-01', '٢٠٢٦-٠١-٠١', 'yyyy-mm-dd');
  for (const written of no) assert.equal(isDate(written), false, JSON.stringify(written));
});

test('AUC-1 days are added by the calendar, whatever the clocks do', () => {
  assert.equal(addDays('2026-10-24', 1), '2026-10-25');
  assert.equal(addDays('2026-10-25', 1), '2026-10-26');
  assert.equal(addDays('2027-03-28', -1), '2027-03-27');
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), (days) => {
      const moved = addDays('2026-06-15', days);
      assert.equal(moved, Temporal.PlainDate.from('2026-06-15').add({ days }).toString());
      assert.equal(addDays(moved, -days), '2026-06-15');
    }),
  );
});
