import { FileUp } from 'lucide-react';
import { Card } from '../ui/card.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';
import type { FormFiles } from './use-form-files.ts';

export interface AuctionFormFilesProps {
  pictures: FormFiles;
  documents: FormFiles;
  /** Sends one that failed again; none before there is an auction to send it to. */
  onRetry?: (files: FormFiles, id: string) => void;
}

/** The pictures and documents of an auction's form: what it has, and what is added (FORM-4, FORM-5). */
export default function AuctionFormFiles({ pictures, documents, onRetry }: AuctionFormFilesProps) {
  const common = (files: FormFiles) => ({
    files: files.files.map(({ preview }) => preview),
    onAdd: files.add,
    onRemove: files.remove,
    onCancel: files.cancel,
    ...(onRetry && { onRetry: (id: string) => onRetry(files, id) }),
    error: files.error,
  });
  return (
    <>
      <Card title="Bilder" id="bilder">
        <FileDrop
          {...common(pictures)}
          label="Bilder på objektet"
          hint="Välj, dra hit eller klistra in JPG eller PNG, högst 15 MB per bild. Den första är omslag."
          takesPaste
          accept={PICTURES.accept}
          onMove={pictures.move}
          firstLabel="Omslag"
        />
      </Card>
      <Card title="Dokument" id="dokument">
        <FileDrop
          {...common(documents)}
          label="Dokument om objektet"
          buttonLabel="Bifoga dokument"
          hint="PDF, Word, Excel, ODT, JPG eller PNG, högst 25 MB per fil."
          icon={<FileUp aria-hidden="true" size={28} strokeWidth={1.5} />}
          accept={DOCUMENTS.accept}
        />
      </Card>
    </>
  );
}
