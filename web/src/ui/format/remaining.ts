const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The time left: «2 dagar 3 tim», «3 tim 12 min», «3 min 12 s», «9 s»; «0 s» after the end. Rounds up to whole
 * seconds, so that the last second is shown as 1. Uses no-break spaces.
 */
export function formatRemaining(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / SECOND_MS) * SECOND_MS);
  const parts =
    left >= DAY_MS
      ? [days(Math.floor(left / DAY_MS)), `${Math.floor((left % DAY_MS) / HOUR_MS)} tim`]
      : left >= HOUR_MS
        ? [`${Math.floor(left / HOUR_MS)} tim`, `${Math.floor((left % HOUR_MS) / MINUTE_MS)} min`]
        : left >= MINUTE_MS
          ? [`${Math.floor(left / MINUTE_MS)} min`, `${(left % MINUTE_MS) / SECOND_MS} s`]
          : [`${left / SECOND_MS} s`];
  return parts.join(' ').replaceAll(' ', '\u00a0');
}

function days(count: number): string {
  return count === 1 ? '1 dag' : `${count} dagar`;
}

const SPOKEN: [number, string][] = [
  [10 * SECOND_MS, '10 sekunder kvar'],
  [MINUTE_MS, '1 minut kvar'],
  [5 * MINUTE_MS, '5 minuter kvar'],
  [10 * MINUTE_MS, '10 minuter kvar'],
];

/** The screen reader announcement at this time left: the last mark passed, or null before the first. */
export function spokenMark(ms: number): string | null {
  if (ms <= 0) return null;
  return SPOKEN.find(([mark]) => ms <= mark)?.[1] ?? null;
}

/** Returns whether less than ten minutes are left; the card and the panel then turn amber. */
export function isEndingSoon(ms: number): boolean {
  return ms > 0 && ms < 10 * MINUTE_MS;
}
