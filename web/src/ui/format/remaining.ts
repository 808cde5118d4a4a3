const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The time left in words: «2 dagar 3 tim», «3 tim 12 min», «3 min 12 s», «9 s»; «0 s» from the end on.
 * Counted up to the next whole second, so that the last second is shown as 1. No-break spaces throughout.
 */
export function formatRemaining(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / SECOND) * SECOND);
  const parts =
    left >= DAY
      ? [days(Math.floor(left / DAY)), `${Math.floor((left % DAY) / HOUR)} tim`]
      : left >= HOUR
        ? [`${Math.floor(left / HOUR)} tim`, `${Math.floor((left % HOUR) / MINUTE)} min`]
        : left >= MINUTE
          ? [`${Math.floor(left / MINUTE)} min`, `${(left % MINUTE) / SECOND} s`]
          : [`${left / SECOND} s`];
  return parts.join(' ').replaceAll(' ', '\u00a0');
}

function days(count: number): string {
  return count === 1 ? '1 dag' : `${count} dagar`;
}

const SPOKEN: [number, string][] = [
  [10 * SECOND, '10 sekunder kvar'],
  [MINUTE, '1 minut kvar'],
  [5 * MINUTE, '5 minuter kvar'],
  [10 * MINUTE, '10 minuter kvar'],
];

/** What a screen reader is told at this time left: the nearest mark already passed, or null before the first. */
export function spokenMark(ms: number): string | null {
  if (ms <= 0) return null;
  return SPOKEN.find(([mark]) => ms <= mark)?.[1] ?? null;
}

/** Is it so near the end that the card and the panel say it in amber? Ten minutes. */
export function isEndingSoon(ms: number): boolean {
  return ms > 0 && ms < 10 * MINUTE;
}
