import { notifyWinner } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import type { Todo } from '@restvarde/contract/statistics';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { whyNotNotified } from '../../../features/bidding/staff/use-notify-winner.ts';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import styles from './todo-queue.module.css';

/**
 * Asks before notifying several winners, one call each (HOME-5). Those that are refused stay, with the reason; a
 * second press tries them again.
 */
export default function NotifyAllDialog(props: {
  todos: readonly Todo[];
  onNotified: (todo: Todo) => void;
  onClose: () => void;
}) {
  const { todos, onNotified, onClose } = props;
  const [isPending, setPending] = useState(false);
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());

  async function notifyAll() {
    setPending(true);
    const refused = new Map<number, string>();
    for (const todo of todos) {
      try {
        await call(notifyWinner, { params: { id: todo.auction_id } });
        onNotified(todo);
      } catch (error) {
        refused.set(todo.auction_id, whyNotNotified(error as Error));
      }
    }
    setPending(false);
    setFailures(refused);
    const done = todos.length - refused.size;
    if (done > 0)
      showSuccess(`${formatCount(done, 'vinnare', 'vinnare')} blir meddelade inom kort.`);
    if (refused.size === 0) onClose();
  }

  return (
    <AlertDialog
      title={`Meddela ${formatCount(todos.length, 'vinnare', 'vinnare')}`}
      onOpenChange={onClose}
      confirmLabel={`Meddela alla ${todos.length}`}
      onConfirm={() => void notifyAll()}
      isPending={isPending}
      pendingLabel="Meddelar …"
      error={
        failures.size === 0
          ? null
          : `${formatCount(failures.size, 'vinnare', 'vinnare')} kunde inte meddelas.`
      }
    >
      <p>Var och en får ett mejl om att budet har vunnit. Mejlen kan inte tas tillbaka.</p>
      <ul className={styles.winners}>
        {todos.map((todo) => (
          <li key={todo.auction_id}>
            <span>
              <b>{todo.bid.service_station_name}</b>
              <span>{`, ${formatKronor(todo.bid.bid)}: ${`${todo.manufacturer} ${todo.model}`.trim()}, ${todo.number}`}</span>
            </span>
            {failures.has(todo.auction_id) && (
              <span className={styles.refused}>{failures.get(todo.auction_id)}</span>
            )}
          </li>
        ))}
      </ul>
    </AlertDialog>
  );
}
