import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTime } from './time-text.ts';

test('FMT-1 a time in any common notation is parsed to HH:MM', () => {
  const cases: Record<string, string> = {
    '14:30': '14:30',
    '14.30': '14:30',
    '1430': '14:30',
    ' 9:05 ': '09:05',
    '930': '09:30',
    '9': '09:00',
    '00:00': '00:00',
    '23:59': '23:59',
  };
  for (const [written, read] of Object.entries(cases)) assert.equal(readTime(written), read);
});

test('FMT-1 an invalid time of day is rejected', () => {
  for (const written of ['', '24:00', '12:60', '12:3', '2 PM', '99', '12345', 'halv tre']) {
    assert.equal(readTime(written), null);
  }
});
