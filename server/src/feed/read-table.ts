import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { IMPORT_MAX_ROWS, IMPORT_SENTENCE } from '@restvarde/contract/feed/import-auctions';
import { CsvFault, type CsvLine, csvRows, readCell } from '../http/csv.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import { type Columns, readHeadings } from './import-columns.ts';

/** A file as columns and rows. */
export interface Table extends Columns {
  rows: CsvLine[];
}

/** Rows that are read before other calls get a turn. */
const ROWS_AT_ONCE = 25;

/**
 * Reads the rows of an uploaded CSV (FEED-7).
 * @throws DomainError 415 if it is not a CSV; 400 with `detail` for too many rows, unknown columns, no row, a column twice
 */
export async function readTable(path: string): Promise<Table> {
  const text = decode(await readFile(path));
  try {
    const lines = csvRows(text);
    const head = lines.next();
    const rows: CsvLine[] = [];
    for (const { line, cells } of lines) {
      if (rows.length === IMPORT_MAX_ROWS) throw refuse.detail(IMPORT_SENTENCE.tooManyRows);
      rows.push({ line, cells: cells.map((cell) => readCell(cell.trim())) });
      if (rows.length % ROWS_AT_ONCE === 0) await turn();
    }
    const { twice, ...columns } = readHeadings(head.value?.cells ?? []);
    if (rows.length === 0) throw refuse.detail(IMPORT_SENTENCE.noRow);
    if (twice !== null) throw refuse.detail(IMPORT_SENTENCE.twice(twice));
    return { ...columns, rows };
  } catch (error) {
    if (error instanceof CsvFault) throw noCsv();
    throw error;
  }
}

const noCsv = () => new DomainError(415, { file: [IMPORT_SENTENCE.noCsv] });

/** UTF-8 with or without a byte order mark, else Windows-1252. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0));
  if (isUtf16 || bytes.includes(0)) throw noCsv();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
