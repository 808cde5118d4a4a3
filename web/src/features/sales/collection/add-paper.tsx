import { DOCUMENT_ENDINGS } from '@restvarde/contract/media';
import { addSaleDocument } from '@restvarde/contract/sale-calls/collections';
import { useState } from 'react';
import { upload } from '../../../base/api/upload.ts';
import layout from '../../../base/forms/form-layout.module.css';
import { SaveButton } from '../../../ui/button/button.tsx';
import { Failure } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import { documentPreviews } from '../../../ui/files/file-preview.ts';
import { useCollectionAct } from './use-collection-act.ts';

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '');

/** Adds a document to a sale, with the name that the buyer sees (PICK-9). */
export default function AddPaper({ id }: { id: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const { mutate, isPending, refused, failure } = useCollectionAct(id, {
    act(chosen: File) {
      const body = new FormData();
      body.set('name', name.trim());
      body.set('file', chosen);
      return upload(addSaleDocument, { params: { id }, body });
    },
    done: 'Dokumentet är tillagt. Köparen kan läsa det.',
    onDone: () => setFile(null),
  });
  const fault = refused.file?.[0] ?? failure;
  return (
    <form
      noValidate
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null && !isPending) mutate(file);
      }}
    >
      <FileDrop
        label="Lägg till dokument"
        hint="Faktura, fullmakt eller annat som köparen behöver. Högst 25 MB."
        accept={DOCUMENT_ENDINGS.map((ending) => `.${ending}`)}
        isMultiple={false}
        files={documentPreviews(file, isPending)}
        onAdd={([first]) => {
          if (first === undefined || isPending) return;
          setFile(first);
          setName(withoutEnding(first.name).slice(0, 120));
        }}
        onRemove={() => setFile(null)}
      />
      <Failure message={fault} />
      {file !== null && (
        <>
          <TextField
            label="Dokumentets namn"
            description="Köparen ser det här namnet."
            value={name}
            onChange={setName}
            maxLength={120}
            autoComplete="off"
            error={refused.name?.[0]}
            autoFocus
          />
          <div className={layout.buttons}>
            <SaveButton isPending={isPending} pendingLabel="Skickar …">
              Lägg till dokumentet
            </SaveButton>
          </div>
        </>
      )}
    </form>
  );
}
