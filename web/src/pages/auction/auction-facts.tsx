import type { Auction } from '@restvarde/contract/auctions/auction';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { formatMileage } from '../../ui/format/numbers.ts';
import styles from './auction-page.module.css';

/** The facts about the object (AUC-3). */
export function AuctionFacts({ auction }: { auction: Auction }) {
  return (
    <Card title="Fordon">
      <div className={styles.pairs}>
        <ValueList
          rows={[
            ['Objektsnummer', <Copied key="number" value={auction.number} of="objektsnumret" />],
            [
              'Reg.nr',
              auction.registration_number && (
                <Copied key="registration" value={auction.registration_number} of="reg.nr" />
              ),
            ],
            [
              'Chassi.nr',
              auction.chassis_number && (
                <Copied key="chassis" value={auction.chassis_number} of="chassi.nr" />
              ),
            ],
            ['Kategori', auction.categories.map((category) => category.name).join(', ')],
          ]}
        />
        <ValueList
          rows={[
            ['Fabrikat', auction.manufacturer],
            ['Modell', auction.model],
            ['Årsmodell', auction.model_year],
            ['Mätarställning', auction.mileage === null ? null : formatMileage(auction.mileage)],
          ]}
        />
      </div>
      {auction.description !== '' && (
        <div className={styles.description}>
          <h3>Beskrivning</h3>
          <p>{auction.description}</p>
        </div>
      )}
    </Card>
  );
}

function Copied({ value, of }: { value: string; of: string }) {
  return (
    <span className={styles.copied}>
      <span>{value}</span>
      <CopyButton value={value} of={of} />
    </span>
  );
}
