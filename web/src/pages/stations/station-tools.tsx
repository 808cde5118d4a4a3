import { ArrowDownUp, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { StationOrdering, StationSearch } from '../../features/stations/station-search.ts';
import { Button } from '../../ui/button/button.tsx';
import { ChipList } from '../../ui/display/chip.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ChoiceMenu } from '../../ui/menu/choice-menu.tsx';
import type { StationChip } from './station-chips.ts';
import styles from './station-list.module.css';

// The stations need not wait for it.
const StationFilters = lazy(() => import('./station-filters.tsx'));

const PANEL_ID = 'station-filter-panel';

const ORDERS: readonly { id: StationOrdering; label: string }[] = [
  { id: 'number', label: 'Lägst verkstadsnr' },
  { id: '-number', label: 'Högst verkstadsnr' },
  { id: 'name', label: 'Verkstadsnamn, A–Ö' },
  { id: '-name', label: 'Verkstadsnamn, Ö–A' },
];

export interface StationToolsProps {
  filter: StationSearch;
  /** Replaces the whole filter. */
  onFilter: (filter: StationSearch) => void;
  chips: readonly StationChip[];
  /** With a table the filters are visible and the order is in its head; with cards both are behind buttons. */
  isWide: boolean;
}

/** Filters and order above the directory (STN-1). */
export function StationTools({ filter, onFilter, chips, isWide }: StationToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  function removeChip(chip: StationChip, index: number) {
    onFilter({ ...filter, ...chip.without });
    // A removed chip would take focus with it.
    setTimeout(() => {
      const remaining = box.current?.querySelectorAll<HTMLElement>('li button') ?? [];
      (remaining[Math.min(index, remaining.length - 1)] ?? heading())?.focus();
    });
  }

  return (
    <div className="stack gap-3">
      {!isWide && (
        <div className={styles.row}>
          <Button
            size="sm"
            icon={<SlidersHorizontal size={18} />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? PANEL_ID : undefined}
            onPress={() => setOpen(!isOpen)}
          >
            {chips.length === 0 ? 'Filter' : `Filter (${chips.length})`}
          </Button>
          <ChoiceMenu
            label="Sortera"
            choices={ORDERS}
            value={filter.ordering ?? 'number'}
            onChange={(id) => onFilter({ ...filter, ordering: id === 'number' ? undefined : id })}
            trigger={
              <Button size="sm" icon={<ArrowDownUp size={18} />}>
                Sortera
              </Button>
            }
          />
        </div>
      )}
      {(isWide || isOpen) && (
        <div id={PANEL_ID} className={`surface ${styles.panel}`}>
          <Suspense fallback={<FiltersToCome />}>
            <StationFilters filter={filter} onChange={onFilter} />
          </Suspense>
        </div>
      )}
      {chips.length > 0 && (
        <div ref={box} className="cluster gap-2">
          <ChipList
            label="Filter som är på"
            chips={chips.map((chip, index) => ({
              id: chip.id,
              label: chip.label,
              onRemove: () => removeChip(chip, index),
            }))}
          />
          <Button
            variant="quiet"
            size="sm"
            onPress={() => {
              onFilter({ ordering: filter.ordering });
              heading()?.focus({ preventScroll: true });
            }}
          >
            Rensa
          </Button>
        </div>
      )}
    </div>
  );
}

/** Placeholders with the layout of the filters, so that nothing moves. */
function FiltersToCome() {
  return (
    <div className={styles.filters} aria-hidden="true">
      {['number', 'name', 'city', 'category', 'company'].map((filter) => (
        <Skeleton key={filter} height="4.625rem" radius="var(--radius)" />
      ))}
    </div>
  );
}

const heading = () => document.querySelector<HTMLElement>('#main h1');
