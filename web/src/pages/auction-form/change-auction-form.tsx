import { type Auction, getAuction } from '@restvarde/contract/auctions/auction';
import { changeAuction } from '@restvarde/contract/auctions/save-auction';
import type { Category, StagingArea } from '@restvarde/contract/categories';
import { stockholmDate } from '@restvarde/contract/dates';
import { isOver } from '@restvarde/contract/sale/sale-phase';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { upload } from '../../base/api/upload.ts';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { useIsMounted } from '../../base/forms/use-is-mounted.ts';
import { paths } from '../../base/urls/paths.ts';
import { auctionQuery } from '../../features/auctions/auction-query.ts';
import { AUCTION_LISTS } from '../../features/auctions/list-key.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { AuctionFormFrame } from './auction-form-frame.tsx';
import { type AuctionDraft, toFormData } from './draft/auction-draft.ts';
import { locksOf } from './draft/draft-locks.ts';
import { draftOf, mergeDrafts } from './draft/draft-of.ts';
import { useAuctionForm } from './draft/use-auction-form.ts';
import { DraftNotice } from './draft-notice.tsx';
import { SaleFields, VehicleFields } from './fields/auction-form-fields.tsx';
import { DOCUMENTS, PICTURES } from './files/file-kinds.ts';
import { documentsOfAuction, picturesOfAuction } from './files/file-store.ts';
import { storedDocuments, storedPictures } from './files/stored-previews.ts';
import { leftToSend, useUploadQueue } from './files/use-upload-queue.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { placeOf, withMissing } from './with-missing.ts';

// Below the first view, so the fields need not wait for them.
const AuctionFormPictures = lazy(() => import('./files/auction-form-pictures.tsx'));
const AuctionFormDocuments = lazy(() => import('./files/auction-form-documents.tsx'));

export interface ChangeAuctionFormProps {
  auction: Auction;
  categories: Category[];
  places: StagingArea[];
  /** Set for a superuser only. */
  company: string | undefined;
  user_id: number;
  onErrorsChange: (hasErrors: boolean) => void;
}

/** The form of an existing auction, with its pictures and documents (FORM-1, FORM-5, AUC-15). */
export function ChangeAuctionForm(props: ChangeAuctionFormProps) {
  const { categories, places, company, onErrorsChange } = props;
  // The auction when the form was opened: the basis of locks and changes.
  const [auction] = useState(props.auction);
  const [opened, setOpened] = useState(() => draftOf(auction));
  // Always defined for users who may edit.
  const phase = auction.sale_phase ?? 'upcoming';
  const [locks] = useState(() => locksOf(phase, auction));
  const checked = useAuctionForm({ initial: opened, categories, opened, save, onErrorsChange });
  const who = `${props.user_id}.auction.${auction.id}`;
  const kept = useKeptDraft({ who, opened, form: checked.form, locks });
  const { isDirty } = checked.form.formState;
  const pictures = useUploadQueue({
    kind: PICTURES,
    stored: storedPictures(auction),
    storeOf: picturesOfAuction,
  });
  const documents = useUploadQueue({
    kind: DOCUMENTS,
    stored: storedDocuments(auction),
    storeOf: documentsOfAuction,
  });
  const [isLeft, setLeft] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const { id, number } = auction;

  async function save(draft: AuctionDraft) {
    setLeft(false);
    await saveFields(draft);
    const sent = [await pictures.send(id), await documents.send(id)];
    void client.invalidateQueries({ queryKey: AUCTION_LISTS });
    await client.invalidateQueries({ queryKey: auctionQuery(id).queryKey });
    if (sent.includes(false)) {
      setLeft(true);
      return;
    }
    showSuccess(`Auktion ${number} är ändrad.`);
    if (isMounted()) await navigate({ to: paths.auction(id), ignoreBlocker: true });
  }

  async function saveFields(draft: AuctionDraft) {
    if (!isDirty) return;
    const now = draftOf(await call(getAuction, { params: { id } }));
    const body = toFormData(mergeDrafts(opened, draft, now));
    await upload(changeAuction, { params: { id }, body });
    kept.drop();
    setOpened(draft);
    checked.form.reset(draft);
  }

  const isChanged = isDirty || pictures.isAhead || documents.isAhead;
  const today = stockholmDate(new Date(serverClock.now()));
  const [first_start = today] = [opened.start_date, today].sort();
  return (
    <AuctionFormFrame
      {...{ checked, pictures, documents }}
      notice={
        <>
          {kept.found !== null && (
            <DraftNotice {...kept.found} {...kept}>
              {(when) => `Du har ändringar från ${when} som inte är sparade.`}
            </DraftNotice>
          )}
          {isOver(phase) && (
            <Notice tone="info">
              {phase === 'collected'
                ? 'Objektet är utlämnat. Bara beskrivning och dokument kan ändras.'
                : 'Auktionen är avslutad. Bara beskrivning, uppställningsplats och dokument kan ändras.'}
            </Notice>
          )}
          {isLeft && (
            <Notice tone="warn" isAlert title="En del filer kom inte fram">
              Uppgifterna är sparade. Försök igen med filerna som är kvar, eller ta bort dem, och
              spara igen.
            </Notice>
          )}
        </>
      }
      status={leftToSend(pictures, documents) ?? (isChanged ? 'Ändringar som inte är sparade' : '')}
      submitLabel="Spara"
    >
      <VehicleFields
        control={checked.control}
        {...{ locks, number, company }}
        own_id={id}
        categories={withMissing(categories, auction.categories)}
      />
      <Suspense fallback={<Skeleton height="18.25rem" radius="var(--radius-lg)" />}>
        <AuctionFormPictures {...{ pictures, phase }} />
      </Suspense>
      <SaleFields
        control={checked.control}
        {...{ locks, company }}
        places={withMissing(places, placeOf(auction))}
        first_start={first_start}
        first_end={phase === 'bid_on' ? opened.end_date : today}
      />
      <Suspense fallback={<Skeleton height="13rem" radius="var(--radius-lg)" />}>
        <AuctionFormDocuments {...{ documents, phase }} />
      </Suspense>
      <LeaveGuard isOn={isChanged} what="Ändringar" onLeave={kept.drop} />
    </AuctionFormFrame>
  );
}
