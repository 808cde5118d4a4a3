import type { Auction } from '@restvarde/contract/auctions/auction';
import { FIELD_NAMES, fieldSpec } from '@restvarde/contract/auctions/fields';
import type { ReactNode } from 'react';
import { fieldText } from '../../features/auctions/field-text.ts';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import styles from './auction-page.module.css';

const FACTS = FIELD_NAMES.filter((field) => fieldSpec(field).is_fact);
/** The rows that follow the number in the first column; the others are in the second. */
const FIRST_COLUMN_ROWS = 3;

/** The facts about the object (AUC-3). */
export function AuctionFacts({ auction }: { auction: Auction }) {
  const rows = FACTS.map((field): [string, ReactNode] => {
    const { label } = fieldSpec(field);
    const text = fieldText(auction, field);
    const isCopyable = field === 'registration_number' || field === 'chassis_number';
    return [
      label,
      isCopyable && text ? (
        <CopyableValue key={field} value={text} of={label.toLowerCase()} />
      ) : (
        text
      ),
    ];
  });
  return (
    <Card title="Fordon">
      <div className={styles.pairs}>
        <ValueList
          rows={[
            [
              'Objektsnummer',
              <CopyableValue key="number" value={auction.number} of="objektsnumret" />,
            ],
            ...rows.slice(0, FIRST_COLUMN_ROWS),
          ]}
        />
        <ValueList rows={rows.slice(FIRST_COLUMN_ROWS)} />
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

function CopyableValue({ value, of }: { value: string; of: string }) {
  return (
    <span className={styles.copied}>
      <span>{value}</span>
      <CopyButton value={value} of={of} />
    </span>
  );
}
