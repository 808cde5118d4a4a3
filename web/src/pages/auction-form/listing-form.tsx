import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Category, StagingArea } from '@restvarde/contract/categories';
import type { Company } from '@restvarde/contract/companies/companies';
import { stockholmDate } from '@restvarde/contract/dates';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { useIsMounted } from '../../base/forms/use-is-mounted.ts';
import { paths } from '../../base/urls/paths.ts';
import { AUCTION_LISTS } from '../../features/auctions/list-key.ts';
import { companyQuery } from '../../features/companies/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import type { FilePreview } from '../../ui/files/file-preview.ts';
import { formatTime } from '../../ui/format/dates.ts';
import { AlertDialog } from '../../ui/modal/alert-dialog.tsx';
import { AuctionFormFrame } from './auction-form-frame.tsx';
import type { AuctionDraft } from './draft/auction-draft.ts';
import type { DraftLocks } from './draft/draft-locks.ts';
import { useAuctionForm } from './draft/use-auction-form.ts';
import { DraftNotice, type ExistingListing, ListedNotice } from './draft-notice.tsx';
import { SaleFields, VehicleFields } from './fields/auction-form-fields.tsx';
import { DOCUMENTS, PICTURES } from './files/file-kinds.ts';
import { documentsOfAuction, picturesOfAuction } from './files/file-store.ts';
import type { UploadQueue } from './files/upload-queue.ts';
import { leftToSend, useUploadQueue } from './files/use-upload-queue.ts';
import { useKeptDraft } from './use-kept-draft.ts';

// Below the first view, so the fields need not wait for them.
const AuctionFormPictures = lazy(() => import('./files/auction-form-pictures.tsx'));
const AuctionFormDocuments = lazy(() => import('./files/auction-form-documents.tsx'));

const NO_LOCKS: DraftLocks = {};

const SENT_AGAIN = 'Filerna fanns inte kvar och skickas igen. Spara när de är framme.';

/** What the form lists: a new object, or one that was not sold (RELIST-1). */
export interface Listing {
  initial: AuctionDraft;
  /** Accept the start time at which the form was opened, even if it has passed. */
  keepsStart?: boolean;
  /** The storage key of the draft (FORM-11). */
  draft_key: string;
  /** The initial pictures. */
  pictures?: FilePreview[];
  documents?: FilePreview[];
  /** A confirmation that is required before saving. */
  confirmation?: { title: string; sentence: string; confirmLabel: string } | undefined;
  /** Rejects with an `ApiError`. */
  send: (
    draft: AuctionDraft,
    files: { pictures: UploadQueue; documents: UploadQueue },
    key: string,
  ) => Promise<Auction>;
  /** The origin of the initial times. */
  preset: string | undefined;
  submitLabel: string;
  /** The confirmation, by the auction's number. */
  done: (number: string) => string;
}

export interface ListingFormProps {
  listing: Listing;
  /** Set for a superuser only. */
  company: string | undefined;
  facts: Company;
  categories: Category[];
  places: StagingArea[];
  /** Called when the form gets or loses errors. */
  onErrorsChange: (hasErrors: boolean) => void;
  /** The form follows another by «Spara och lägg till en till». */
  isNext: boolean;
  /** Shows the form of the next auction, after this one. */
  onNext: (saved: AuctionDraft) => void;
}

