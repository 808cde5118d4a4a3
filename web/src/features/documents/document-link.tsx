import { viewerOf } from '@restvarde/contract/media';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { NewTabLink } from '../../ui/display/new-tab-link.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatBytes } from '../../ui/format/numbers.ts';
import { Modal } from '../../ui/modal/modal.tsx';
import styles from './document-link.module.css';

const PdfViewer = lazy(() => import('./pdf-viewer.tsx'));

/** A stored document. `file` is its URL, which ends with the file name; `size` is in bytes. */
export interface LinkedDocument {
  name: string;
  file: string;
  size: number;
  /** What the document is, if that is known. */
  label?: string | undefined;
}

/** A link that downloads a document, and a button that shows it if possible («Visa», AUC-3). */
export function DocumentLink({ name, file, size, label }: LinkedDocument) {
  return (
    <>
      <span className={styles.name}>
        <NewTabLink href={file}>{name}</NewTabLink>
      </span>{' '}
      <span className="quiet tabular">
        {label === undefined ? formatBytes(size) : `${label}, ${formatBytes(size)}`}
      </span>{' '}
      <ViewDocument name={name} file={file} />
    </>
  );
}

const fileNameIn = (address: string) =>
  decodeURIComponent(address.split('?')[0]!.split('/').at(-1)!);

function ViewDocument({ name, file }: Pick<LinkedDocument, 'name' | 'file'>) {
  const [isOpen, setOpen] = useState(false);
  // The name of a sale's document is not its file name.
  const viewer = viewerOf(fileNameIn(file));
  if (viewer === null) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={<Eye size={18} />}
        aria-haspopup="dialog"
        aria-label={`Visa ${name} här`}
        onPress={() => setOpen(true)}
      >
        Visa
      </Button>
      <Modal title={name} isOpen={isOpen} onOpenChange={setOpen} size="full">
        {viewer === 'pdf' ? (
          <Suspense fallback={<Skeleton height="60vh" />}>
            <PdfViewer address={file} name={name} />
          </Suspense>
        ) : (
          <img className={styles.photo} src={`${file}&view=1`} alt={name} />
        )}
      </Modal>
    </>
  );
}
