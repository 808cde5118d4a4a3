import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chassisWarning, makerOf } from './chassis-number.ts';

test('FORM-14 a chassis number is checked for length, forbidden letters and its check digit', () => {
  const numbers: [number: string, warning: RegExp | null][] = [
    ['YV1LS5502W2123456', null],
    ['WVWZZZ1KZAW123456', null],
    ['YV1LS5502W212345', /har oftast 17 tecken. Det här har 16/],
    ['YV1LS5502W21234567', /Det här har 18/],
    ['YV1LS5502W212345O', /aldrig O\./],
    ['YV1LS55O2W2I2345Q', /aldrig O, I eller Q\./],
    ['YV1LS5502W212345Å', /aldrig Å\./],
    // Examples of 49 CFR 565 and of manufacturers.
    ['1M8GDM9AXKP042788', null],
    ['11111111111111111', null],
    ['1HGBH41JXMN109186', null],
    ['1M8GDM9A1KP042788', /^Kontrollsiffran/],
    ['1HGBH41JXMN109168', /^Kontrollsiffran/],
    // European manufacturers use the position freely.
    ['WVWZZZ1KZAW654321', null],
  ];
  for (const [number, warning] of numbers) {
    if (warning === null) assert.equal(chassisWarning(number), null, number);
    else assert.match(chassisWarning(number) ?? '', warning, number);
  }
});

test('FORM-14 one wrong digit in the last six is detected by the check digit', () => {
  const number = '1M8GDM9AXKP042788';
  const at = fc.constantFrom(11, 12, 13, 14, 15, 16);
  fc.assert(
    fc.property(at, fc.integer({ min: 0, max: 9 }), (place, digit) => {
      const other = number.slice(0, place) + digit + number.slice(place + 1);
      assert.equal(chassisWarning(other) === null, other === number);
    }),
  );
});

test('FORM-14 the manufacturer is known by the first three characters', () => {
  assert.equal(makerOf('YV1LS5502W2123456'), 'Volvo');
  assert.equal(makerOf('TMBJJ7NE0H0123456'), 'Skoda');
  assert.equal(makerOf('ZZZLS5502W2123456'), null);
  assert.equal(makerOf('YV1'), null);
  assert.equal(makerOf(''), null);
});
