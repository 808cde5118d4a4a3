import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_ROW, ladderExample, ladderGap, readLadder, toWrittenRows } from './ladder-rows.ts';

const plain = (text: string | null) => text?.replace(/\s/g, ' ');
const step = (min_price: number, max_price: number, increment: number) => ({
  ...{ min_price, max_price, increment },
});
const LADDER = [step(0, 10_000, 250), step(10_000, 50_000, 500)];

test('SET-2 rows are formatted in Swedish, followed by an empty one', () => {
  const rows = toWrittenRows(LADDER);
  assert.deepEqual(rows.at(-1), EMPTY_ROW);
  assert.equal(plain(rows[1]?.max_price ?? ''), '50 000');
  assert.deepEqual(readLadder(rows), LADDER);
});

test('SET-2 incomplete or invalid rows are not a ladder', () => {
  assert.equal(readLadder([{ ...EMPTY_ROW, min_price: '0' }]), null);
  assert.equal(readLadder([{ min_price: '500', max_price: '100', increment: '1' }]), null);
  assert.equal(readLadder([{ min_price: '0', max_price: 'mycket', increment: '1' }]), null);
  assert.deepEqual(readLadder([EMPTY_ROW]), []);
});

test('BID-4 an example shows the effect of the rows', () => {
  const line =
    'Vid 48 500 kr är lägsta nästa bud 49 000 kr. Från 50 000 kr är höjningen 500 kr, som i det sista intervallet.';
  assert.equal(plain(ladderExample(LADDER)), line);
  assert.equal(
    plain(ladderExample([])),
    'Vid 48 500 kr är lägsta nästa bud 48 501 kr. Ange minst ett intervall för större höjningar.',
  );
  assert.equal(
    plain(ladderExample([step(0, 1000, 50)])),
    'Vid 0 kr är lägsta nästa bud 50 kr. Från 1 000 kr är höjningen 50 kr, som i det sista intervallet.',
  );
});

test('BID-4 a gap between two rows is explained', () => {
  assert.equal(ladderGap(LADDER), null);
  const gap = ladderGap([step(20_000, 50_000, 500), step(0, 10_000, 250)]);
  assert.equal(
    plain(gap),
    'Mellan 10 000 kr och 20 000 kr finns inget intervall. Där är höjningen 250 kr, som i intervallet under.',
  );
});
