import { incrementAt } from '@restvarde/contract/bids/bid-rules';
import { type LadderRow, ladderFaults } from '@restvarde/contract/companies/bid-ladder';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import { formatKronor, parseKronor } from '@restvarde/contract/money';
import { formatNumber } from '../../ui/format/numbers.ts';

/** A row of bid increments as typed. */
export type WrittenRow = { min_price: string; max_price: string; increment: string };

export const EMPTY_ROW: WrittenRow = { min_price: '', max_price: '', increment: '' };

/** The rows of a company, followed by an empty one (SET-2). */
export function toWrittenRows(ladder: readonly BidIncrement[]): WrittenRow[] {
  const rows = ladder.map(({ min_price, max_price, increment }) => ({
    min_price: formatNumber(min_price),
    max_price: formatNumber(max_price),
    increment: formatNumber(increment),
  }));
  return [...rows, { ...EMPTY_ROW }];
}

export function isEmptyRow(row: WrittenRow): boolean {
  return Object.values(row).every((cell) => cell.trim() === '');
}

/** The parsed rows. Null if any is incomplete or invalid. */
export function readLadder(rows: readonly WrittenRow[]): BidIncrement[] | null {
  const read = rows.filter((row) => !isEmptyRow(row)).map(readRow);
  if (read.some((row) => row === null) || ladderFaults(read as LadderRow[]).length > 0) return null;
  return read as BidIncrement[];
}

function readRow(row: WrittenRow): BidIncrement | null {
  const min_price = parseKronor(row.min_price);
  const max_price = parseKronor(row.max_price);
  const increment = parseKronor(row.increment);
  if (min_price === null || max_price === null || increment === null) return null;
  return { min_price, max_price, increment };
}

const USUAL_EXAMPLE = 48_500;

/**
 * «Vid 48 500 kr är lägsta nästa bud 49 000 kr.» The amount is one for which the company has chosen an increment
 * (BID-4).
 */
export function ladderExample(ladder: readonly BidIncrement[]): string {
  const isCovered = ladder.some(
    (step) => step.min_price <= USUAL_EXAMPLE && USUAL_EXAMPLE < step.max_price,
  );
  const last = ladder.toSorted((a, b) => a.min_price - b.min_price).at(-1);
  const amount = isCovered || last === undefined ? USUAL_EXAMPLE : last.min_price;
  const next = amount + incrementAt(ladder, amount);
  const example = `Vid ${formatKronor(amount)} är lägsta nästa bud ${formatKronor(next)}.`;
  if (last === undefined) return `${example} Ange minst ett intervall för större höjningar.`;
  return `${example} Från ${formatKronor(last.max_price)} är höjningen ${formatKronor(last.increment)}, som i det sista intervallet.`;
}

/** The rule for a bid between two rows: «Mellan 10 000 kr och 20 000 kr gäller raden under.» Null without a gap. */
export function ladderGap(ladder: readonly BidIncrement[]): string | null {
  const steps = ladder.toSorted((a, b) => a.min_price - b.min_price);
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    if (next === undefined || next.min_price === step.max_price) continue;
    const from = formatKronor(step.max_price);
    const to = formatKronor(next.min_price);
    return `Mellan ${from} och ${to} finns inget intervall. Där är höjningen ${formatKronor(step.increment)}, som i intervallet under.`;
  }
  return null;
}
