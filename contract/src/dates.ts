/** The one time zone of the product. */
export const TIME_ZONE = 'Europe/Stockholm';

/** The winner collects the object at the latest this many days after the end (AUC-1). */
export const PICKUP_DAYS = 10;

/** The winner pays at the latest this many days after the end (TERMS-1). */
export const PAYMENT_DAYS = 30;

/** The winner examines the object at the latest this many days after being notified (TERMS-1). */
export const EXAMINATION_DAYS = 10;

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });

/** The calendar date in Stockholm of an instant, as YYYY-MM-DD. */
export function stockholmDate(at: Date): string {
  return dayFormat.format(at);
}

const timeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, timeStyle: 'short' });

/** The time of day in Stockholm of an instant, as HH:MM. */
export function stockholmTime(at: Date): string {
  return timeFormat.format(at);
}

const WEEKDAYS = ['sön', 'mån', 'tis', 'ons', 'tor', 'fre', 'lör'];
const MONTHS = [
  'jan',
  'feb',
  'mars',
  'apr',
  'maj',
  'juni',
  'juli',
  'aug',
  'sep',
  'okt',
  'nov',
  'dec',
];

/**
 * «tis 24 nov», with the year if it differs from that of `today`, and no-break spaces (FMT-1). Dates are YYYY-MM-DD.
 */
export function weekdayDate(day: string, today: string): string {
  const [year = '', month, date] = day.split('-');
  const weekday = WEEKDAYS[new Date(day).getUTCDay()];
  const name = `${weekday}\u00a0${Number(date)}\u00a0${MONTHS[Number(month) - 1]}`;
  return today.startsWith(year) ? name : `${name}\u00a0${year}`;
}

/** A calendar date moved by whole days, YYYY-MM-DD in and out. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The last day to collect: the end's date in Stockholm + 10 days, as YYYY-MM-DD (AUC-1). */
export function pickupDate(end_dt: Date): string {
  return addDays(stockholmDate(end_dt), PICKUP_DAYS);
}

/** Is this a date that exists, written YYYY-MM-DD? PostgreSQL has no year 0. */
export function isDate(written: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(written) &&
    written >= '0001' &&
    !Number.isNaN(Date.parse(`${written}T00:00:00Z`)) &&
    addDays(written, 0) === written
  );
}

const partsFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** How far Stockholm's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number): number {
  const parts = Object.fromEntries(
    partsFormat.formatToParts(at).map((part) => [part.type, Number(part.value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const shown = Date.UTC(
    parts.year,
    parts.month - 1,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  );
  return shown - Math.floor(at / 1000) * 1000;
}

/**
 * The instant of a wall clock time in Stockholm, `YYYY-MM-DDTHH:MM`, as Temporal's «compatible» has it
 * (FORM-1): a time that spring skips moves forward, one that autumn repeats is the first.
 * Written on Intl, since the browsers that we support do not all have Temporal; a test holds it to Temporal.
 */
export function stockholmInstant(local: string): Date {
  const asUtc = Date.parse(`${local}:00Z`);
  const before = offsetAt(asUtc - 86_400_000);
  const after = offsetAt(asUtc + 86_400_000);
  const earlier = asUtc - before;
  if (offsetAt(earlier) === before) return new Date(earlier);
  const later = asUtc - after;
  return offsetAt(later) === after ? new Date(later) : new Date(earlier);
}
