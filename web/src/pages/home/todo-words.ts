import { pickupDate } from '@restvarde/contract/dates';
import type { Todo } from '@restvarde/contract/statistics';

/** What is to be done, and why (HOME-4). */
export function todoWords({ kind, end_dt }: Pick<Todo, 'kind' | 'end_dt'>): {
  task: string;
  reason: string;
} {
  if (kind === 'no_winner') {
    return { task: 'Välj vinnare', reason: 'Avslutad med bud, men utan vinnare' };
  }
  if (kind === 'not_notified') {
    return { task: 'Meddela vinnare', reason: 'Vinnaren är inte meddelad' };
  }
  return {
    task: 'Kontrollera hämtning',
    reason: `Skulle ha hämtats senast ${pickupDate(new Date(end_dt))}`,
  };
}
