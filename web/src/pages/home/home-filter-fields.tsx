import { STATE_LABEL } from '@restvarde/contract/auctions/auction-rules';
import { useQuery } from '@tanstack/react-query';
import { searchOfState, stateOfSearch } from '../../features/auctions/auction-search.ts';
import { categoriesQuery } from '../../features/categories/queries.ts';
import { DateField } from '../../ui/date/date-field.tsx';
import { MultiSelect } from '../../ui/select/multi-select.tsx';
import { Select } from '../../ui/select/select.tsx';
import styles from './home-page.module.css';
import { type HomeSearch, readHomeSearch } from './home-search.ts';

const STATES: { id: 'all' | 'active' | 'ended'; label: string }[] = [
  { id: 'all', label: 'Alla' },
  { id: 'active', label: STATE_LABEL.active },
  { id: 'ended', label: STATE_LABEL.ended },
];

export interface HomeFiltersProps {
  search: HomeSearch;
  onChange: (search: HomeSearch) => void;
}

/** Status, dates and categories; choices apply at once (HOME-2). */
export default function HomeFilterFields({ search, onChange }: HomeFiltersProps) {
  const { data: categories = [] } = useQuery(categoriesQuery(search.company));
  const state = stateOfSearch(search);
  const set = (part: Record<string, unknown>) => onChange(readHomeSearch({ ...search, ...part }));
  return (
    <search aria-label="Filter" className={styles.fields}>
      <Select
        label="Status"
        choices={STATES}
        value={state === 'active' || state === 'ended' ? state : 'all'}
        onChange={(id) => set(searchOfState(id === 'all' ? null : id))}
      />
      <DateField
        label="Startar från och med"
        value={search.start_dt ?? ''}
        onChange={(start_dt) => set({ start_dt })}
      />
      <DateField
        label="Slutar senast"
        value={search.end_dt ?? ''}
        onChange={(end_dt) => set({ end_dt })}
      />
      <MultiSelect
        label="Kategori"
        placeholder="Alla"
        choices={categories.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={search.category ?? []}
        onChange={(category) => set({ category })}
      />
    </search>
  );
}
