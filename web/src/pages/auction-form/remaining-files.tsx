import { FileUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './auction-form.module.css';
import { DOCUMENTS, PICTURES } from './files/file-kinds.ts';
import type { FormFile } from './files/form-file.ts';
import type { UploadQueue } from './files/upload-queue.ts';

/** The auction exists, and some of its files did not get there: each can be tried again (FORM-4). */
export default function RemainingFiles(props: {
  auction: { id: number; number: string };
  pictures: UploadQueue;
  documents: UploadQueue;
  onDone: () => void;
}) {
  const { auction, pictures, documents, onDone } = props;
  const isLeft = ({ stored_id }: FormFile) => stored_id === null;
  const left = [...pictures.files, ...documents.files].filter(isLeft).length;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);

  async function send(files: UploadQueue, ids: readonly string[]) {
    await files.send(auction.id, ids);
    if (![...pictures.files, ...documents.files].some(isLeft)) onDone();
  }

  const drop = (files: UploadQueue) => ({
    files: files.files.filter(isLeft).map(({ preview }) => preview),
    onRemove: files.remove,
    onCancel: files.cancel,
    error: files.error,
    onAdd: (added: File[]) => void send(files, files.add(added)),
    onRetry: (id: string) => void send(files, [id]),
  });

  return (
    <div className={styles.form}>
      <Notice ref={notice} tone="warn" title={`Auktion ${auction.number} är tillagd`}>
        {left === 0
          ? 'Inga filer är kvar att skicka.'
          : `${formatCount(left, 'fil', 'filer')} kunde inte skickas. Försök igen, eller ta bort ${left === 1 ? 'den' : 'dem'}.`}
      </Notice>
      {pictures.files.some(isLeft) && (
        <Card title="Bilder">
          <FileDrop label="Bilder som är kvar" accept={PICTURES.accept} {...drop(pictures)} />
        </Card>
      )}
      {documents.files.some(isLeft) && (
        <Card title="Dokument">
          <FileDrop
            label="Dokument som är kvar"
            buttonLabel="Bifoga dokument"
            icon={<FileUp aria-hidden="true" size={28} strokeWidth={1.5} />}
            accept={DOCUMENTS.accept}
            {...drop(documents)}
          />
        </Card>
      )}
      <div className={styles.choices}>
        <Button variant="primary" onPress={onDone}>
          Till auktionen
        </Button>
      </div>
    </div>
  );
}
