import { stockholmInstant } from '@restvarde/contract/dates';
import { readTime } from '../../../ui/date/time-text.ts';
import { formatTime } from '../../../ui/format/dates.ts';

const HOUR_MS = 3_600_000;

/**
 * A note about a time in a night when the clocks change: spring skips an hour, autumn repeats one (FORM-1). Null for
 * all other times, or if date or time is missing.
 */
export function clockChange(date: string, time: string): string | null {
  if (date === '' || readTime(time) !== time) return null;
  const at = stockholmInstant(`${date}T${time}`).getTime();
  if (Number.isNaN(at)) return null;
  const shown = formatTime(at);
  if (shown !== time) {
    return `Klockan ställs om till sommartid den natten: ${time} finns inte, och blir ${shown}.`;
  }
  return formatTime(at + HOUR_MS) === time
    ? `Klockan ställs om till vintertid den natten: ${time} kommer två gånger, och den första gäller.`
    : null;
}
