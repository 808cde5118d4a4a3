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
import { leftToSend, useUploadQueue } from './files/use-upload-queue.ts';
import { useKeptDraft } from './use-kept-draft.ts';

// Far down on the page, so the fields need not wait for it.
const AuctionFormFiles = lazy(() => import('./files/auction-form-files.tsx'));

const SENT_AGAIN = 'Filerna fanns inte kvar och skickas igen. Spara när de är framme.';

export interface NewAuctionFormProps {
  /** Named by a superuser only. */
  company: string | undefined;
  facts: Company;
  categories: Category[];
  places: StagingArea[];
  user_id: number;
  /** Something on the form has to be mended, or not any more. */
  onFaulty: (is_faulty: boolean) => void;
}

/** The form of a new auction, which takes its pictures and documents along (FORM-4, FORM-13). */
export function NewAuctionForm(props: NewAuctionFormProps) {
  const { company, facts, categories, places, user_id, onFaulty } = props;
  const [initial] = useState(() => newDraft(facts, serverClock.now()));
  const days = facts.default_end_dt_increment_days ?? 0;
  const checked = useAuctionForm({ initial, categories, days, save, onFaulty });
  const kept = useKeptDraft(`${user_id}.${company ?? 'own'}`, initial, checked.form);
  const pictures = useUploadQueue({ kind: PICTURES, storeOf: picturesOfAuction });
  const documents = useUploadQueue({ kind: DOCUMENTS, storeOf: documentsOfAuction });
  /** An earlier try got there, and only its answer was lost. */
  const [listed, setListed] = useState<number | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();

  async function save(draft: AuctionDraft) {
    const came = [await pictures.settle(), await documents.settle()];
    // The lists say which failed, and so does the summary.
    if (came.includes(false)) throw new ApiError(400, { file: ['Alla filer kom inte fram.'] });
    const body = toFormData(draft);
    append(body, 'image_uploads', pictures.uploaded);
    append(body, 'file_uploads', documents.uploaded);
    const auction = await upload(createAuction, { query: { company }, body, key: kept.key }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'listed') {
          setListed(Number(error.body.auction_id));
          return null;
        }
        // What was uploaded is kept for a day: after that it is sent once more.
        if (error instanceof ApiError && (error.fields.image || error.fields.file)) {
          pictures.uploadAgain();
          documents.uploadAgain();
          throw new ApiError(400, { detail: SENT_AGAIN });
        }
        throw error;
      },
    );
    if (auction === null) return;
    kept.drop();
    void client.invalidateQueries({ queryKey: AUCTION_LISTS });
    void client.invalidateQueries({ queryKey: companyQuery(company).queryKey });
    leave(auction);
  }

  function leave(auction: { id: number; number: string }) {
    showToast({ tone: 'success', text: `Auktion ${auction.number} är tillagd.` });
    void navigate({ to: paths.auction(auction.id), ignoreBlocker: true });
  }

  return (
    <AuctionFormFrame
      {...{ checked, pictures, documents }}
      notice={
        <>
          {kept.found !== null && <DraftNotice at={kept.found.at} {...kept} />}
          {listed !== null && <ListedNotice id={listed} />}
        </>
      }
      said={leftToSend(pictures, documents) ?? kept.said}
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
      {/* The text is kept through all; files are not. */}
      <LeaveGuard isOn={pictures.isAhead || documents.isAhead} what="Bilder och dokument" />
    </AuctionFormFrame>
  );
}

function append(form: FormData, name: string, ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) form.append(`${name}[${index}]`, id);
}

/** Where the times come from that stand there from the start (FORM-2). */
function presetTimes(facts: Company): string | undefined {
  const { default_end_dt_increment_days: days, default_end_dt_increment_time: time } = facts;
  const parts = [time && `klockan ${time}`, days && formatCount(days, 'dag', 'dagar')];
  const preset = parts.filter(Boolean).join(', ');
  return preset === '' ? undefined : `Förvalt: ${preset}.`;
}
