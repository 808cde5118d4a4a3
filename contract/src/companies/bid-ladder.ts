import * as z from 'zod/mini';
import { MAX_AMOUNT } from '../fields.ts';

/** SET-2, verbatim. */
export const LADDER_SENTENCE = {
  noMin: 'Du måste ange intervallets lägsta pris',
  noMax: 'Du måste ange intervallets högsta pris',
  noIncrement: 'Du måste ange lägsta höjning för intervallet',
  belowZero: 'Priset får inte vara mindre än noll',
  minBelowMax: 'Priset måste vara mindre än intervallets högsta pris',
  maxAboveMin: 'Priset måste vara högre än intervallets lägsta pris',
  overlap: 'Intervallen får inte överlappa',
  increment: 'Höjningen måste vara minst 1 kr',
} as const;

/** A row of a form; null is an empty cell. */
export interface LadderRow {
  min_price: number | null;
  max_price: number | null;
  increment: number | null;
}

/** The error of one cell. */
export interface LadderFault {
  row: number;
  field: keyof LadderRow;
  sentence: string;
}

type Filled = { [field in keyof LadderRow]: number };

/** True if a row has any value; empty rows are ignored (SET-2). */
const isEmpty = (row: LadderRow) =>
  row.min_price === null && row.max_price === null && row.increment === null;
const isFilled = (row: LadderRow): row is Filled =>
  row.min_price !== null && row.max_price !== null && row.increment !== null;

/** The errors in the rows of bid increments, by cell (SET-2). Empty rows are valid. */
export function ladderFaults(rows: readonly LadderRow[]): LadderFault[] {
  const faults: LadderFault[] = [];
  rows.forEach((row, index) => {
    if (isEmpty(row)) return;
    const own = cellFaults(row);
    const earlier = rows.slice(0, index).filter((other) => cellFaults(other).length === 0);
    if (own.length === 0 && earlier.some((other) => overlap(row, other)))
      own.push(['min_price', LADDER_SENTENCE.overlap]);
    faults.push(...own.map(([field, sentence]) => ({ row: index, field, sentence })));
  });
  return faults;
}

function cellFaults(row: LadderRow): [keyof LadderRow, string][] {
  const { min_price, max_price, increment } = row;
  const faults: [keyof LadderRow, string][] = [];
  if (min_price === null) faults.push(['min_price', LADDER_SENTENCE.noMin]);
  else if (min_price < 0) faults.push(['min_price', LADDER_SENTENCE.belowZero]);
  if (max_price === null) faults.push(['max_price', LADDER_SENTENCE.noMax]);
  if (min_price !== null && max_price !== null && min_price >= max_price) {
    if (min_price >= 0) faults.push(['min_price', LADDER_SENTENCE.minBelowMax]);
    faults.push(['max_price', LADDER_SENTENCE.maxAboveMin]);
  }
  if (increment === null) faults.push(['increment', LADDER_SENTENCE.noIncrement]);
  else if (increment < 1) faults.push(['increment', LADDER_SENTENCE.increment]);
  return faults;
}

function overlap(row: LadderRow, other: LadderRow): boolean {
  return (
    isFilled(row) &&
    isFilled(other) &&
    row.min_price < other.max_price &&
    other.min_price < row.max_price
  );
}

const MAX_ROWS = 100;

/**
 * The rows of bid increments, parsed by `cell`; the output has the filled rows, lowest first. An error is at
 * its cell (`bid_increment_intervals.0.min_price`, rows counted as they were sent), and at the whole field.
 */
export const bidLadder = <I>(cell: z.ZodMiniType<number | null, I>) => {
  const amount = cell.check(
    z.refine((kronor) => kronor === null || kronor <= MAX_AMOUNT, 'Högst 999 999 999 kr.'),
  );
  return z.pipe(
    z
      .array(z.object({ min_price: amount, max_price: amount, increment: amount }))
      .check(z.maxLength(MAX_ROWS), ({ value, issues }) => {
        for (const { row, field, sentence } of ladderFaults(value))
          issues.push({ code: 'custom', path: [row, field], message: sentence, input: value });
      }),
    z.transform((rows: LadderRow[]) =>
      rows.filter(isFilled).sort((a, b) => a.min_price - b.min_price),
    ),
  );
};