/** The form of a new auction, with its pictures and documents (FORM-4, FORM-13). */
export function ListingForm(props: ListingFormProps) {
  const { company, facts, categories, places, onErrorsChange, isNext, onNext } = props;
  const [listing] = useState(props.listing);
  const { initial, confirmation } = listing;
  const checked = useAuctionForm({
    initial,
    ...(listing.keepsStart && { opened: initial }),
    categories,
    days: facts.default_end_dt_increment_days ?? 0,
    save,
    onErrorsChange,
  });
  const { draft_key: who } = listing;
  const kept = useKeptDraft({ who, opened: initial, form: checked.form, locks: NO_LOCKS });
  const pictures = useUploadQueue({
    kind: PICTURES,
    stored: listing.pictures ?? [],
    storeOf: picturesOfAuction,
  });
  const documents = useUploadQueue({
    kind: DOCUMENTS,
    stored: listing.documents ?? [],
    storeOf: documentsOfAuction,
  });
  /** The auction, if an earlier attempt whose answer was lost, or somebody else, has already created it. */
  const [listed, setListed] = useState<ExistingListing | null>(null);
  const [answer, setAnswer] = useState<((isSure: boolean) => void) | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  /** Whether the form of another auction follows (FORM-16). */
  const addsAnother = useRef(false);
  useEffect(() => {
    if (!isNext) return;
    scrollTo({ top: 0 });
    checked.form.setFocus('registration_number');
  }, [isNext, checked.form]);

  function send(isAnother = false) {
    addsAnother.current = isAnother;
    checked.onSubmit({ preventDefault() {} });
  }

  function startNow() {
    const now = serverClock.now();
    checked.form.setValue('start_date', stockholmDate(new Date(now)), { shouldDirty: true });
    checked.form.setValue('start_time', formatTime(now), { shouldDirty: true });
    send();
  }

  async function save(draft: AuctionDraft) {
    const results = [await pictures.whenIdle(), await documents.whenIdle()];
    // The lists and the summary show which failed.
    if (results.includes(false)) throw new ApiError(400, { file: ['En del filer kom inte fram.'] });
    const isSure =
      !confirmation || (await new Promise<boolean>((resolve) => setAnswer(() => resolve)));
    setAnswer(null);
    if (!isSure) return;
    const files = { pictures, documents };
    const auction = await listing.send(draft, files, kept.key).catch((error: unknown) => {
      if (error instanceof ApiError && error.body.auction_id !== undefined) {
        const id = Number(error.body.auction_id);
        setListed({ id, message: error.code === 'listed' ? null : error.message });
        return null;
      }
      // Uploads expire after a day: send them again.
      if (error instanceof ApiError && (error.fields.image || error.fields.file)) {
        pictures.uploadAgain();
        documents.uploadAgain();
        throw new ApiError(400, { detail: SENT_AGAIN });
      }
      throw error;
    });
    if (auction === null) return;
    kept.drop();
    void client.invalidateQueries({ queryKey: AUCTION_LISTS });
    // The next auction has another number.
    const isRead = client.invalidateQueries({ queryKey: companyQuery(company).queryKey });
    showSuccess(listing.done(auction.number));
    if (addsAnother.current) {
      await isRead;
      return onNext(draft);
    }
    if (isMounted()) void navigate({ to: paths.auction(auction.id), ignoreBlocker: true });
  }

  return (
    <>
      <AuctionFormFrame
        {...{ pictures, documents }}
        checked={{
          ...checked,
          onSubmit(event) {
            event.preventDefault();
            send();
          },
        }}
        notice={
          <>
            {kept.found !== null && (
              <DraftNotice {...kept.found} {...kept}>
                {(when) => `Du har ett sparat utkast från ${when}.`}
              </DraftNotice>
            )}
            {listed !== null && <ListedNotice {...listed} />}
          </>
        }
        status={leftToSend(pictures, documents) ?? kept.status}
        submitLabel={listing.submitLabel}
        others={
          listing.keepsStart ? undefined : (
            <>
              <Button size="lg" variant="quiet" onPress={() => send(true)}>
                Spara och lägg till en till
              </Button>
              <Button size="lg" onPress={startNow}>
                Starta nu
              </Button>
            </>
          )
        }
      >
        <VehicleFields
          control={checked.control}
          fill={checked.fill}
          locks={NO_LOCKS}
          number={facts.next_auction_number ?? ''}
          {...{ categories, company }}
        />
        <Suspense fallback={<Skeleton height="18.25rem" radius="var(--radius-lg)" />}>
          <AuctionFormPictures pictures={pictures} phase="upcoming" />
        </Suspense>
        <SaleFields
          control={checked.control}
          locks={NO_LOCKS}
          // A relisted object has its previous values, which are not defaults.
          {...(!listing.keepsStart && { defaults: initial })}
          {...{ places, company }}
          preset={listing.preset}
          first_start={stockholmDate(new Date(serverClock.now()))}
        />
        <Suspense fallback={<Skeleton height="13rem" radius="var(--radius-lg)" />}>
          <AuctionFormDocuments documents={documents} phase="upcoming" isCopied />
        </Suspense>
        {/* Drafts of the text are stored, files are not. */}
        <LeaveGuard isOn={pictures.isAhead || documents.isAhead} what="Bilder och dokument" />
      </AuctionFormFrame>
      {confirmation !== undefined && (
        <AlertDialog
          title={confirmation.title}
          isOpen={answer !== null}
          onOpenChange={() => answer?.(false)}
          confirmLabel={confirmation.confirmLabel}
          onConfirm={() => answer?.(true)}
        >
          <p>{confirmation.sentence}</p>
        </AlertDialog>
      )}
    </>
  );
}
