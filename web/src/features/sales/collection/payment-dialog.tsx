import type { Auction } from '@restvarde/contract/auctions/auction';
import { stockholmDate } from '@restvarde/contract/dates';
import type { Collection } from '@restvarde/contract/sale/collection';
import { changeCollection } from '@restvarde/contract/sale-calls/collections';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { useCollectionAct } from './use-collection-act.ts';

/** Records the date of the winner's payment, or removes it (PICK-3). */
export default function PaymentDialog(props: {
  auction: Auction;
  collection: Collection;
  onClose: () => void;
}) {
  const { auction, collection, onClose } = props;
  const { paid_at, released_at } = collection;
  const [date, setDate] = useState(paid_at ?? stockholmDate(new Date(serverClock.now())));
  const { mutate, isPending, refused, failure } = useCollectionAct(auction.id, {
    act: () =>
      call(changeCollection, {
        params: { id: auction.id },
        body: { paid_at: date === '' ? null : date },
      }),
    done: date === '' ? 'Noteringen om betalning är borttagen.' : 'Betalningen är noterad.',
    onDone: onClose,
  });
  return (
    <AlertDialog
      title="Betalning"
      onOpenChange={onClose}
      confirmLabel="Spara"
      onConfirm={mutate}
      isPending={isPending}
      pendingLabel="Sparar …"
      error={failure}
    >
      {released_at === null && <p>Köparen får hämtkoden när betalningen är noterad.</p>}
      <DateField
        label="Betalt den"
        description="Lämna tomt om objektet inte är betalt."
        value={date}
        onChange={setDate}
        error={refused.paid_at?.[0]}
      />
    </AlertDialog>
  );
}
