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
