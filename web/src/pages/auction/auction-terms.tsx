import type { Auction } from '@restvarde/contract/auctions/auction';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import { reservePrice } from '../../features/auctions/reserve-words.ts';
import { saleTermsSentence } from '../../features/sales/sale-words.ts';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { formatDateTime } from '../../ui/format/dates.ts';
import styles from './auction-page.module.css';

/** The terms of sale (AUC-3). */
export function AuctionTerms({ auction }: { auction: Auction }) {
  const outcome = saleTermsSentence(auction);
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
      {outcome !== null && <p>{outcome}</p>}
    </Card>
  );
}

/** The location, and the latest pick-up date (AUC-1, AUC-3). */
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
