import type { Todo } from '@restvarde/contract/statistics';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { auctionQuery } from '../../../features/auctions/auction-query.ts';
import NotifyDialog from '../../../features/bidding/staff/notify-dialog.tsx';
import { NOTIFIED, useNotifyWinner } from '../../../features/bidding/staff/use-notify-winner.ts';
import WinnerDialog from '../../../features/bidding/staff/winner-dialog.tsx';
import { showSuccess, showToast } from '../../../ui/feedback/toast.ts';
import type { TodoDialogAct } from './todo-kinds.ts';

const OfferDialog = lazy(() => import('../../../features/bidding/staff/offer-dialog.tsx'));
const DeclineDialog = lazy(() => import('../../../features/bidding/staff/decline-dialog.tsx'));

export interface TodoDialogProps {
  todo: Todo;
  act: TodoDialogAct;
  /** Called when it is done. False if the winner has been chosen and remains to be notified. */
  onDone: (isSettled: boolean) => void;
  onClose: () => void;
}

/** Asks before settling a row of «Att göra», like the auction's own page (AUC-8, AUC-10, OFFER-5, OFFER-7). */
export default function TodoDialog({ todo, act, onDone, onClose }: TodoDialogProps) {
  if (act === 'offer' || act === 'decline')
    return <OnAuction {...{ todo, act, onDone, onClose }} />;
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

/** The dialogs that need the whole auction. */
function OnAuction(props: TodoDialogProps) {
  const { todo, act, onDone, onClose } = props;
  const { data: auction, error } = useQuery(auctionQuery(todo.auction_id));
  useEffect(() => {
    if (auction !== undefined || error === null) return;
    showToast({ tone: 'danger', text: error.message });
    onClose();
  }, [auction, error, onClose]);
  if (auction === undefined) return null;
  const onSettled = () => onDone(true);
  return act === 'offer' ? (
    <OfferDialog auction={auction} bid={todo.bid} onDone={onSettled} onClose={onClose} />
  ) : (
    <DeclineDialog auction={auction} onDone={onSettled} onClose={onClose} />
  );
}

function Notify(
  props: Omit<TodoDialogProps, 'act'> & {
    auction: Parameters<typeof NotifyDialog>[0]['auction'];
  },
) {
  const { auction, todo, onDone, onClose } = props;
  const { mutate, isPending, failure } = useNotifyWinner(auction.id, () => {
    showSuccess(NOTIFIED);
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
