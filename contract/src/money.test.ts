import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_AMOUNT } from './fields.ts';
import { formatKronor, parseKronor } from './money.ts';

const NBSP = '\u00a0';

test('FMT-1 amounts are written with no-break spaces and no decimals', () => {
  const written: [number, string][] = [
    [0, `0${NBSP}kr`],
    [900, `900${NBSP}kr`],
    [4000, `4${NBSP}000${NBSP}kr`],
    [12_500, `12${NBSP}500${NBSP}kr`],
    [MAX_AMOUNT, `999${NBSP}999${NBSP}999${NBSP}kr`],
  ];
  for (const [amount, expected] of written) assert.equal(formatKronor(amount), expected);
});

const READ: [string, number][] = [
  ['0', 0],
  ['1', 1],
  ['999', 999],
  ['4000', 4000],
  ['  4000  ', 4000],
  ['4000kr', 4000],
  ['4000 kr', 4000],
  ['4000 KR', 4000],
  ['4000 sek', 4000],
  ['4000 SEK', 4000],
  ['4000:-', 4000],
  ['1 000', 1000],
  ['1.000', 1000],
  ['4 000 kr', 4000],
  [`4${NBSP}000${NBSP}kr`, 4000],
  ['4\u202f000\u202fkr', 4000],
  [`1 000${NBSP}000`, 1_000_000],
  ['12 500 :-', 12_500],
  ['12.500:-', 12_500],
  ['1.234.567', 1_234_567],
  ['123 456 789', 123_456_789],
  ['999999999', 999_999_999],
];

const REFUSED = [
  '',
  ' ',
  'kr',
  ':-',
  'tolv',
  '-5',
  '\u22125',
  '+5',
  '1e5',
  '0x10',
  '٣',
  '１２',
  '12300,50',
  '12300.50',
  '12 300,00 kr',
  '1,000',
  '1 00',
  '10 00',
  '1 0000',
  '1000 000',
  '1  000',
  '1..000',
  '.000',
  ' .500',
  '1.000.',
  '1 000.500',
  '1.000 000',
  '0.500',
  '0 500',
  '000.500',
  '1_000',
  "1'000",
  '4000 kronor',
  '4000 EUR',
  'kr 4000',
  '$4000',
  '4000 kr kr',
  '4000k',
  '40-50',
  '4000\n5000',
  '1000000000',
  '1 000 000 000',
  'NaN',
  'Infinity',
];

test('BID-9 an unambiguous amount is parsed', () => {
  for (const [written, amount] of READ)
    assert.equal(parseKronor(written), amount, JSON.stringify(written));
});

test('BID-9 any other amount is refused, never corrected', () => {
  for (const written of REFUSED) assert.equal(parseKronor(written), null, JSON.stringify(written));
});

test('BID-9 a formatted amount is parsed to the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), (amount) => {
      assert.equal(parseKronor(formatKronor(amount)), amount);
      assert.equal(parseKronor(String(amount)), amount);
    }),
  );
});

test('BID-9 no input is parsed to an amount out of range', () => {
  const characters = fc.constantFrom(...'0123456789 .,-kr:e', NBSP);
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 14 }), (written) => {
      const amount = parseKronor(written);
      if (amount === null) return;
      assert.ok(Number.isInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT);
      assert.equal(BigInt(amount), BigInt(written.replace(/\D/g, '')));
    }),
    { numRuns: 2000 },
  );
});
