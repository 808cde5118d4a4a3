import { readCell } from '../http/csv.ts';
import { StartError } from '../start-error.ts';

/** A row by column name, and the line of the file that it starts on. */
export interface CsvRow {
  line: number;
  cells: Record<string, string>;
}

/**
 * Parses a CSV as Swedish Excel and others write it: UTF-8 with or without a byte order mark, commas or semicolons,
 * quoted cells, and texts guarded as in the product's exports. Skips empty lines.
 * @throws StartError for an unclosed quote, a head without these names, or a row of another length.
 */
export function readCsv(text: string, names: string[]): CsvRow[] {
  const [head, ...rows] = splitRows(text.replace(/^\uFEFF/, ''));
  const found = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) throw new StartError(`The first line must name ${missing.join(', ')}.`);
  return rows.map(({ line, cells }) => {
    if (cells.length !== found.length) {
      throw new StartError(
        `Line ${line} has ${cells.length} cells, and the first line names ${found.length}.`,
      );
    }
    return {
      line,
      cells: Object.fromEntries(found.map((name, at) => [name, readCell(cells[at]!.trim())])),
    };
  });
}

function splitRows(text: string): { line: number; cells: string[] }[] {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const separator = first.includes(';') ? ';' : ',';
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let line = 1;
  let beginsOn = 1;
  // A cell is quoted or plain. A separator, a line end or the file's end follows.
  const cell =
    separator === ';' ? /"((?:[^"]|"")*)"|([^";\r\n]*)/y : /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  for (let at = 0; at <= text.length; at++) {
    cell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? [];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    at += whole.length;
    const next = text[at];
    if (next === separator) continue;
    if (next !== undefined && next !== '\r' && next !== '\n')
      throw new StartError(`Line ${line} has a quote that does not end, or stands within a cell.`);
    if (cells.some(Boolean)) rows.push({ line: beginsOn, cells });
    cells = [];
    if (next === '\r' && text[at + 1] === '\n') at++;
    line++;
    beginsOn = line;
  }
  return rows;
}
