import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockChange } from './clock-change.ts';

test('FORM-1 a time that spring skips is noted with its replacement', () => {
  assert.equal(
    clockChange('2027-03-28', '02:30'),
    'Klockan ställs om till sommartid den natten: 02:30 finns inte, och blir 03:30.',
  );
  assert.equal(clockChange('2027-03-28', '01:59'), null);
  assert.equal(clockChange('2027-03-28', '03:00'), null);
});

test('FORM-1 a time that autumn repeats is noted as the first of the two', () => {
  assert.equal(
    clockChange('2026-10-25', '02:30'),
    'Klockan ställs om till vintertid den natten: 02:30 kommer två gånger, och den första gäller.',
  );
  assert.equal(clockChange('2026-10-25', '01:59'), null);
  assert.equal(clockChange('2026-10-25', '03:00'), null);
});

test('FORM-1 other nights and incomplete times have no note', () => {
  assert.equal(clockChange('2026-11-20', '02:30'), null);
  assert.equal(clockChange('', '02:30'), null);
  assert.equal(clockChange('2026-10-25', ''), null);
});
