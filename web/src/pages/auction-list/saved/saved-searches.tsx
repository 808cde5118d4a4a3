import {
  bySavedValue,
  SAVED_FILTERS,
  type SavedSearch,
} from '@restvarde/contract/auctions/saved-filters';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellPlus, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  type AuctionListFilter,
  readAuctionSearch,
} from '../../../features/auctions/auction-search.ts';
import { savedSearchesQuery } from '../../../features/auctions/saved-searches-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { EditedSearch } from './saved-search-dialog.tsx';
import styles from './saved-searches.module.css';

const SavedSearchDialog = lazy(() => import('./saved-search-dialog.tsx'));

export interface SavedSearchesProps {
  filter: AuctionListFilter;
  /** Suggested for a new search: the filters in words. */
  name: string;
}

/** The station's saved searches as links, and a button that saves the filters in use (SAVED-2). */
export function SavedSearches({ filter, name }: SavedSearchesProps) {
  const { data: searches = [] } = useQuery(savedSearchesQuery);
  const [edited, setEdited] = useState<EditedSearch | null>(null);
  const query = savedPart(filter);
  const isNew = query !== null && !searches.some((search) => isSame(search.query, query));
  if (searches.length === 0 && !isNew) return null;
  return (
    <div className={styles.searches}>
      {searches.length > 0 && (
        <ul className={styles.list} aria-label="Sparade sökningar">
          {searches.map((search) => (
            <li key={search.id} className={styles.search}>
              <Link
                to="."
                search={readAuctionSearch(search.query)}
                className={styles.link}
                aria-current={query !== null && isSame(search.query, query) ? 'true' : undefined}
              >
                {search.name}
              </Link>
              <AriaButton
                className={styles.edit ?? ''}
                aria-label={`Ändra ${search.name}`}
                onPress={() => setEdited(search)}
              >
                <Pencil size={16} />
              </AriaButton>
            </li>
          ))}
        </ul>
      )}
      {isNew && (
        <Button
          size="sm"
          variant="quiet"
          icon={<BellPlus size={18} />}
          onPress={() =>
            setEdited({ id: null, name: name.slice(0, 60), query, frequency: 'daily' })
          }
        >
          Spara sökning
        </Button>
      )}
      {edited !== null && (
        <Suspense>
          <SavedSearchDialog search={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** The filters that a saved search keeps; null if there is none. */
function savedPart(filter: AuctionListFilter): SavedSearch['query'] | null {
  const query: SavedSearch['query'] = {};
  for (const name of Object.keys(SAVED_FILTERS) as (keyof typeof SAVED_FILTERS)[]) {
    const value = filter[name];
    if (value !== undefined)
      query[name] = Array.isArray(value) ? [...value].sort(bySavedValue) : value;
  }
  return Object.keys(query).length === 0 ? null : query;
}

function isSame(one: SavedSearch['query'], other: SavedSearch['query']): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => String(one[key]) === String(other[key]))
  );
}
