import type { Auction } from '@restvarde/contract/auctions';
import { ValueList } from '../ui/value-list.tsx';
import styles from './bid-panel.module.css';
import { winnerSteps } from './winner-steps.ts';

/** What the winner does next, with its days. */
export default function WonSteps({ auction }: { auction: Auction }) {
  return (
    <div className={styles.foot}>
      <h3>Så går du vidare</h3>
      <ValueList
        rows={[
          ['Hämta på', auction.staging_area_name],
          ...winnerSteps(auction).map(({ what, when }) => [what, when] as const),
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
