import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useKeptOpen } from '../../base/frame/use-kept-open.ts';
import { Button } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { preloadWhenIdle } from '../../ui/later.ts';
import type { HomeFiltersProps } from './home-filter-fields.tsx';
import styles from './home-page.module.css';
import { countFilters } from './home-search.ts';

// Loaded when the button is hovered: most visits only read.
const loadFields = () => import('./home-filter-fields.tsx');
const Fields = lazy(loadFields);

const PANEL_ID = 'home-filter-panel';

/** The filters of the tiles, folded by default (HOME-2). */
export function HomeFilters({ search, onChange }: HomeFiltersProps) {
  const [isOpen, setOpen] = useKeptOpen(PANEL_ID);
  const count = countFilters(search);

  return (
    <div className="stack gap-3">
      <div className="cluster gap-2">
        <Button
          size="sm"
          icon={<SlidersHorizontal aria-hidden="true" size={18} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? PANEL_ID : undefined}
          onHoverStart={() => preloadWhenIdle(loadFields)}
          onPressStart={() => preloadWhenIdle(loadFields)}
          onPress={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filter' : `Filter (${count})`}
        </Button>
        {count > 0 && (
          <Button
            variant="quiet"
            size="sm"
            onPress={() => {
              onChange({ company: search.company });
              // The button is removed with the filters.
              document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
            }}
          >
            Rensa filter
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={PANEL_ID} className={styles.panel}>
          <Suspense fallback={<Skeleton height="4.5rem" radius="var(--radius)" />}>
            <Fields search={search} onChange={onChange} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
