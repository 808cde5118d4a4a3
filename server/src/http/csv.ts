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

/** A row of a table, and the line of the file that it starts on. */
export interface CsvLine {
  line: number;
  cells: string[];
}

/** A file that cannot be split into rows. */
export class CsvFault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const SEPARATORS = [';', '\t', ','];

/** A row with more cells is refused. */
const MAX_CELLS = 1_000;

/**
 * Splits a CSV into rows (RFC 4180), one at a time. The first line that is not blank decides whether semicolons, tabs or commas
 * separate cells. Rows without any text are skipped. A quote inside a plain cell is text.
 * @throws CsvFault for a quote without end, text after a closing quote, or too many cells
 */
export function* csvRows(text: string): Generator<CsvLine> {
  const first = firstLine(text);
  const separator = SEPARATORS.find((one) => first.includes(one)) ?? ',';
  const plainEnd = new RegExp(`[${separator}\r\n]|$`, 'g');
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const row: CsvLine = { line, cells: [] };
    for (;;) {
      let end: number;
      if (text[at] === '"') {
        end = quoteEnd(text, at, line);
        const quoted = text.slice(at + 1, end - 1);
        line += quoted.match(/\r\n|\r|\n/g)?.length ?? 0;
        row.cells.push(quoted.replaceAll('""', '"'));
      } else {
        plainEnd.lastIndex = at;
        end = plainEnd.exec(text)!.index;
        row.cells.push(text.slice(at, end));
      }
      if (row.cells.length > MAX_CELLS) throw new CsvFault(line, 'has too many cells');
      const next = text[end];
      if (next !== separator && next !== '\r' && next !== '\n' && next !== undefined)
        throw new CsvFault(line, 'has text after a quote');
      at = end + (next === '\r' && text[end + 1] === '\n' ? 2 : 1);
      if (next !== separator) break;
    }
    line++;
    if (row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
}

/** The first line that is not blank. One expression for it would take quadratic time on a long blank line. */
function firstLine(text: string): string {
  const at = text.search(/\S/);
  const start = Math.max(text.lastIndexOf('\n', at), text.lastIndexOf('\r', at)) + 1;
  return /^[^\r\n]*/.exec(text.slice(start))![0];
}

/** The position after the quote that closes the one at `from`. */
function quoteEnd(text: string, from: number, line: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  if (at < 0) throw new CsvFault(line, 'has a quote that does not end');
  return at + 1;
}
