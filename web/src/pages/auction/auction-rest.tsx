import type { Auction } from '@restvarde/contract/auctions/auction';
import { fullName } from '@restvarde/contract/users';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import styles from './auction-page.module.css';
import { AuctionFiles } from './documents/auction-files.tsx';
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
            [
              'E-post',
              company.email && (
                <a key="email" href={`mailto:${company.email}`}>
                  {company.email}
                </a>
              ),
            ],
            [
              'Telefon',
              company.phone && (
                <a key="phone" href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>
                  {company.phone}
                </a>
              ),
            ],
            [
              'Handläggarens e-postadress',
              created_by?.email && (
                <a key="manager" href={`mailto:${created_by.email}`}>
                  {created_by.email}
                </a>
              ),
            ],
          ]}
        />
      </div>
    </Card>
  );
}
