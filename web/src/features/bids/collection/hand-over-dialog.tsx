import type { Auction } from '@restvarde/contract/auctions/auction';
import { handOver } from '@restvarde/contract/sales/collections';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { useCollectionAct } from './use-collection-act.ts';

/** Hands the object over to who shows the code, or without it for a reason (PICK-5). */
export default function HandOverDialog(props: { auction: Auction; onClose: () => void }) {
  const { auction, onClose } = props;
  const [code, setCode] = useState('');
  const [isWithoutCode, setWithoutCode] = useState(false);
  const [reason, setReason] = useState('');
  const [collectedBy, setCollectedBy] = useState('');
  const { mutate, isPending, refused, failure } = useCollectionAct(auction, {
    act: () =>
      call(handOver, {
        params: { id: auction.id },
        body: {
          collected_by: collectedBy,
          ...(isWithoutCode ? { reason } : { release_code: code.trim() || '-' }),
        },
      }),
    done: 'Objektet är utlämnat.',
    onDone: onClose,
  });
  return (
    <AlertDialog
      title="Lämna ut"
      isOpen
      onOpenChange={onClose}
      confirmLabel="Lämna ut"
      onConfirm={mutate}
      isPending={isPending}
      pendingLabel="Lämnar ut …"
      error={failure}
    >
      <p>
        {auction.manufacturer} {auction.model}, {auction.registration_number || auction.number}. Det
        går inte att ångra.
      </p>
      {isWithoutCode ? (
        <TextField
          label="Varför utan kod?"
          value={reason}
          onChange={setReason}
          error={refused.reason?.[0]}
          isRequired
        />
      ) : (
        <TextField
          label="Köparens kod"
          placeholder="K7M-2QX"
          value={code}
          onChange={setCode}
          error={refused.release_code?.[0]}
          autoComplete="off"
          spellCheck="false"
          isRequired
        />
      )}
      <Checkbox isSelected={isWithoutCode} onChange={setWithoutCode}>
        Lämna ut utan kod
      </Checkbox>
      <TextField
        label="Vem hämtar?"
        value={collectedBy}
        onChange={setCollectedBy}
        error={refused.collected_by?.[0]}
        autoComplete="off"
        maxLength={100}
        isRequired
      />
    </AlertDialog>
  );
}
