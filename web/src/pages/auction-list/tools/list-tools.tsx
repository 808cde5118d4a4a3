import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import type { AuctionCounts } from '@restvarde/contract/auctions/list-auctions';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { useBackCloses } from '../../../base/frame/use-back-closes.ts';
import { useKeptOpen } from '../../../base/frame/use-kept-open.ts';
import {
  type AuctionListFilter,
  stateOfSearch,
} from '../../../features/auctions/auction-search.ts';
import type { AuctionListKind } from '../../../features/auctions/list-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ChipList } from '../../../ui/display/chip.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { preloadWhenIdle } from '../../../ui/later.ts';
import { Modal } from '../../../ui/modal/modal.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import type { AuctionFiltersProps } from './auction-filters.tsx';
import type { FilterChip } from './filter-chips.ts';
import styles from './list-tools.module.css';
import { QuickChips } from './quick-chips.tsx';
import { SearchBox } from './search-box.tsx';
import { SortMenu } from './sort-menu.tsx';
import { StatusTabs } from './status-tabs.tsx';

// Loaded when the button is hovered: most visits only read.
const loadFilters = () => import('./auction-filters.tsx');
const AuctionFilters = lazy(loadFilters);

const FORM_ID = 'auction-filters';
const PANEL_ID = 'auction-filter-panel';

export interface ListToolsProps extends Pick<AuctionFiltersProps, 'filter' | 'showsBuyer'> {
  kind: AuctionListKind;
  counts: AuctionCounts | undefined;
  /** Replaces the whole filter. */
  onFilter: (filter: AuctionListFilter) => void;
  onSort: (ordering: AuctionOrdering | undefined) => void;
  chips: readonly FilterChip[];
  /** The search shares the heading's line on wide screens. */
  isBeside: boolean;
}

/**
 * Search, states, filters and order above a list. On narrow screens the filters are a dialog (LIST-1–3, LIST-11–13).
 */
export function ListTools(props: ListToolsProps) {
  const { kind, filter, counts, showsBuyer, onFilter, onSort, chips, isBeside } = props;
  const isWide = useMedia('(min-width: 48em)');
  // On narrow screens it is a dialog, which is not restored.
  const [isOpen, setOpen] = useKeptOpen(PANEL_ID, isWide);
  const opener = useRef<HTMLButtonElement>(null);
  /** The text of the button that applies the filters. */
  const [found, setFound] = useState('Visa auktioner');
  const chipBox = useRef<HTMLDivElement>(null);

  useBackCloses(isOpen && !isWide, () => open(false));

  function open(next: boolean) {
    // Paint the pressed button before rendering the filters.
    startTransition(() => setOpen(next));
  }

  function clear() {
    const without = chips.map((chip) => chip.without);
    const all = {
      category: undefined,
      manufacturers: undefined,
      places: undefined,
      companies: undefined,
    };
    onFilter(Object.assign({}, filter, ...without, all));
    opener.current?.focus();
  }

  // A removed chip would take focus with it when the URL has changed.
  const removedIndex = useRef<number | null>(null);
  const ids = chips.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chip is gone when the chips have changed.
  useEffect(() => {
    const index = removedIndex.current;
    if (index === null) return;
    removedIndex.current = null;
    const remaining = chipBox.current?.querySelectorAll<HTMLElement>('li button');
    (remaining?.[Math.min(index, remaining.length - 1)] ?? opener.current)?.focus();
  }, [ids]);

  function removeChip(chip: FilterChip, index: number) {
    removedIndex.current = index;
    onFilter({ ...filter, ...chip.without });
  }

  const filters = (
    <Suspense fallback={<Skeleton height="15rem" radius="var(--radius)" />}>
      {isWide ? (
        <AuctionFilters {...{ kind, filter, showsBuyer }} onChange={onFilter} />
      ) : (
        <AuctionFilters
          {...{ kind, filter, showsBuyer }}
          formId={FORM_ID}
          onFound={setFound}
          onChange={(next) => {
            onFilter(next);
            open(false);
          }}
        />
      )}
    </Suspense>
  );

  return (
    <div className={styles.tools} data-beside={isBeside || undefined}>
      <div className={styles.row}>
        <SearchBox
          value={filter.q ?? ''}
          onChange={(q) => onFilter({ ...filter, q: q === '' ? undefined : q })}
        />
        <Button
          ref={opener}
          size="sm"
          icon={<SlidersHorizontal size={18} />}
          aria-expanded={isWide ? isOpen : undefined}
          aria-controls={isWide && isOpen ? PANEL_ID : undefined}
          aria-haspopup={isWide ? undefined : 'dialog'}
          onHoverStart={() => preloadWhenIdle(loadFilters)}
          onPressStart={() => preloadWhenIdle(loadFilters)}
          onPress={() => open(!isOpen)}
        >
          <span>
            <span className={styles.text}>Filter</span>{' '}
            {chips.length > 0 && <span>{`(${chips.length})`}</span>}
          </span>
        </Button>
        <SortMenu ordering={filter.ordering} isStaff={showsBuyer} onChange={onSort} />
      </div>
      <div className={`${styles.row} ${styles.strip}`}>
        {kind !== 'won' && (
          <StatusTabs {...{ filter, counts }} showsUpcoming={kind === 'all' && showsBuyer} />
        )}
        <QuickChips
          {...{ filter, onFilter }}
          showsEnd={kind !== 'won'}
          showsOutcome={kind === 'all' && showsBuyer && stateOfSearch(filter) === 'ended'}
          showsWatched={kind !== 'won' && !showsBuyer}
        />
      </div>
      {isWide ? (
        isOpen && (
          <div id={PANEL_ID} className={`surface ${styles.panel}`}>
            {filters}
          </div>
        )
      ) : (
        <Modal
          title="Filter"
          isOpen={isOpen}
          onOpenChange={open}
          placement="side"
          footer={
            <>
              <Button variant="primary" type="submit" form={FORM_ID}>
                {found}
              </Button>
              <Button
                onPress={() => {
                  clear();
                  open(false);
                }}
              >
                Rensa
              </Button>
            </>
          }
        >
          {filters}
        </Modal>
      )}
      {chips.length > 0 && (
        <div ref={chipBox} className="cluster gap-2">
          <ChipList
            label="Filter som är på"
            chips={chips.map((chip, index) => ({
              id: chip.id,
              label: chip.label,
              onRemove: () => removeChip(chip, index),
            }))}
          />
          <Button variant="quiet" size="sm" onPress={clear}>
            Rensa
          </Button>
        </div>
      )}
    </div>
  );
}
