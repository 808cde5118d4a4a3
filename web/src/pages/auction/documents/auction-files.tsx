import type { Document } from '@restvarde/contract/auctions/auction';
import { viewedType } from '@restvarde/contract/media';
import { Eye, FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { NewTabLink } from '../../../ui/display/new-tab-link.tsx';
import { formatBytes } from '../../../ui/format/numbers.ts';
import { Modal } from '../../../ui/modal/modal.tsx';
import styles from './auction-files.module.css';

/** The documents of an object: each opens in a new tab, or over the page where a browser can show it (AUC-3). */
export function AuctionFiles({ files }: { files: readonly Document[] }) {
  const [viewed, setViewed] = useState<Document | null>(null);
  const [isOpen, setOpen] = useState(false);

  function view(file: Document) {
    setViewed(file);
    setOpen(true);
  }

  return (
    <Card title="Dokument">
      {files.length === 0 ? (
        <p className={styles.nothing}>Inga dokument</p>
      ) : (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.id}>
              <FileText aria-hidden="true" size={20} />
              <span>
                <NewTabLink href={file.file}>{file.name}</NewTabLink>
              </span>
              <span className={styles.size}>{formatBytes(file.size)}</span>
              {canView(file) && (
                <Button
                  variant="quiet"
                  size="sm"
                  icon={<Eye aria-hidden="true" size={18} />}
                  aria-haspopup="dialog"
                  aria-label={`Visa ${file.name} här`}
                  onPress={() => view(file)}
                >
                  Visa
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Modal title={viewed?.name ?? ''} isOpen={isOpen} onOpenChange={setOpen} size="full">
        {viewed !== null && <Viewer file={viewed} />}
      </Modal>
    </Card>
  );
}

function Viewer({ file: { file, name } }: { file: Document }) {
  const address = `${file}&view=1`;
  return viewedType(name) === 'application/pdf' ? (
    <iframe className={styles.viewer} src={address} title={name} />
  ) : (
    <img className={styles.picture} src={address} alt={name} />
  );
}

/** A phone has no viewer of PDFs that fits within a page. */
function canView({ name }: Document): boolean {
  const type = viewedType(name);
  if (type !== 'application/pdf') return type !== null;
  return navigator.pdfViewerEnabled && window.matchMedia('(pointer: fine)').matches;
}
