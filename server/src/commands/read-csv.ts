import { CsvFault, type CsvLine, csvRows, readCell } from '../http/csv.ts';
import { StartError } from '../start-error.ts';

/** A row by column name, and the line of the file that it starts on. */
export interface CsvRow {
  line: number;
  cells: Record<string, string>;
}

/**
 * Parses a CSV as Swedish Excel and others write it: UTF-8 with or without a byte order mark, quoted cells, and texts
 * guarded as in the product's exports. Skips empty lines.
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

function splitRows(text: string): CsvLine[] {
  try {
    return [...csvRows(text)];
  } catch (error) {
    if (error instanceof CsvFault) throw new StartError(`Line ${error.line} ${error.message}.`);
    throw error;
  }
}
