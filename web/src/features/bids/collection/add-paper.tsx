import { addSaleDocument } from '@restvarde/contract/sales/collections';
import { useState } from 'react';
import { upload } from '../../../base/api/upload.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import { formatBytes } from '../../../ui/format/numbers.ts';
import { useCollectionAct } from './use-collection-act.ts';

/** Adds a paper to a sale as soon as it is chosen (PICK-9). */
export default function AddPaper({ id }: { id: number }) {
  const [file, setFile] = useState<File | null>(null);
  const { mutate, isPending, refused, failure } = useCollectionAct(id, {
    act(chosen: File) {
      const body = new FormData();
      body.set('file', chosen);
      return upload(addSaleDocument, { params: { id }, body });
    },
    done: 'Dokumentet är tillagt. Köparen kan läsa det.',
    onDone: () => setFile(null),
  });
  const fault = refused.file?.[0] ?? failure;
  return (
    <>
      <FileDrop
        label="Lägg till dokument"
        hint="Köparen kan läsa det. Högst 25 MB."
        accept={['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.odt', '.jpg', '.jpeg', '.png']}
        isMultiple={false}
        files={
          file === null || !isPending
            ? []
            : [
                {
                  id: 'new',
                  name: file.name,
                  type: 'doc',
                  src: null,
                  status: 'loading',
                  size: formatBytes(file.size),
                },
              ]
        }
        onAdd={([first]) => {
          if (first === undefined || isPending) return;
          setFile(first);
          mutate(first);
        }}
        onRemove={() => setFile(null)}
      />
      {fault && (
        <Notice tone="danger" isAlert>
          {fault}
        </Notice>
      )}
    </>
  );
}
