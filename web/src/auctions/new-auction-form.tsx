import { createAuction } from '@restvarde/contract/auctions';
import type { Category, StagingArea } from '@restvarde/contract/categories';
import type { Company } from '@restvarde/contract/companies';
import { stockholmDate } from '@restvarde/contract/dates';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ClipboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { upload } from '../api/upload.ts';
import { serverClock } from '../clock/server-clock.ts';
import { companyQuery } from '../companies/queries.ts';
import { formatCount } from '../format/numbers.ts';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.ts';
import { type AuctionDraft, newDraft, toFormData } from './auction-draft.ts';
import styles from './auction-form.module.css';
import {
  ConditionSection,
  PlaceSection,
  PriceSection,
  TimeSection,
  VehicleSection,
} from './auction-form-sections.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { AUCTION_LISTS } from './list-query.ts';
import { useAuctionForm } from './use-auction-form.ts';
import { useFormPictures } from './use-form-pictures.ts';
import { useKeptDraft } from './use-kept-draft.ts';

// Far down on the page, so the fields need not wait for it.
const FileDrop = lazy(() =>
  import('../ui/file-drop.tsx').then(({ FileDrop }) => ({ default: FileDrop })),
);
const RemainingPictures = lazy(() => import('./remaining-pictures.tsx'));

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

/** The form of a new auction; its pictures follow one by one once it exists (FORM-4). */
export function NewAuctionForm(props: NewAuctionFormProps) {
  const { company, facts, categories, places, user_id, onFaulty } = props;
  const [initial] = useState(() => newDraft(facts, serverClock.now()));
  const { form, faults, attempt, placeRefusal, countAttempt } = useAuctionForm(initial, {
    categories,
    days: facts.default_end_dt_increment_days ?? 0,
  });
  const kept = useKeptDraft(`${user_id}.${company ?? 'own'}`, initial, form);
  const pictures = useFormPictures();
  const [failure, setFailure] = useState<string[]>([]);
  const [isPending, setPending] = useState(false);
  const [created, setCreated] = useState<{ id: number; number: string } | null>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const isFaulty = faults.length > 0 || failure.length > 0;
  useEffect(() => onFaulty(isFaulty), [isFaulty, onFaulty]);
  useEffect(() => {
    if (failure.length > 0) refusal.current?.focus();
  }, [failure]);
  const client = useQueryClient();
  const navigate = useNavigate();

  async function save(draft: AuctionDraft) {
    const [first] = pictures.now();
    const body = toFormData(draft);
    if (first !== undefined) {
      body.append('image', first.file);
      pictures.mark(first.preview.id, { status: 'uploading', progress: 0 });
    }
    const auction = await upload(createAuction, {
      query: { company },
      body,
      onProgress: (progress) => first && pictures.mark(first.preview.id, { progress }),
    }).catch((error: unknown) => {
      // What was refused for its picture says so at the picture.
      const said = error instanceof ApiError ? error.fields.image : undefined;
      if (first !== undefined) {
        pictures.mark(
          first.preview.id,
          said ? { status: 'failed', error: said.join(' ') } : { status: 'has-valid' },
        );
      }
      throw error;
    });
    kept.drop();
    if (first !== undefined) pictures.drop(first.preview.id);
    void client.invalidateQueries({ queryKey: AUCTION_LISTS });
    void client.invalidateQueries({ queryKey: companyQuery(company).queryKey });
    if (await pictures.sendAll(auction.id)) leave(auction);
    else setCreated(auction);
  }

  function leave(auction: { id: number; number: string }) {
    showToast({ tone: 'success', text: `Auktion ${auction.number} är skapad.` });
    void navigate({ to: paths.auction(auction.id) });
  }

  async function send(draft: AuctionDraft) {
    setFailure([]);
    setPending(true);
    try {
      await save(draft);
    } catch (error) {
      setFailure(placeRefusal(error));
    } finally {
      setPending(false);
    }
  }

  async function submit() {
    if (isPending) return;
    setFailure([]);
    let isFaulty = false;
    await form.handleSubmit(send, () => {
      isFaulty = true;
    })();
    // Only now do the faults stand in the summary, which takes focus.
    if (isFaulty) countAttempt();
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    pictures.add(files);
  }

  if (created !== null) {
    return (
      <RemainingPictures auction={created} pictures={pictures} onDone={() => leave(created)} />
    );
  }

  const { control } = form;
  const left = pictures.pictures.filter(({ preview }) => preview.status === 'uploading').length;
  return (
    <form
      className={styles.form}
      noValidate
      onPaste={paste}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {kept.found !== null && <DraftNotice at={kept.found.at} {...kept} />}
      {failure.length > 0 && (
        <Notice
          ref={refusal}
          tone="danger"
          isAlert
          title="Auktionen kunde inte sparas. Dina uppgifter finns kvar."
        >
          <ul>
            {failure.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ErrorSummary
        faults={faults}
        attempt={attempt}
        onGoTo={(name) => form.setFocus(name as keyof AuctionDraft)}
      />
      <VehicleSection
        control={control}
        number={facts.next_auction_number ?? ''}
        categories={categories}
        company={company}
      />
      <ConditionSection control={control} />
      <PriceSection control={control} />
      <TimeSection control={control} today={stockholmDate(new Date(serverClock.now()))} />
      <PlaceSection control={control} places={places} />
      <Card title="Bilder">
        <Suspense fallback={<Skeleton height="13rem" radius="var(--radius-lg)" />}>
          <FileDrop
            label="Bilder på fordonet"
            hint="JPG eller PNG, högst 15 MB per bild. Den första blir omslag."
            accept={['image/jpeg', 'image/png']}
            files={pictures.pictures.map(({ preview }) => preview)}
            onAdd={pictures.add}
            onRemove={pictures.remove}
            onMove={pictures.move}
            firstLabel="Omslag"
            error={pictures.error}
          />
        </Suspense>
      </Card>
      <div className={styles.foot}>
        <p role="status">
          {left > 0
            ? `${formatCount(pictures.pictures.length, 'bild', 'bilder')} kvar att skicka`
            : kept.said}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isPending={isPending}
          pendingLabel="Sparar …"
        >
          Lägg till auktion
        </Button>
      </div>
    </form>
  );
}
