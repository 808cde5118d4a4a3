import type { Document } from '@restvarde/contract/auctions/auction';
import { DOCUMENT_KINDS } from '@restvarde/contract/auctions/document-kinds';
import { FileText } from 'lucide-react';
import { DocumentLink } from '../../../features/documents/document-link.tsx';
import { Card } from '../../../ui/display/card.tsx';
import styles from './auction-files.module.css';

/** The documents of an object (AUC-3). */
export function AuctionFiles({ files }: { files: readonly Document[] }) {
  return (
    <Card title="Dokument">
      {files.length === 0 ? (
        <p className={styles.nothing}>Inga dokument</p>
      ) : (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.id}>
              <FileText aria-hidden="true" size={20} />
              <DocumentLink
                {...file}
                label={file.kind === 'other' ? undefined : DOCUMENT_KINDS[file.kind]}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
