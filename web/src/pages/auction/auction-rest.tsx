import type { Auction, Document } from '@restvarde/contract/auctions/auction';
import { DOCUMENT_KINDS } from '@restvarde/contract/auctions/document-kinds';
import { fullName } from '@restvarde/contract/users';
import { FileText } from 'lucide-react';
import { DocumentLink } from '../../features/documents/document-link.tsx';
import { Card } from '../../ui/display/card.tsx';
import { emailLink, phoneLink } from '../../ui/display/contact-link.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import styles from './auction-page.module.css';
import fileStyles from './documents/auction-files.module.css';
import { AuctionHistory } from './history/auction-history.tsx';

/** The part of the page below the first view. */
export default function AuctionRest({ auction }: { auction: Auction }) {
  return (
    <>
      <AuctionFiles files={auction.files} />
      <AuctionCompany auction={auction} />
      {auction.can_edit && <AuctionHistory auction={auction} />}
    </>
  );
}

/** The seller; for case managers and above also the responsible case manager (AUC-3, ROLE-10). */
function AuctionCompany({ auction }: { auction: Auction }) {
  const { company, created_by } = auction;
  return (
    <Card title="Bolag">
      <div className={styles.pairs}>
        <ValueList
          rows={[
            ['Namn', company.name],
            ['Ort', company.city],
            ['Handläggare', created_by && fullName(created_by)],
          ]}
        />
        <ValueList
          rows={[
            ['E-post', emailLink(company.email)],
            ['Telefon', phoneLink(company.phone)],
            ['Handläggarens e-postadress', emailLink(created_by?.email)],
          ]}
        />
      </div>
    </Card>
  );
}

/** The documents of an object (AUC-3). */
function AuctionFiles({ files }: { files: readonly Document[] }) {
  return (
    <Card title="Dokument">
      {files.length === 0 ? (
        <p className={fileStyles.nothing}>Inga dokument</p>
      ) : (
        <ul className={fileStyles.files}>
          {files.map((file) => (
            <li key={file.id}>
              <FileText size={20} />
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
