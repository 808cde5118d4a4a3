import type { Auction } from '@restvarde/contract/auctions/auction';
import { PHOTO_ENDINGS } from '@restvarde/contract/media';
import { CERTIFICATE_KINDS, type Deregistration } from '@restvarde/contract/sale/deregistration';
import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import {
  approveDeregistration,
  certificateForm,
  returnDeregistration,
  sendCertificate,
  waiveDeregistration,
} from '@restvarde/contract/sale-calls/deregistrations';
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
import { Button, SaveButton } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { Failure, Notice } from '../../../ui/feedback/notice.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import { documentPreviews } from '../../../ui/files/file-preview.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { DocumentLink } from '../../documents/document-link.tsx';
import { certificateName, deregistrationStatus } from './deregistration-words.ts';

type CertificateDraft = { kind: string; date: string };
const certificateDraft = draftSchema(certificateForm, (draft: CertificateDraft) => draft);
const KINDS = Object.entries(CERTIFICATE_KINDS).map(([id, label]) => ({ id, label }));

interface PanelProps {
  auction: Auction;
  deregistration: Deregistration;
}

/**
 * The certificate of a vehicle sold for dismantling, in a step of the purchase (PICK-14): the winner sends it, the seller
 * reviews it (DISM-8, DISM-9). A form is open only after a press, and closes when it has been sent.
 */
export default function DeregistrationPanel({ auction, deregistration }: PanelProps) {
  const { state, file } = deregistration;
  const [isOpen, setOpen] = useState(false);
  const isSettled = state === 'approved' || state === 'waived';
  const { tone, text } = deregistrationStatus(deregistration);
  const close = () => setOpen(false);
  return (
    <section className="stack gap-5" aria-label="Avregistrering">
      {state !== 'awaiting' && <Notice tone={tone}>{text}</Notice>}
      {file !== null && (
        <p className="cluster gap-2">
          <span>{`${certificateName(deregistration)}:`}</span> <DocumentLink {...file} />
        </p>
      )}
      {!isSettled && auction.can_edit && <Review id={auction.id} deregistration={deregistration} />}
      {!isSettled && !auction.can_edit && isOpen && (
        <CertificateForm id={auction.id} onSent={close} onClose={close} />
      )}
      {!isSettled && !auction.can_edit && !isOpen && (
        <div>
          <Button
            variant={state === 'submitted' ? 'quiet' : 'primary'}
            onPress={() => setOpen(true)}
          >
            {state === 'submitted' ? 'Byt ut intyget' : BUYER_ACT['send certificate']}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Replaces the displayed auction by the server's answer. */
function useReplaceAuction(id: number) {
  const client = useQueryClient();
  return (auction: Auction) => client.setQueryData(auctionQuery(id).queryKey, auction);
}

function CertificateForm(props: { id: number; onSent: () => void; onClose: () => void }) {
  const { id, onSent, onClose } = props;
  const [file, setFile] = useState<File | null>(null);
  const replaceAuction = useReplaceAuction(id);
  const { control, failure, ...state } = useCheckedForm({
    initial: { kind: '', date: '' },
    schema: certificateDraft,
    fieldOf: (name) => (name === 'kind' || name === 'date' ? name : null),
    async send({ kind, date }) {
      const body = new FormData();
      body.set('kind', kind);
      body.set('date', date);
      if (file !== null) body.set('file', file);
      replaceAuction(await upload(sendCertificate, { params: { id }, body }));
      onSent();
      showSuccess('Intyget är inskickat.');
    },
  });
  return (
    <form noValidate onSubmit={state.onSubmit} className="stack gap-5">
      <FormMessage title="Intyget kunde inte skickas in." messages={failure} />
      <SelectInput control={control} name="kind" label="Typ av intyg" choices={KINDS} />
      <DateInput control={control} name="date" label="Intygets datum" />
      <FileDrop
        label="Intyget"
        hint="PDF, JPG eller PNG, högst 25 MB."
        accept={['.pdf', ...PHOTO_ENDINGS.map((ending) => `.${ending}`)]}
        isMultiple={false}
        files={documentPreviews(file)}
        onAdd={([first]) => setFile(first ?? null)}
        onRemove={() => setFile(null)}
      />
      <div className={layout.buttons}>
        <SaveButton isPending={state.isPending} pendingLabel="Skickar …">
          Skicka in intyg
        </SaveButton>
        <Button onPress={onClose}>Avbryt</Button>
      </div>
    </form>
  );
}

/** The seller's decisions. A dialog asks for a reason if one is needed. */
function Review({ id, deregistration }: { id: number; deregistration: Deregistration }) {
  const isSent = deregistration.state === 'submitted';
  const certificate_id = deregistration.certificate_id ?? undefined;
  const client = useQueryClient();
  const [asking, setAsking] = useState<ReasonedAct | null>(null);
  const replaceAuction = useReplaceAuction(id);
  const approval = useMutation({
    mutationFn: () => call(approveDeregistration, { params: { id }, body: { certificate_id } }),
    // Another certificate has been sent, or somebody else has reviewed it.
    onError: () => void client.invalidateQueries({ queryKey: auctionQuery(id).queryKey }),
    onSuccess: replaceAuction,
  });
  return (
    <div className="stack gap-5">
      <div className={layout.buttons}>
        {isSent && (
          <ConfirmButton
            variant="primary"
            onPress={() => approval.mutate()}
            isPending={approval.isPending}
            pendingLabel="Sparar …"
          >
            Godkänn intyget
          </ConfirmButton>
        )}
        {isSent && <Button onPress={() => setAsking('return')}>Be om komplettering</Button>}
        <Button variant="quiet" onPress={() => setAsking('waive')}>
          {WAIVE}
        </Button>
      </div>
      <Failure message={approval.error?.message} />
      {asking !== null && (
        <ReasonDialog
          {...{ id, certificate_id }}
          act={asking}
          onDone={(auction) => {
            setAsking(null);
            replaceAuction(auction);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

type ReasonedAct = 'return' | 'waive';

const WAIVE = 'Avregistrering krävs inte';

const REASONED = {
  return: { title: 'Be om komplettering', label: 'Vad saknas?', call: returnDeregistration },
  waive: { title: WAIVE, label: 'Varför krävs den inte?', call: waiveDeregistration },
} as const;

function ReasonDialog(props: {
  id: number;
  certificate_id: number | undefined;
  act: ReasonedAct;
  onDone: (auction: Auction) => void;
  onClose: () => void;
}) {
  const { id, certificate_id, act, onDone, onClose } = props;
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      call(REASONED[act].call, { params: { id }, body: { reason, certificate_id } }),
    onError: () => void client.invalidateQueries({ queryKey: auctionQuery(id).queryKey }),
    onSuccess: onDone,
  });
  const atReason = error instanceof ApiError ? error.fields.reason?.[0] : undefined;
  return (
    <AlertDialog
      title={REASONED[act].title}
      onOpenChange={onClose}
      confirmLabel={REASONED[act].title}
      onConfirm={mutate}
      isPending={isPending}
      pendingLabel="Sparar …"
      error={error !== null && atReason === undefined ? error.message : null}
    >
      <TextArea
        label={REASONED[act].label}
        description={act === 'return' ? 'Köparen får det i ett mejl.' : 'Det går inte att ångra.'}
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={atReason}
        isRequired
      />
    </AlertDialog>
  );
}
