import { createAuction } from '@restvarde/contract/auctions/save-auction';
import type { Category, StagingArea } from '@restvarde/contract/categories';
import type { Company } from '@restvarde/contract/companies/companies';
import { stockholmDate } from '@restvarde/contract/dates';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { upload } from '../../base/api/upload.ts';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { paths } from '../../base/urls/paths.ts';
import { AUCTION_LISTS } from '../../features/auctions/list-key.ts';
import { companyQuery } from '../../features/companies/queries.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { AuctionFormFrame } from './auction-form-frame.tsx';
import { type AuctionDraft, newDraft, toFormData } from './draft/auction-draft.ts';
import { useAuctionForm } from './draft/use-auction-form.ts';
import { DraftNotice, ListedNotice } from './draft-notice.tsx';
import { AuctionFormFields } from './fields/auction-form-fields.tsx';
import { DOCUMENTS, PICTURES } from './files/file-kinds.ts';
import { documentsOfAuction, picturesOfAuction } from './files/file-store.ts';
import { useUploadQueue } from './files/use-upload-queue.ts';
import { useKeptDraft } from './use-kept-draft.ts';

// Far down on the page, so the fields need not wait for it.
const AuctionFormFiles = lazy(() => import('./files/auction-form-files.tsx'));
const RemainingFiles = lazy(() => import('./remaining-files.tsx'));

export interface NewAuctionFormProps {
  /** Named by a superuser only. */
  company: string | undefined;
  facts: Company;
  categories: Category[];
  places: StagingArea[];
  user_id: number;
  /** Something on the form has to be mended, or not any more. */
  onFaulty: (is_faulty: boolean) => void;
  /** It exists, and files of it are left to send. */
  onCreated: (number: string) => void;
}

/** The form of a new auction; its further pictures and its documents follow once it exists (FORM-4). */
export function NewAuctionForm(props: NewAuctionFormProps) {
  const { company, facts, categories, places, user_id, onFaulty, onCreated } = props;
  const [initial] = useState(() => newDraft(facts, serverClock.now()));
  const days = facts.default_end_dt_increment_days ?? 0;
  const checked = useAuctionForm({ initial, categories, days, save, onFaulty });
  const kept = useKeptDraft(`${user_id}.${company ?? 'own'}`, initial, checked.form);
  const pictures = useUploadQueue({ kind: PICTURES, storeOf: picturesOfAuction });
  const documents = useUploadQueue({ kind: DOCUMENTS, storeOf: documentsOfAuction });
  const [created, setCreated] = useState<{ id: number; number: string } | null>(null);
  /** An earlier try got there, and only its answer was lost. */
  const [listed, setListed] = useState<number | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();

  async function save(draft: AuctionDraft) {
    // What turns out to be no picture has left the list by then.
    await pictures.ready();
    const [first] = pictures.files;
    const body = toFormData(draft);
    if (first?.content) {
      body.append('image', await first.content);
      pictures.mark(first.preview.id, { status: 'uploading', progress: 0 });
    }
    const auction = await upload(createAuction, {
      query: { company },
      body,
      key: kept.key,
      onProgress: (progress) => first && pictures.mark(first.preview.id, { progress }),
    }).catch((error: unknown) => {
      // What was refused for its picture says so at the picture.
      const said = error instanceof ApiError ? error.fields.image?.[0] : undefined;
      if (first !== undefined) {
        pictures.mark(
          first.preview.id,
          said ? { status: 'failed', error: said } : { status: 'has-valid' },
        );
      }
      if (error instanceof ApiError && error.code === 'listed') {
        setListed(Number(error.body.auction_id));
        return null;
      }
      throw error;
    });
    if (auction === null) return;
    kept.drop();
    if (first && auction.image_id !== null) pictures.markStored(first.preview.id, auction.image_id);
    void client.invalidateQueries({ queryKey: AUCTION_LISTS });
    void client.invalidateQueries({ queryKey: companyQuery(company).queryKey });
    const hasPictures = await pictures.send(auction.id);
    const hasDocuments = await documents.send(auction.id);
    if (hasPictures && hasDocuments) leave(auction);
    else {
      setCreated(auction);
      onCreated(auction.number);
    }
  }

  function leave(auction: { id: number; number: string }) {
    showToast({ tone: 'success', text: `Auktion ${auction.number} är tillagd.` });
    void navigate({ to: paths.auction(auction.id), ignoreBlocker: true });
  }

  const waiting = [...pictures.files, ...documents.files].filter(
    ({ stored_id }) => stored_id === null,
  );
  // The text is kept through all; files are not.
  const guard = <LeaveGuard isOn={waiting.length > 0} what="Bilder och dokument" />;
  if (created !== null) {
    return (
      <Suspense fallback={<Skeleton height="20rem" radius="var(--radius-lg)" />}>
        <RemainingFiles
          {...{ pictures, documents }}
          auction={created}
          onDone={() => leave(created)}
        />
        {guard}
      </Suspense>
    );
  }
  const isSending = waiting.some(({ preview }) => preview.status === 'uploading');
  return (
    <AuctionFormFrame
      {...{ checked, pictures, documents }}
      notice={
        <>
          {kept.found !== null && <DraftNotice at={kept.found.at} {...kept} />}
          {listed !== null && <ListedNotice id={listed} />}
        </>
      }
      said={
        isSending ? `${formatCount(waiting.length, 'fil', 'filer')} kvar att skicka` : kept.said
      }
      submitLabel="Lägg till auktion"
    >
      <AuctionFormFields
        control={checked.control}
        locks={{}}
        defaults={initial}
        preset={presetTimes(facts)}
        number={facts.next_auction_number ?? ''}
        {...{ categories, places, company }}
        first_start={stockholmDate(new Date(serverClock.now()))}
      />
      <Suspense fallback={<Skeleton height="13rem" radius="var(--radius-lg)" />}>
        <AuctionFormFiles {...{ pictures, documents }} phase="upcoming" />
      </Suspense>
      {guard}
    </AuctionFormFrame>
  );
}

/** Where the times come from that stand there from the start (FORM-2). */
function presetTimes(facts: Company): string | undefined {
  const { default_end_dt_increment_days: days, default_end_dt_increment_time: time } = facts;
  const parts = [time && `klockan ${time}`, days && formatCount(days, 'dag', 'dagar')];
  const preset = parts.filter(Boolean).join(', ');
  return preset === '' ? undefined : `Förvalt: ${preset}.`;
}
