import { isDate } from '@restvarde/contract/dates';

/** Removes the characters that a date field does not accept (FMT-2). */
export function stripDate(written: string): string {
  return written.replace(/[^0-9./-]+/g, '');
}

/** Returns the nearest allowed date. Dates are YYYY-MM-DD. */
export function clampDate(date: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && date < min) return min;
  if (max !== undefined && date > max) return max;
  return date;
}

/** Returns the nearest date within the months of the first and the last allowed day. */
export function keepInMonths(
  date: string,
  min: string | undefined,
  max: string | undefined,
): string {
  if (min !== undefined && date < `${min.slice(0, 7)}-01`) return `${min.slice(0, 7)}-01`;
  if (max === undefined || date.slice(0, 7) <= max.slice(0, 7)) return date;
  const [year = 0, month = 0] = max.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * Parses the text of a date field: the date as YYYY-MM-DD, clamped to the bounds; '' if empty; undefined if it is no
 * date and sets no value (FMT-2).
 */
export function readDate(written: string, min?: string, max?: string): string | undefined {
  if (written === '') return '';
  return isDate(written) ? clampDate(written, min, max) : undefined;
}

/** The years to choose from: those within the bounds, or ten years before and after (FMT-2). */
export function yearChoices(around: number, min?: string, max?: string): number[] {
  const first = min === undefined ? around - 10 : Number(min.slice(0, 4));
  const last = max === undefined ? around + 10 : Number(max.slice(0, 4));
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index);
}
