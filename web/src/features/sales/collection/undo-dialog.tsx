import type { Auction } from '@restvarde/contract/auctions/auction';
import { undoPurchase } from '@restvarde/contract/sale-calls/collections';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { useCollectionAct } from './use-collection-act.ts';

/** Cancels a purchase (PICK-8). */
export default function UndoDialog(props: { auction: Auction; onClose: () => void }) {
  const { auction, onClose } = props;
  const [reason, setReason] = useState('');
  const [agreed, setAgreed] = useState(false);
  const { mutate, isPending, refused, failure } = useCollectionAct(auction.id, {
    act: () => call(undoPurchase, { params: { id: auction.id }, body: { reason, agreed } }),
    done: 'Köpet är hävt.',
    onDone: onClose,
  });
  return (
    <AlertDialog
      title="Häv köpet"
      onOpenChange={onClose}
      confirmLabel="Häv köpet"
      onConfirm={mutate}
      isPending={isPending}
      pendingLabel="Häver köpet …"
      isDanger
      error={failure}
    >
      <p>
        Köparen får ett mejl om det, och hämtkoden slutar gälla. Sedan kan du välja en annan
        vinnare.
      </p>
      <TextArea
        label="Skäl"
        description="Sparas i auktionens historik."
        value={reason}
        onChange={setReason}
        error={refused.reason?.[0]}
        isRequired
      />
      <Checkbox
        isSelected={agreed}
        onChange={setAgreed}
        description="Behövs medan lagringen är fri."
      >
        Köparen har godkänt
      </Checkbox>
    </AlertDialog>
  );
}
