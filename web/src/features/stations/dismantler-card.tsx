import { COUNTIES, type Dismantler, dismantlerForm } from '@restvarde/contract/dismantlers';
import { DOCUMENT_ENDINGS } from '@restvarde/contract/media';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { RemoveDialog } from '../../base/forms/act-dialog.tsx';
import { SelectInput } from '../../base/forms/choice-input.tsx';
import { DateInput } from '../../base/forms/date-input.tsx';
import { draftSchema } from '../../base/forms/draft-schema.ts';
import layout from '../../base/forms/form-layout.module.css';
import { FormMessage } from '../../base/forms/form-message.tsx';
import { LeaveGuard } from '../../base/forms/leave-guard.tsx';
import { inputsOf, TextAreaInput, TextInput } from '../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';
import { Button, SaveButton } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { documentPreviews } from '../../ui/files/file-preview.ts';
import { DocumentLink } from '../documents/document-link.tsx';
import { DISMANTLER_LABEL, dismantlerStatus } from './dismantler-words.ts';

const FileDrop = lazy(() =>
  import('../../ui/files/file-drop.tsx').then((module) => ({ default: module.FileDrop })),
);

const CHOICES = Object.entries(COUNTIES)
  .map(([id, label]) => ({ id, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'sv'));
const KINDS = DOCUMENT_ENDINGS.map((ending) => `.${ending}`);

export interface DismantlerCardProps {
  dismantler: Dismantler | null;
  /** Sends the form, and a new document with it. Resolves to the saved authorisation. */
  put: (body: FormData) => Promise<Dismantler | null>;
  remove: () => Promise<void>;
  /** For an admin: records that it matches the county board's decision (DISM-2). */
  check?: () => Promise<void>;
  /** An admin's note, which the station never sees. */
  hasNote: boolean;
}

/** A station's authorisation to dismantle: edited, checked and removed (DISM-1, DISM-2). */
export default function DismantlerCard(props: DismantlerCardProps) {
  const { dismantler, put, remove, check, hasNote } = props;
  const [file, setFile] = useState<File | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const { form, control, failure, ...state } = useCheckedForm({
    initial: toDismantlerDraft(dismantler),
    schema: dismantlerDraft,
    fieldOf: (name) => (name in DISMANTLER_LABEL ? (name as 'number') : null),
    async send({ number, county, valid_to, note }, own) {
      const body = new FormData();
      body.set('number', number);
      body.set('county', county);
      body.set('valid_to', valid_to ?? '');
      if (hasNote) body.set('note', note ?? '');
      if (file !== null) body.set('file', file);
      own.reset(toDismantlerDraft(await put(body)));
      setFile(null);
      showSuccess('Auktorisationen är sparad.');
    },
  });
  const checking = useMutation({ mutationFn: async () => check?.() });
  const isChanged = form.formState.isDirty || file !== null;
  const input = inputsOf(control, DISMANTLER_LABEL);
  return (
    <form noValidate onSubmit={state.onSubmit}>
      <Card title="Auktorisation som bilskrotare">
        <FormMessage title="Auktorisationen kunde inte sparas." messages={failure} />
        {dismantler === null ? (
          <p className="quiet">
            Behövs för att köpa av bolag som säljer objekt för demontering till auktoriserade
            bilskrotare.
          </p>
        ) : (
          <DismantlerNotice dismantler={dismantler} />
        )}
        <div className={layout.pair}>
          <TextInput {...input('number')} autoComplete="off" maxLength={40} />
          <SelectInput {...input('county')} choices={CHOICES} />
          <DateInput
            {...input('valid_to')}
            isOptional
            description="Lämna tomt om den gäller tills vidare."
          />
        </div>
        {hasNote && (
          <TextAreaInput
            {...input('note')}
            isOptional
            description="Syns inte för verkstaden."
            maxLength={300}
          />
        )}
        {dismantler?.document && (
          <p className="cluster gap-2">
            <DocumentLink {...dismantler.document} />
          </p>
        )}
        <Suspense fallback={<Skeleton height="11rem" radius="var(--radius-lg)" />}>
          <FileDrop
            label="Länsstyrelsens beslut"
            hint={
              dismantler?.document
                ? 'Ett nytt dokument ersätter det som finns. Högst 25 MB.'
                : 'PDF, Word eller bild, högst 25 MB.'
            }
            accept={KINDS}
            isMultiple={false}
            files={documentPreviews(file)}
            onAdd={([first]) => setFile(first ?? null)}
            onRemove={() => setFile(null)}
          />
        </Suspense>
        <div className={layout.buttons}>
          <SaveButton isPending={state.isPending}>Spara auktorisation</SaveButton>
          {check !== undefined && dismantler?.status === 'unchecked' && !isChanged && (
            <Button
              onPress={() => checking.mutate()}
              isPending={checking.isPending}
              pendingLabel="Sparar …"
            >
              Kontrollerad mot länsstyrelsens beslut
            </Button>
          )}
          {dismantler !== null && (
            <Button variant="quiet" onPress={() => setRemoving(true)} aria-haspopup="dialog">
              Ta bort auktorisation
            </Button>
          )}
        </div>
        <Failure message={checking.error?.message} />
      </Card>
      <LeaveGuard isOn={isChanged && !state.isPending} what="Ändringar" />
      {isRemoving && (
        <RemoveDialog
          title="Ta bort auktorisationen?"
          remove={async () => {
            await remove();
            form.reset(toDismantlerDraft(null));
            showSuccess('Auktorisationen är borttagen.');
          }}
          onClose={() => setRemoving(false)}
        >
          <p>
            Verkstaden kan då inte bjuda på objekt som bara säljs till auktoriserade bilskrotare.
            Bud som den har lagt ligger kvar.
          </p>
        </RemoveDialog>
      )}
    </form>
  );
}

function DismantlerNotice({ dismantler }: { dismantler: Dismantler }) {
  const { tone, text } = dismantlerStatus(dismantler);
  return <Notice tone={tone}>{text}</Notice>;
}

/** The form values of an authorisation (DISM-1). */
type DismantlerDraft = { number: string; county: string; valid_to: string; note: string };

/** Validates the form with the server's rules. */
const dismantlerDraft = draftSchema(dismantlerForm, (draft: DismantlerDraft) => draft);

/** The initial form values of an authorisation, or empty ones. */
function toDismantlerDraft(dismantler: Dismantler | null): DismantlerDraft {
  const { number = '', county = '', valid_to = null, note = null } = dismantler ?? {};
  return { number, county, valid_to: valid_to ?? '', note: note ?? '' };
}
