import { allowedIn, IMAGES_LOCKED } from '@restvarde/contract/auctions/auction-locks';
import type { SalePhase } from '@restvarde/contract/auctions/sale-phase';
import { FileUp } from 'lucide-react';
import { Card } from '../../../ui/display/card.tsx';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import { FileList } from '../../../ui/files/file-row.tsx';
import styles from './auction-form-files.module.css';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';
import type { UploadQueue } from './upload-queue.ts';

const PICTURE_LABEL = 'Bilder på objektet';
const DOCUMENT_HINT = 'PDF, Word, Excel, ODT, JPG eller PNG, högst 25 MB per fil.';
const KEPT_HINT = 'Vinnaren är meddelad: det som läggs till nu kan inte tas bort igen.';

export interface AuctionFormFilesProps {
  pictures: UploadQueue;
  documents: UploadQueue;
  /** The phase of the sale (AUC-15). */
  phase: SalePhase;
}

/** The pictures and documents of an auction's form, stored and new (FORM-4, FORM-5). */
export default function AuctionFormFiles(props: AuctionFormFilesProps) {
  const { pictures, documents, phase } = props;
  const isKept = allowedIn(phase, 'remove_file') === 'locked';
  const common = (files: UploadQueue) => ({
    files: files.files.map(({ preview }) => preview),
    onAdd: files.add,
    onRemove: files.remove,
    onCancel: files.cancel,
    onRetry: files.retry,
    error: files.error,
  });
  return (
    <>
      <Card title="Bilder" id="bilder">
        {allowedIn(phase, 'images') === 'locked' ? (
          <>
            <p className={styles.hint}>{IMAGES_LOCKED}</p>
            <FileList
              label={PICTURE_LABEL}
              look="tiles"
              files={pictures.files.map(({ preview }) => preview)}
              onRemove={pictures.remove}
              firstLabel="Omslag"
            />
          </>
        ) : (
          <FileDrop
            {...common(pictures)}
            label={PICTURE_LABEL}
            hint="Välj, dra hit eller klistra in JPG eller PNG, högst 15 MB per bild. Den första är omslag."
            takesPaste
            accept={PICTURES.accept}
            onMove={pictures.move}
            firstLabel="Omslag"
          />
        )}
      </Card>
      <Card title="Dokument" id="dokument">
        <FileDrop
          {...common(documents)}
          label="Dokument om objektet"
          buttonLabel="Bifoga dokument"
          hint={isKept ? `${DOCUMENT_HINT} ${KEPT_HINT}` : DOCUMENT_HINT}
          icon={<FileUp aria-hidden="true" size={28} strokeWidth={1.5} />}
          accept={DOCUMENTS.accept}
        />
      </Card>
    </>
  );
}
