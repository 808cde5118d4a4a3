import type { Auction } from '@restvarde/contract/auctions/auction';
import {
  CERTIFICATE_KINDS,
  type Deregistration,
} from '@restvarde/contract/auctions/deregistration';
import { PHOTO_ENDINGS } from '@restvarde/contract/media';
import {
  approveDeregistration,
  certificateForm,
  returnDeregistration,
  sendCertificate,
  waiveDeregistration,
} from '@restvarde/contract/sales/deregistrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { upload } from '../../../base/api/upload.ts';
import { SelectInput } from '../../../base/forms/choice-input.tsx';
import { DateInput } from '../../../base/forms/date-input.tsx';
import { draftSchema } from '../../../base/forms/draft-schema.ts';
import layout from '../../../base/forms/form-layout.module.css';
import { FormMessage } from '../../../base/forms/form-message.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import { formatBytes } from '../../../ui/format/numbers.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { DocumentLink } from '../../documents/document-link.tsx';
import { certificateName, deregistrationStatus } from '../../sales/deregistration-words.ts';

type CertificateDraft = { kind: string; date: string };
const certificateDraft = draftSchema(certificateForm, (draft: CertificateDraft) => draft);
const KINDS = Object.entries(CERTIFICATE_KINDS).map(([id, label]) => ({ id, label }));

interface PanelProps {
  auction: Auction;
  deregistration: Deregistration;
}

/**
 * The deregistration of a vehicle sold for dismantling: the winner sends the certificate, the seller reviews it
 * (DISM-8, DISM-9).
 */
export default function DeregistrationPanel({ auction, deregistration }: PanelProps) {
  const { state, file } = deregistration;
  const { tone, text } = deregistrationStatus(deregistration);
  const isSettled = state === 'approved' || state === 'waived';
  return (
    <section className={layout.form} aria-labelledby="deregistration">
      <h3 id="deregistration">Avregistrering</h3>
      <Notice tone={tone}>{text}</Notice>
      {file !== null && (
        <p>
          <span>{`${certificateName(deregistration)}:`}</span> <DocumentLink {...file} />
        </p>
      )}
      {!isSettled &&
        (auction.can_edit ? (
          <Review id={auction.id} deregistration={deregistration} />
        ) : (
          <CertificateForm id={auction.id} />
        ))}
    </section>
  );
}

/** Replaces the displayed auction by the server's answer. */
function useReplaceAuction(id: number) {
  const client = useQueryClient();
  return (auction: Auction) => client.setQueryData(auctionQuery(id).queryKey, auction);
}

function CertificateForm({ id }: { id: number }) {
  const [file, setFile] = useState<File | null>(null);
  const show = useReplaceAuction(id);
  const { control, failure, ...state } = useCheckedForm({
    initial: { kind: '', date: '' },
    schema: certificateDraft,
    fieldOf: (name) => (name === 'kind' || name === 'date' ? name : null),
    async send({ kind, date }, own) {
      const body = new FormData();
      body.set('kind', kind);
      body.set('date', date);
      if (file !== null) body.set('file', file);
      show(await upload(sendCertificate, { params: { id }, body }));
      own.reset({ kind: '', date: '' });
      setFile(null);
      showToast({ tone: 'success', text: 'Intyget är inskickat.' });
    },
  });
  return (
    <form noValidate onSubmit={state.onSubmit} className={layout.form}>
      {failure !== null && failure.length > 0 && (
        <FormMessage title="Intyget kunde inte skickas in." messages={failure} />
      )}
      <SelectInput control={control} name="kind" label="Typ av intyg" choices={KINDS} />
      <DateInput control={control} name="date" label="Intygets datum" />
      <FileDrop
        label="Intyget"
        hint="PDF, JPG eller PNG, högst 25 MB."
        accept={['.pdf', ...PHOTO_ENDINGS.map((ending) => `.${ending}`)]}
        isMultiple={false}
        files={
          file === null
            ? []
            : [
                {
                  id: 'new',
                  name: file.name,
                  type: 'doc',
                  src: null,
                  status: 'has-valid',
                  size: formatBytes(file.size),
                },
              ]
        }
        onAdd={([first]) => setFile(first ?? null)}
        onRemove={() => setFile(null)}
      />
      <Button type="submit" variant="primary" isPending={state.isPending} pendingLabel="Skickar …">
        Skicka in intyg
      </Button>
    </form>
  );
}

const ACTS = {
  approve: approveDeregistration,
  return: returnDeregistration,
  waive: waiveDeregistration,
} as const;

function Review({ id, deregistration }: { id: number; deregistration: Deregistration }) {
  const isSent = deregistration.state === 'submitted';
  const certificate_id = deregistration.certificate_id ?? undefined;
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const show = useReplaceAuction(id);
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (act: keyof typeof ACTS) =>
      act === 'approve'
        ? call(ACTS.approve, { params: { id }, body: { certificate_id } })
        : call(ACTS[act], { params: { id }, body: { reason, certificate_id } }),
    // Another certificate has been sent, or somebody else has reviewed it.
    onError: () => void client.invalidateQueries({ queryKey: auctionQuery(id).queryKey }),
    onSuccess(auction) {
      setReason('');
      show(auction);
    },
  });
  const atReason = error instanceof ApiError ? error.fields.reason?.[0] : undefined;
  const isReviewing = (act: keyof typeof ACTS) => isPending && variables === act;
  return (
    <div className={layout.form}>
      {isSent && (
        <ConfirmButton
          variant="primary"
          isWide
          onPress={() => mutate('approve')}
          isPending={isReviewing('approve')}
          pendingLabel="Sparar …"
        >
          Godkänn intyget
        </ConfirmButton>
      )}
      <TextArea
        label="Skäl"
        description={
          isSent
            ? 'Behövs om intyget ska kompletteras, eller om inget krävs.'
            : 'Behövs om ingen avregistrering krävs.'
        }
        isOptional
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={atReason}
      />
      <div className={layout.buttons}>
        {isSent && (
          <ConfirmButton
            onPress={() => mutate('return')}
            isPending={isReviewing('return')}
            pendingLabel="Sparar …"
          >
            Be om komplettering
          </ConfirmButton>
        )}
        <ConfirmButton
          shown={deregistration.state}
          variant="quiet"
          onPress={() => mutate('waive')}
          isPending={isReviewing('waive')}
          pendingLabel="Sparar …"
        >
          Kräv ingen avregistrering
        </ConfirmButton>
      </div>
      {error !== null && atReason === undefined && (
        <Notice tone="danger" isAlert>
          {error.message}
        </Notice>
      )}
    </div>
  );
}
