import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepInMonths, readDate, stripDate, yearChoices } from './date-bounds.ts';

test('FMT-2 a date field drops all characters except digits, dot, slash and hyphen', () => {
  assert.equal(stripDate('20a26-1b1-20 '), '2026-11-20');
  assert.equal(stripDate('1/2.3-4 åäö'), '1/2.3-4');
});

test('FMT-2 only YYYY-MM-DD or an empty text sets a value', () => {
  assert.equal(readDate('2026-11-20'), '2026-11-20');
  assert.equal(readDate(''), '');
  for (const written of ['2026-11-2', '2026/11/20', '20261120', '2026-02-30', '2026-13-01']) {
    assert.equal(readDate(written), undefined);
  }
});

test('FMT-2 a date is clamped to the bounds', () => {
  assert.equal(readDate('2030-01-01', '2026-11-10', '2026-12-31'), '2026-12-31');
  assert.equal(readDate('2020-01-01', '2026-11-10', '2026-12-31'), '2026-11-10');
});

test('FMT-2 the years are those within the bounds, or ten before and after', () => {
  assert.deepEqual(yearChoices(2026, '2025-05-01', '2027-01-01'), [2025, 2026, 2027]);
  const free = yearChoices(2026);
  assert.equal(free.length, 21);
  assert.deepEqual([free[0], free.at(-1)], [2016, 2036]);
});

test('FMT-3 focus moves within the months of the bounds only', () => {
  const kept = (date: string) => keepInMonths(date, '2026-11-05', '2027-02-20');
  for (const date of ['2026-11-01', '2026-12-24', '2027-02-28']) assert.equal(kept(date), date);
  assert.equal(kept('2026-10-31'), '2026-11-01');
  assert.equal(kept('2027-03-01'), '2027-02-28');
  assert.equal(keepInMonths('1999-01-01', undefined, undefined), '1999-01-01');
});
