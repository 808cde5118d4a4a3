import { exportAuctions } from '@restvarde/contract/auctions';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { download } from '../api/download.ts';
import { announce } from '../ui/announce.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';
import type { AuctionListFilter } from './auction-search.ts';

/** Saves the list, as it is filtered and ordered, as CSV (LIST-10). */
export default function ExportButton({ filter }: { filter: AuctionListFilter }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(exportAuctions, filter),
    onSuccess: () => announce('Listan är exporterad'),
    onError: (error) =>
      showToast({ tone: 'danger', text: `Listan kunde inte exporteras. ${error.message}` }),
  });
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden="true" size={18} />}
      onPress={() => mutate()}
      isPending={isPending}
      pendingLabel="Exporterar …"
    >
      Exportera CSV
    </Button>
  );
}
