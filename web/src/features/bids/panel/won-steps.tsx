import type { Auction } from '@restvarde/contract/auctions/auction';
import {
  registrationSentence,
  STORAGE_SENTENCE,
  winnerSteps,
} from '@restvarde/contract/auctions/winner-steps';
import { MapLink } from '../../../ui/display/map-link.tsx';
import { ValueList } from '../../../ui/display/value-list.tsx';
import styles from '../bid-panel.module.css';

/** What the winner does next, with its days. */
export default function WonSteps({ auction }: { auction: Auction }) {
  const { company } = auction;
  return (
    <div className={styles.foot}>
      <h3>Så går du vidare</h3>
      <ValueList
        rows={[
          ['Finns på', auction.staging_area_name],
          [
            'Adress',
            auction.pickup_address && (
              <span key="address">
                {auction.pickup_address} <MapLink address={auction.pickup_address} />
              </span>
            ),
          ],
          ...winnerSteps(auction).map(({ what, when }) => [what, when] as const),
          ['Frågor till', company.name],
          [
            'Telefon',
            company.phone && (
              <a key="phone" href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>
                {company.phone}
              </a>
            ),
          ],
          [
            'E-post',
            company.email && (
              <a key="mail" href={`mailto:${company.email}`}>
                {company.email}
              </a>
            ),
          ],
        ]}
      />
      <p>{registrationSentence(auction)}</p>
      <p className={styles.hint}>{STORAGE_SENTENCE}</p>
    </div>
  );
}
