import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/sale/collection';
import { getCollectionSlip, removeSaleDocument } from '@restvarde/contract/sale-calls/collections';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { call } from '../../../base/api/call.ts';
import { download } from '../../../base/api/download.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { DocumentLink } from '../../documents/document-link.tsx';
import { useCollectionAct } from './use-collection-act.ts';

const AddPaper = lazy(() => import('./add-paper.tsx'));

/** The documents of a sale and the pick-up slip. The winner reads them; staff add and remove them (PICK-9). */
export function SalePapers(props: { auction: Auction; collection: Collection }) {
  const { auction, collection } = props;
  const { documents, state, release_code } = collection;
  const hasSlip = release_code !== null && state !== 'undone' && state !== 'handed_over';
  if (documents.length === 0 && !hasSlip && !auction.can_edit) return null;
  return (
    <section className="stack gap-4">
      <h3>Dokument till köpet</h3>
      {documents.length > 0 && (
        <ul className="stack gap-4">
          {documents.map((paper) => (
            <li key={paper.id} className="cluster gap-2">
              <DocumentLink {...paper} />
              {auction.can_edit && (
                <RemovePaper auction={auction.id} document={paper.id} name={paper.name} />
              )}
            </li>
          ))}
        </ul>
      )}
      {hasSlip && <SlipButton id={auction.id} />}
      {auction.can_edit && state !== 'undone' && (
        <Suspense fallback={<Skeleton height="10rem" radius="var(--radius)" />}>
          <AddPaper id={auction.id} />
        </Suspense>
      )}
    </section>
  );
}

function SlipButton({ id }: { id: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(getCollectionSlip, {}, { id }),
    onError: ({ message }) => showToast({ tone: 'danger', text: message }),
  });
  return (
    <Button icon={<Download size={20} />} onPress={() => mutate()} isPending={isPending} isWide>
      Utlämningssedel (PDF)
    </Button>
  );
}

function RemovePaper(props: { auction: number; document: number; name: string }) {
  const { auction, document, name } = props;
  const { mutate, isPending, failure } = useCollectionAct(auction, {
    act: () => call(removeSaleDocument, { params: { id: auction, documentId: document } }),
    done: 'Dokumentet är borttaget.',
    onDone: () => {},
  });
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Ta bort ${name}`}
        onPress={() => mutate()}
        isPending={isPending}
      >
        Ta bort
      </Button>
      {failure !== null && <span role="alert">{failure}</span>}
    </>
  );
}
