import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartsOf, formatMonth, shareSold } from './look-back-figures.ts';

const sums = {
  ended: 4,
  sold: 3,
  sold_total: 300_000,
  reserved_total: 200_000,
  reserve_total: 250_000,
  decision_days: 1.5,
  notice_days: null,
  collection_days: 6.5,
};

test('HOME-6 the share sold is of ended auctions, and null if none ended', () => {
  assert.equal(shareSold({ ended: 3, sold: 2 }), 67);
  assert.equal(shareSold({ ended: 0, sold: 0 }), null);
});

test('HOME-6 each chart has its table, and companies are compared if there are several', () => {
  const look = {
    months: [{ month: '2026-11', ...sums }],
    categories: [{ id: 1, name: 'Personbil', ...sums }],
    companies: [],
  };
  assert.deepEqual(
    chartsOf(look).map(({ title, labels }) => [title, ...labels]),
    [
      ['Sålt mot reservationspris', 'nov. 2026'],
      ['Andel sålda', 'nov. 2026'],
      ['Dagar efter auktionens slut', 'nov. 2026'],
      ['Sålt per kategori', 'Personbil'],
    ],
  );
  for (const { bars, columns, labels } of chartsOf(look)) {
    for (const bar of bars)
      assert.ok(columns.includes(bar), 'the table has the values of the bars');
    for (const { values } of columns) assert.equal(values.length, labels.length);
  }
  const all = chartsOf({ ...look, companies: [{ id: 2, name: 'Nordsäkring', ...sums }] });
  assert.equal(all.at(-1)?.title, 'Sålt per bolag');
});

test('HOME-6 months are written in words, days with a decimal comma', () => {
  assert.equal(formatMonth('2026-01'), 'jan. 2026');
  const [, , days] = chartsOf({
    months: [{ month: '2026-11', ...sums }],
    categories: [],
    companies: [],
  });
  assert.equal(days?.bars[0]?.format(1.5), '1,5\u00a0dagar');
});
