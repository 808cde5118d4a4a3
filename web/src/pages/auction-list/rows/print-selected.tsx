import type { Auction, AuctionCard } from '@restvarde/contract/auctions/auction';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { auctionQuery } from '../../../features/auctions/auction-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { lazyPart, useLazyPart } from '../../../ui/later.ts';

const printSheets = lazyPart(() => import('../../../features/auctions/print/print-sheets.tsx'));

/** Concurrent requests, so that a hundred do not block others. */
const MAX_CONCURRENT = 4;

/** Prints a sheet for each selected auction (LIST-15). */
export function PrintSelected({ chosen }: { chosen: readonly AuctionCard[] }) {
  const client = useQueryClient();
  const [printed, setPrinted] = useState<Auction[] | null>(null);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const auctions: Auction[] = [];
      for (let at = 0; at < chosen.length; at += MAX_CONCURRENT) {
        const some = chosen.slice(at, at + MAX_CONCURRENT);
        auctions.push(
          ...(await Promise.all(some.map(({ id }) => client.fetchQuery(auctionQuery(id))))),
        );
      }
      await printSheets.load();
      return auctions;
    },
    onSuccess: setPrinted,
    onError: (error) =>
      showToast({ tone: 'danger', text: `Det gick inte att skriva ut. ${error.message}` }),
  });
  return (
    <>
      <Button
        size="sm"
        icon={<Printer aria-hidden="true" size={18} />}
        onPress={() => mutate()}
        isPending={isPending || printed !== null}
        pendingLabel="Hämtar …"
      >
        Skriv ut
      </Button>
      {printed !== null && <Sheets auctions={printed} onDone={() => setPrinted(null)} />}
    </>
  );
}

function Sheets(props: { auctions: Auction[]; onDone: () => void }) {
  const PrintSheets = useLazyPart(printSheets, true);
  return PrintSheets && createPortal(<PrintSheets {...props} isPrinting />, document.body);
}
