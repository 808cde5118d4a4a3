import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('LIST-10 what a spreadsheet would take for a formula is text, and a separator parts nothing', () => {
  for (const written of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＠SUM(A1)'])
    assert.equal(csvLine([written]), `'${written}\r\n`);
  assert.equal(csvLine(['\n=1', 'a;b', '"', -5, null]), `"'\n=1";"a;b";"""";-5;\r\n`);
});
