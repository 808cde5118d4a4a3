import { isDate } from '@restvarde/contract/dates';

/** What may stand in a date field while it is written: the rest is dropped (FMT-2). */
export function stripDate(written: string): string {
  return written.replace(/[^0-9./-]+/g, '');
}

/** The date itself, or the nearest that is allowed; YYYY-MM-DD in and out. */
export function clampDate(date: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && date < min) return min;
  if (max !== undefined && date > max) return max;
  return date;
}

/** The date itself, or the nearest within the months that hold the first and the last day allowed. */
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
 * The value that a written text sets: the date if it is one, YYYY-MM-DD, brought within the bounds; '' for
 * nothing; undefined for all else, which sets no value (FMT-2).
 */
export function readDate(written: string, min?: string, max?: string): string | undefined {
  if (written === '') return '';
  return isDate(written) ? clampDate(written, min, max) : undefined;
}

/** The years to choose from: from the first to the last allowed, else ten on either side (FMT-2). */
export function yearChoices(around: number, min?: string, max?: string): number[] {
  const first = min === undefined ? around - 10 : Number(min.slice(0, 4));
  const last = max === undefined ? around + 10 : Number(max.slice(0, 4));
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index);
}
