import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { OUTCOME_LABEL, SALE_OUTCOMES } from '@restvarde/contract/sale/outcome';
import type { AuctionListFilter } from '../../../features/auctions/auction-search.ts';
import { ToggleChip } from '../../../ui/display/chip.tsx';
import styles from './list-tools.module.css';

export interface QuickChipsProps {
  filter: AuctionListFilter;
  onFilter: (filter: AuctionListFilter) => void;
  /** False for the list of won auctions, which have ended. */
  showsEnd: boolean;
  /** Staff see filters by the outcome of ended auctions while those are shown (AUC-19). */
  showsOutcome: boolean;
  /** Stations watch auctions. */
  showsWatched: boolean;
}

/** The most used filters, one press each (LIST-12). */
export function QuickChips(props: QuickChipsProps) {
  const { filter, onFilter, showsEnd, showsOutcome, showsWatched } = props;
  const chips: { label: string; part: AuctionListFilter; isShown: boolean }[] = [
    { label: DAMAGE_LABEL.REPAIR, part: { damage_condition: 'REPAIR' }, isShown: true },
    { label: DAMAGE_LABEL.DISASSEMBLY, part: { damage_condition: 'DISASSEMBLY' }, isShown: true },
    { label: 'Slutar i dag', part: { ends_today: '1' }, isShown: showsEnd && !showsOutcome },
    ...SALE_OUTCOMES.map((outcome) => ({
      label: OUTCOME_LABEL[outcome],
      part: { outcome },
      isShown: showsOutcome,
    })),
    { label: 'Bevakade', part: { is_watched: '1' }, isShown: showsWatched },
  ];
  return (
    <fieldset className={styles.quick}>
      <legend className="visually-hidden">Snabbfilter</legend>
      {chips
        .filter(({ isShown }) => isShown)
        .map(({ label, part }) => {
          const [[name, value] = []] = Object.entries(part);
          const field = name as keyof AuctionListFilter;
          return (
            <ToggleChip
              key={label}
              isOn={filter[field] === value}
              onChange={(is_on) => onFilter({ ...filter, [field]: is_on ? value : undefined })}
            >
              {label}
            </ToggleChip>
          );
        })}
    </fieldset>
  );
}
