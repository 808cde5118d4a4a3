import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../http/csv.ts';
import { readCsv } from './read-csv.ts';

/** Values that a spreadsheet would change or run. */
const GUARDED = [
  ...['0012', '1E5', '12e-3', '9-3', '1,5', '12.5', '2026-11-26', '14:30', '12 %', '123 45'],
  ...['123456789012', '3 kr', 'MAR1', '12 maj', 'okt-26', 'SANT', 'true'],
  ...['=1+1', '+46', '-5', '@a', '=HYPERLINK("http://x")', '＝1'],
];
const PLAIN = [
  '304001',
  '0',
  'ABC123',
  'ABC12D',
  'V60',
  '320d',
  '9-3 Aero',
  'Mars',
  'Lind "Bil"',
  '',
];

test('LIST-10 text stays text in a spreadsheet, and other values are unchanged', () => {
  for (const text of GUARDED) {
    const formula = `="${text.replaceAll('"', '""')}"`;
    assert.equal(csvLine([{ text }]), `"${formula.replaceAll('"', '""')}"\r\n`, text);
  }
  for (const text of PLAIN) assert.equal(csvLine([{ text }]), csvLine([text]), text);
});

test('LIST-10, OPS-13 an export is imported unchanged', () => {
  for (const text of [...GUARDED, ...PLAIN, 'a;b', 'två\r\nrader'].filter(Boolean)) {
    for (const cell of [{ text }, text]) {
      const table = csvLine(['name', 'other']) + csvLine([cell, 7]);
      assert.deepEqual(readCsv(table, ['name']), [{ line: 2, cells: { name: text, other: '7' } }]);
    }
  }
});
