import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate, formatDateTime, formatTime, formatWhen } from './dates.ts';
import { formatBytes, formatCount, formatMileage } from './numbers.ts';
import { formatRemaining, isEndingSoon, spokenMark } from './remaining.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('FMT-1 an instant is shown as date and time in Stockholm', () => {
  assert.equal(formatDate('2026-11-20T23:30:00.000Z'), '2026-11-21');
  assert.equal(formatTime('2026-11-20T23:30:00.000Z'), '00:30');
  assert.equal(formatTime('2026-07-01T12:05:00.000Z'), '14:05');
  assert.equal(formatDateTime('2026-07-01T12:05:00.000Z'), '2026-07-01\u00a014:05');
});

test('FMT-1 today, tomorrow and yesterday are named by Stockholm’s calendar', () => {
  const now = '2026-11-20T22:30:00.000Z';
  assert.equal(plain(formatWhen('2026-11-20T13:30:00Z', now)), 'i dag 14:30');
  assert.equal(plain(formatWhen('2026-11-20T23:10:00Z', now)), 'i morgon 00:10');
  assert.equal(plain(formatWhen('2026-11-19T10:00:00Z', now)), 'i går 11:00');
  assert.equal(plain(formatWhen('2026-12-24T14:00:00Z', now)), 'tor 24 dec 15:00');
  assert.equal(plain(formatWhen('2026-11-24T05:13:00Z', now)), 'tis 24 nov 06:13');
  assert.equal(plain(formatWhen('2027-03-07T12:00:00Z', now)), 'sön 7 mars 2027 13:00');
});

test('BID-11 the time left is shown in days, hours, minutes and finally seconds', () => {
  const cases: [number, string][] = [
    [51 * 3_600_000, '2 dagar 3 tim'],
    [24 * 3_600_000, '1 dag 0 tim'],
    [3 * 3_600_000 + 12 * 60_000, '3 tim 12 min'],
    [192_000, '3 min 12 s'],
    [59_001, '1 min 0 s'],
    [8_001, '9 s'],
    [1, '1 s'],
    [0, '0 s'],
    [-5_000, '0 s'],
  ];
  for (const [ms, text] of cases) assert.equal(plain(formatRemaining(ms)), text);
});

test('BID-11 the time left is announced at ten, five and one minute and at ten seconds', () => {
  assert.equal(spokenMark(600_001), null);
  assert.equal(spokenMark(600_000), '10 minuter kvar');
  assert.equal(spokenMark(240_000), '5 minuter kvar');
  assert.equal(spokenMark(60_000), '1 minut kvar');
  assert.equal(spokenMark(9_000), '10 sekunder kvar');
  assert.equal(spokenMark(0), null);
  assert.equal(isEndingSoon(599_999), true);
  assert.equal(isEndingSoon(0), false);
});

test('FMT-1 numbers are grouped by no-break spaces', () => {
  assert.equal(formatMileage(12480), '12\u00a0480\u00a0mil');
  assert.equal(formatCount(1, 'träff', 'träffar'), '1\u00a0träff');
  assert.equal(formatCount(1280, 'träff', 'träffar'), '1\u00a0280\u00a0träffar');
  assert.equal(formatBytes(3_400_000), '3,4\u00a0MB');
  assert.equal(formatBytes(12_400), '12\u00a0kB');
});
