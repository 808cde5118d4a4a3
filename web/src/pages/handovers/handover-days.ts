import { addDays, stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import type { Handover } from '@restvarde/contract/sale-calls/handovers';

/** The rows of a day, in the order of the list. */
export interface HandoverDay {
  /** YYYY-MM-DD; '' for those without a booked time. */
  date: string;
  title: string;
  rows: Handover[];
}

/** Groups the list by the day of the booked time, or of the hand-over (PICK-7). `now` is the server's time. */
export function handoverDays(rows: readonly Handover[], now: number): HandoverDay[] {
  const days: HandoverDay[] = [];
  for (const row of rows) {
    const at = row.state === 'handed_over' ? row.handed_over_at : row.booked_dt;
    const date = at === null ? '' : stockholmDate(new Date(at));
    const last = days.at(-1);
    if (last?.date === date) last.rows.push(row);
    else days.push({ date, title: titleOf(date, stockholmDate(new Date(now))), rows: [row] });
  }
  return days;
}

function titleOf(date: string, today: string): string {
  if (date === '') return 'Ingen tid bokad';
  const name = weekdayDate(date, today);
  if (date === today) return `I dag, ${name}`;
  if (date === addDays(today, 1)) return `I morgon, ${name}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether the object's free storage has passed and it is still there (PICK-6). */
export const isPastFree = (row: Pick<Handover, 'state' | 'free_until'>, now: number): boolean =>
  row.state !== 'handed_over' && row.free_until < stockholmDate(new Date(now));
