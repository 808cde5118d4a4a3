import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { ArrowDownUp } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { ChoiceMenu } from '../../../ui/menu/choice-menu.tsx';
import styles from './list-tools.module.css';

/** The order of a list without `ordering` (LIST-3). */
const DEFAULT = 'default';

const CHOICES: readonly { id: AuctionOrdering | typeof DEFAULT; label: string }[] = [
  { id: DEFAULT, label: 'Förvald ordning' },
  { id: 'end_dt', label: 'Slutar först' },
  { id: '-end_dt', label: 'Slutar sist' },
  { id: '-bid_highest', label: 'Högst bud' },
  { id: 'bid_highest', label: 'Lägst bud' },
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
];

/** The default order, and the sorts, each both ways, in words (LIST-3). */
export function SortMenu(props: {
  ordering: AuctionOrdering | undefined;
  onChange: (ordering: AuctionOrdering | undefined) => void;
}) {
  const value = props.ordering ?? DEFAULT;
  const label = CHOICES.find((choice) => choice.id === value)?.label;
  return (
    <ChoiceMenu
      label="Sortera"
      choices={CHOICES}
      value={value}
      onChange={(id) => props.onChange(id === DEFAULT ? undefined : id)}
      trigger={
        <Button size="sm" icon={<ArrowDownUp aria-hidden="true" size={18} />}>
          <span>
            <span className={styles.word}>Sortera: </span>
            {label}
          </span>
        </Button>
      }
    />
  );
}
