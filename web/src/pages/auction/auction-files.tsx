import type { Document } from '@restvarde/contract/auctions/auction';
import { FileText } from 'lucide-react';
import { Card } from '../../ui/display/card.tsx';
import { NewTabLink } from '../../ui/display/new-tab-link.tsx';
import { formatBytes } from '../../ui/format/numbers.ts';
import styles from './auction-page.module.css';

/** The documents of an object; each opens in a new tab (AUC-3). */
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
              <span>
                <NewTabLink href={file.file}>{file.name}</NewTabLink>
              </span>
              <span className={styles.size}>{formatBytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
