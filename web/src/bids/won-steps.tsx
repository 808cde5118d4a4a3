import type { Auction } from '@restvarde/contract/auctions';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { ValueList } from '../ui/value-list.tsx';
import styles from './bid-panel.module.css';

/** The purchase conditions' days to pay, from the end. */
const PAYMENT_DAYS = 30;

/** What the winner does next, with its days. */
export function WonSteps({ auction }: { auction: Auction }) {
  return (
    <div className={styles.foot}>
      <h3>Så går du vidare</h3>
      <ValueList
        rows={[
          ['Hämta på', auction.staging_area_name],
          ['Hämta senast', auction.pickup_date],
          ['Betala senast', addDays(stockholmDate(new Date(auction.end_dt)), PAYMENT_DAYS)],
          [
            'Frågor',
            <a key="mail" href={`mailto:${auction.company.email}`}>
              {auction.company.email}
            </a>,
          ],
        ]}
      />
    </div>
  );
}
