/** Parses a time of day («14:30», «14.30», «1430», «9», «930») to HH:MM. Null if invalid. */
export function readTime(written: string): string | null {
  const match = /^(\d{1,2})(?:[:.]?([0-5]\d))?$/.exec(written.trim());
  if (match === null) return null;
  const [, hours = '', minutes = '00'] = match;
  return Number(hours) < 24 ? `${hours.padStart(2, '0')}:${minutes}` : null;
}
