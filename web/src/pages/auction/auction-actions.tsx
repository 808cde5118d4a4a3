import type { Auction } from '@restvarde/contract/auctions/auction';
import { CircleStop, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ThreeDotMenu } from '../../ui/menu/menu.tsx';

const CancelDialog = lazy(() => import('../../features/auctions/cancel-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

/** The actions on an auction except editing: end, delete (AUC-6, AUC-7, ROLE-9). */
export default function AuctionActions({ auction }: { auction: Auction }) {
  const [openDialog, setOpenDialog] = useState<'cancel' | 'delete' | null>(null);
  const close = () => setOpenDialog(null);
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
                  icon: <CircleStop aria-hidden="true" size={20} />,
                  onAction: () => setOpenDialog('cancel'),
                },
              ]
            : []),
          {
            id: 'delete',
            label: 'Radera',
            icon: <Trash2 aria-hidden="true" size={20} />,
            isDanger: true,
            onAction: () => setOpenDialog('delete'),
          },
        ]}
      />
      <Suspense fallback={null}>
        {openDialog === 'cancel' && <CancelDialog auction={auction} onClose={close} />}
        {openDialog === 'delete' && <DeleteDialog auction={auction} onClose={close} />}
      </Suspense>
    </>
  );
}
