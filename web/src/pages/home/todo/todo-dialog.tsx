import type { Todo } from '@restvarde/contract/statistics';
import NotifyDialog from '../../../features/bids/staff/notify-dialog.tsx';
import { NOTIFIED, useNotifyWinner } from '../../../features/bids/staff/use-notify-winner.ts';
import WinnerDialog from '../../../features/bids/staff/winner-dialog.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';

export interface TodoDialogProps {
  todo: Todo;
  act: 'choose' | 'notify';
  /** Called when it is done. `isNotified` is true if the winner has been notified too. */
  onDone: (isNotified: boolean) => void;
  onClose: () => void;
}

/** Asks before settling a row of «Att göra», like the auction's own page (AUC-8, AUC-10). */
export default function TodoDialog({ todo, act, onDone, onClose }: TodoDialogProps) {
  const auction = {
    id: todo.auction_id,
    number: todo.number,
    manufacturer: todo.manufacturer,
    model: todo.model,
    highest_bid: todo.highest_bid,
    reservation_price: todo.reservation_price,
    winning_bid: act === 'notify' ? todo.bid.bid : null,
    has_notified_winner: false,
  };
  return act === 'choose' ? (
    <WinnerDialog
      auction={auction}
      bid={todo.bid}
      onDone={(chosen) => onDone(chosen.has_notified_winner)}
      onClose={onClose}
    />
  ) : (
    <Notify auction={auction} todo={todo} onDone={onDone} onClose={onClose} />
  );
}

function Notify(
  props: Omit<TodoDialogProps, 'act'> & {
    auction: Parameters<typeof NotifyDialog>[0]['auction'];
  },
) {
  const { auction, todo, onDone, onClose } = props;
  const { mutate, isPending, failure } = useNotifyWinner(auction.id, () => {
    showToast({ tone: 'success', text: NOTIFIED });
    onDone(true);
  });
  return (
    <NotifyDialog
      auction={auction}
      winner={todo.bid}
      isPending={isPending}
      error={failure}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
