import { addDays, stockholmDate, TIME_ZONE, weekdayDate } from '@restvarde/contract/dates';

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});
const secondsFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** An instant of the API (ISO 8601), or milliseconds since 1970. */
export type Instant = string | number | Date;

/** The date in Stockholm, YYYY-MM-DD (FMT-1). */
export function formatDate(at: Instant): string {
  return stockholmDate(new Date(at));
}

/** The time of day in Stockholm, HH:MM (FMT-1). */
export function formatTime(at: Instant): string {
  return timeFormat.format(new Date(at));
}

/** The time of day in Stockholm, HH:MM:SS. */
export function formatSeconds(at: Instant): string {
  return secondsFormat.format(new Date(at));
}

/**
 * The time of day of an end that a late bid has moved. Includes seconds unless the minute is whole, since the next
 * late bid may move it within the same minute (BID-6).
 */
export function formatMovedEnd(at: Instant): string {
  return new Date(at).getTime() % 60_000 < 1000 ? formatTime(at) : formatSeconds(at);
}

/** «2026-11-20 14:30» with a no-break space. */
export function formatDateTime(at: Instant): string {
  return `${formatDate(at)}\u00a0${formatTime(at)}`;
}

/** «i dag 14:30», «i morgon 09:00», «i går 16:05», else «tis 24 nov 14:30» (FMT-1). `now` is the server's time. */
export function formatWhen(at: Instant, now: Instant): string {
  const day = formatDate(at);
  const today = formatDate(now);
  const name =
    day === today
      ? 'i\u00a0dag'
      : day === addDays(today, 1)
        ? 'i\u00a0morgon'
        : day === addDays(today, -1)
          ? 'i\u00a0går'
          : weekdayDate(day, today);
  return `${name}\u00a0${formatTime(at)}`;
}

/**
 * Returns whether the device's time zone differs from Stockholm's at that instant; the page then adds «svensk tid».
 * False on the server, which does not know the device.
 */
export function isElsewhere(at: Instant): boolean {
  if (typeof document === 'undefined') return false;
  const instant = new Date(at);
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16) !== `${formatDate(at)}T${formatTime(at)}`;
}
