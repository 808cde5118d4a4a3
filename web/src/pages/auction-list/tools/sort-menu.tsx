import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { ArrowDownUp } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { ChoiceMenu } from '../../../ui/menu/choice-menu.tsx';
import styles from './list-tools.module.css';

/** The default order, without `ordering` (LIST-3). */
const DEFAULT = 'default';

interface Choice {
  id: AuctionOrdering | typeof DEFAULT;
  label: string;
}

const CHOICES: readonly [Choice, ...Choice[]] = [
  { id: DEFAULT, label: 'Rekommenderad ordning' },
  { id: 'end_dt', label: 'Slutar först' },
  { id: '-end_dt', label: 'Slutar sist' },
  { id: '-bid_highest', label: 'Högsta bud först' },
  { id: 'bid_highest', label: 'Lägsta bud först' },
  { id: '-model_year', label: 'Nyast' },
  { id: 'model_year', label: 'Äldst' },
  { id: 'mileage', label: 'Minst mil' },
  { id: '-mileage', label: 'Mest mil' },
  { id: 'manufacturer', label: 'Fabrikat, A–Ö' },
  { id: '-manufacturer', label: 'Fabrikat, Ö–A' },
  { id: 'model', label: 'Modell, A–Ö' },
  { id: '-model', label: 'Modell, Ö–A' },
  { id: 'staging_area_name', label: 'Uppställningsplats, A–Ö' },
  { id: '-staging_area_name', label: 'Uppställningsplats, Ö–A' },
  { id: 'number', label: 'Lägst nummer' },
  { id: '-number', label: 'Högst nummer' },
];

/** Further orders for staff, who also have sortable columns (LIST-14). */
const OF_STAFF: readonly Choice[] = [
  { id: '-status', label: 'Avslutade först' },
  { id: '-bid_count', label: 'Flest bud' },
  { id: 'bid_count', label: 'Färst bud' },
  { id: '-reserve_margin', label: 'Mest över reservationspriset' },
  { id: 'reserve_margin', label: 'Mest under reservationspriset' },
];

/** The default order and each sort in both directions (LIST-3). */
export function SortMenu(props: {
  ordering: AuctionOrdering | undefined;
  isStaff: boolean;
  onChange: (ordering: AuctionOrdering | undefined) => void;
}) {
  const choices = props.isStaff ? [...CHOICES, ...OF_STAFF] : CHOICES;
  // An order that is not offered falls back to the default.
  const { id: value, label } = choices.find(({ id }) => id === props.ordering) ?? CHOICES[0];
  return (
    <ChoiceMenu
      label="Sortera"
      choices={choices}
      value={value}
      onChange={(id) => props.onChange(id === DEFAULT ? undefined : id)}
      trigger={
        <Button size="sm" icon={<ArrowDownUp size={18} />}>
          <span>
            <span className={`${styles.text} ${styles.prefix}`}>Sortera: </span>
            <span className={styles.text}>{label}</span>
          </span>
        </Button>
      }
    />
  );
}
