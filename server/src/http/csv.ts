import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';

/** Byte order mark: Swedish Excel needs it to read a CSV as UTF-8. */
export const BOM = '\uFEFF';

/** A cell of a table. `text` is a string that a spreadsheet might take for a number or a date. */
export type Cell = string | number | null | { text: string };

/** What a spreadsheet reads as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const MONTH = '(jan|feb|mar|apr|ma[jy]|jun|jul|aug|sep|o[ck]t|nov|dec)[a-z]*';

/** What a spreadsheet reads as another value, in Swedish or English. */
const READ_OTHERWISE = [
  FORMULA,
  // Leading zeros, more digits than are shown, exponents.
  /^0\d+$|^\d{12,}$|^\d[\d.,]*e[+-]?\d+$/i,
  // Decimals, dates, times, amounts.
  /^\d+[\s.,:/-][\d\s.,:/-]*%?$|^\d+\s*(%|kr)$/i,
  new RegExp(`^\\d{1,4}[\\s./-]?${MONTH}([\\s./-]?\\d{1,4})?$|^${MONTH}[\\s./-]?\\d{1,4}$`, 'i'),
  /^(sant|falskt|true|false)$/i,
];

/** One CSV line for Swedish Excel. */
export function csvLine(values: Cell[]): string {
  const written = values.map((value) => {
    const safe = writeCell(value);
    return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(';')}\r\n`;
}

/**
 * Writes a text that a spreadsheet would change as a formula that returns it, `="0012"`, and prefixes a cell that would
 * be a formula with an apostrophe. `readCell` undoes both.
 */
function writeCell(value: Cell): string {
  if (value === null || typeof value === 'number') return String(value ?? '');
  if (typeof value === 'string') return FORMULA.test(value) ? `'${value}` : value;
  const { text } = value;
  const isReadOtherwise = READ_OTHERWISE.some((pattern) => pattern.test(text));
  return isReadOtherwise ? `="${text.replaceAll('"', '""')}"` : text;
}

/** The value of a cell that `csvLine` wrote, without its quotes. */
export function readCell(written: string): string {
  const text = /^="((?:[^"]|"")*)"$/.exec(written)?.[1];
  if (text !== undefined) return text.replaceAll('""', '"');
  return written.startsWith("'") && FORMULA.test(written.slice(1)) ? written.slice(1) : written;
}

/** Streams lines. Queries that produce them run as the viewer of the request (DATA-5). */
export function csvStream(lines: AsyncGenerator<string>): Readable {
  const asCaller = AsyncLocalStorage.snapshot();
  const next = () => asCaller(() => lines.next());
  return Readable.from({
    [Symbol.asyncIterator]: () => ({ next, return: () => lines.return(undefined) }),
  });
}
