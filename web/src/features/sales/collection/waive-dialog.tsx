import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/sale/collection';
import { storageSentence } from '@restvarde/contract/sale/storage';
import { COLLECTION_SENTENCE, changeCollection } from '@restvarde/contract/sale-calls/collections';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { useCollectionAct } from './use-collection-act.ts';

/** Waives the fee for storage days, for a reason (PICK-6). */
export default function WaiveDialog(props: {
  auction: Auction;
  collection: Collection;
  onClose: () => void;
}) {
  const { auction, collection, onClose } = props;
  const [days, setDays] = useState(String(collection.waived_days || ''));
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isNumber = /^\d{1,3}$/.test(days.trim());
  const { mutate, isPending, refused, failure } = useCollectionAct(auction.id, {
    act: () =>
      call(changeCollection, {
        params: { id: auction.id },
        body: { waived_days: Number(days), reason },
      }),
    done: 'Lagringen är ändrad.',
    onDone: onClose,
  });

  function save() {
    setAsked(true);
    if (!isNumber) return false;
    mutate();
    return true;
  }

  return (
    <AlertDialog
      title="Stryk lagringsdygn"
      onOpenChange={onClose}
      confirmLabel="Spara"
      onConfirm={save}
      isPending={isPending}
      pendingLabel="Sparar …"
      error={failure}
    >
      {collection.storage_days > 0 && <p>{`${storageSentence(collection)}.`}</p>}
      <TextField
        label="Antal dygn"
        value={days}
        onChange={setDays}
        inputMode="numeric"
        autoComplete="off"
        error={isAsked && !isNumber ? COLLECTION_SENTENCE.waivedDays : refused.waived_days?.[0]}
        isRequired
      />
      <TextArea
        label="Skäl"
        description="Sparas i auktionens historik."
        value={reason}
        onChange={setReason}
        error={refused.reason?.[0]}
        isRequired
      />
    </AlertDialog>
  );
}
