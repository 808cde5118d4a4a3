import type { Auction } from '@restvarde/contract/auctions/auction';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import { fullName } from '@restvarde/contract/users';
import { reservePrice } from '../../features/auctions/reserve-words.ts';
import { saleTermsSentence } from '../../features/sales/sale-words.ts';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { formatDateTime } from '../../ui/format/dates.ts';
import styles from './auction-page.module.css';

/** How it is sold (AUC-3). */
export function AuctionTerms({ auction }: { auction: Auction }) {
  return (
    <Card title="Försäljning">
      <div className={styles.pairs}>
        <ValueList
          rows={[
            ['Säljes för', DAMAGE_LABEL[auction.damage_condition]],
            ['Säljområde', auction.is_global ? 'Alla verkstäder' : 'Egna verkstäder'],
            ['Starttid', formatDateTime(auction.start_dt)],
            ['Sluttid', formatDateTime(auction.end_dt)],
          ]}
        />
        <ValueList
          rows={[
            ['Utropspris', formatKronor(auction.start_bid)],
            ['Reservationspris', reservePrice(auction)],
            ['Bud', auction.hidden_bids ? 'Dolda bud' : 'Öppna bud'],
            ['Moms', 'Alla priser är exkl. moms'],
          ]}
        />
      </div>
      <p>{saleTermsSentence(auction)}</p>
    </Card>
  );
}

/** Where it stands, and until when it must be gone (AUC-1, AUC-3). */
export function AuctionPickup({ auction }: { auction: Auction }) {
  return (
    <Card title="Uppställningsplats och hämtning">
      <ValueList
        rows={[
          ['Uppställningsplats', auction.staging_area_name],
          ['Hämtas senast', auction.pickup_date],
        ]}
      />
    </Card>
  );
}

/** Who sells; for case managers and above also who manages it (AUC-3, ROLE-10). */
export function AuctionCompany({ auction }: { auction: Auction }) {
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
              created_by && (
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
