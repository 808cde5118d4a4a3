import type { Auction } from '@restvarde/contract/auctions/auction';
import { CircleStop, Trash2, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ThreeDotMenu } from '../../ui/menu/menu.tsx';

const CancelDialog = lazy(() => import('../../features/auctions/cancel-dialog.tsx'));
const UndoDialog = lazy(() => import('../../features/sales/collection/undo-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

/** The actions on an auction except editing: end, undo the purchase, delete (AUC-6, AUC-7, PICK-8). */
export default function AuctionActions({ auction }: { auction: Auction }) {
  const [openDialog, setOpenDialog] = useState<'cancel' | 'undo' | 'delete' | null>(null);
  const close = () => setOpenDialog(null);
  const sold = auction.collection?.state;
  const isUndoable = sold === 'awaiting' || sold === 'booked';
  return (
    <>
      <ThreeDotMenu
        label={`Fler val för auktion ${auction.number}`}
        choices={[
          ...(auction.is_active
            ? [
                {
                  id: 'cancel',
                  label: 'Avsluta',
                  icon: <CircleStop size={20} />,
                  onAction: () => setOpenDialog('cancel'),
                },
              ]
            : []),
          ...(isUndoable
            ? [
                {
                  id: 'undo',
                  label: 'Häv köpet',
                  icon: <Undo2 size={20} />,
                  onAction: () => setOpenDialog('undo'),
                },
              ]
            : []),
          {
            id: 'delete',
            label: 'Radera',
            icon: <Trash2 size={20} />,
            isDanger: true,
            onAction: () => setOpenDialog('delete'),
          },
        ]}
      />
      <Suspense fallback={null}>
        {openDialog === 'cancel' && <CancelDialog auction={auction} onClose={close} />}
        {openDialog === 'undo' && <UndoDialog auction={auction} onClose={close} />}
        {openDialog === 'delete' && <DeleteDialog auction={auction} onClose={close} />}
      </Suspense>
    </>
  );
}
