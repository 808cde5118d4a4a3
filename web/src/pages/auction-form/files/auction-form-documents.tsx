import { allowedIn } from '@restvarde/contract/auctions/auction-locks';
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  KIND_NAMES,
} from '@restvarde/contract/auctions/document-kinds';
import type { SalePhase } from '@restvarde/contract/sale/sale-phase';
import { FileUp } from 'lucide-react';
import { Card } from '../../../ui/display/card.tsx';
import { FileDrop } from '../../../ui/files/file-drop.tsx';
import { FileChoice } from './file-choice.tsx';
import { DOCUMENTS } from './file-kinds.ts';
import { fileActs, type UploadQueue } from './upload-queue.ts';

const KIND_CHOICES = KIND_NAMES.map((id) => ({ id, label: DOCUMENT_KINDS[id] }));

const DOCUMENT_HINT = 'PDF, Word, Excel, ODT, JPG eller PNG, högst 25 MB per fil.';
const KEPT_HINT = 'Vinnaren är meddelad: det som läggs till nu kan inte tas bort igen.';

/** The documents of an auction's form, stored and new (FORM-4, FORM-5). */
export default function AuctionFormDocuments(props: {
  documents: UploadQueue;
  /** The phase of the sale (AUC-15). */
  phase: SalePhase;
  /** Stored documents are copied as they are (RELIST-2). */
  isCopied?: boolean;
}) {
  const { documents, phase, isCopied = false } = props;
  const isKept = allowedIn(phase, 'remove_file') === 'locked';
  const stored = new Set(
    documents.files.flatMap(({ preview, stored_id }) => (stored_id === null ? [] : preview.id)),
  );
  const isFixed = (id: string) => (isCopied || isKept) && stored.has(id);
  return (
    <Card title="Dokument" id="dokument">
      <FileDrop
        {...fileActs(documents)}
        label="Dokument om objektet"
        buttonLabel="Bifoga dokument"
        hint={isKept ? `${DOCUMENT_HINT} ${KEPT_HINT}` : DOCUMENT_HINT}
        icon={<FileUp size={28} strokeWidth={1.5} />}
        accept={DOCUMENTS.accept}
        choiceOf={(file) =>
          isFixed(file.id) ? (
            <p className="quiet">{DOCUMENT_KINDS[file.subject as DocumentKind]}</p>
          ) : (
            <FileChoice
              label={`Vad ${file.name} är`}
              choices={KIND_CHOICES}
              value={file.subject ?? ''}
              onChange={(kind) => documents.describe(file.id, kind)}
            />
          )
        }
      />
    </Card>
  );
}
