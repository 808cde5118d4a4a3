import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { categoriesQuery } from '../../features/categories/queries.ts';
import CompanyFilter from '../../features/companies/company-filter.tsx';
import { readStationSearch, type StationSearch } from '../../features/stations/station-search.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import { MultiSelect } from '../../ui/select/multi-select.tsx';
import styles from './station-list.module.css';

/** The directory is fetched this long after the last keystroke. */
const DEBOUNCE_MS = 300;

/** The filters of the directory (STN-1). Changes apply after a pause. */
export default function StationFilters(props: {
  filter: StationSearch;
  onChange: (filter: StationSearch) => void;
}) {
  const { filter } = props;
  const { data: categories = [] } = useQuery(categoriesQuery());
  const [draft, setDraft] = useState(filter);

  // Follow filters removed elsewhere, by a chip. Ignore the form's own values, which come back trimmed.
  const [lastFilter, setLastFilter] = useState(filter);
  if (!isSame(filter, lastFilter)) {
    setLastFilter(filter);
    if (!isSame(filter, draft)) setDraft(filter);
  }

  const notify = useEffectEvent((next: StationSearch) => {
    // The order is chosen elsewhere and may have changed.
    const tidy = readStationSearch({ ...next, ordering: filter.ordering });
    if (!isSame(tidy, filter)) props.onChange(tidy);
  });
  useEffect(() => {
    const timer = setTimeout(() => notify(draft), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  const set = (part: StationSearch) => setDraft((before) => ({ ...before, ...part }));
  const words = (name: 'number' | 'name' | 'city', label: string) => (
    <TextField
      label={label}
      name={name}
      value={draft[name] ?? ''}
      onChange={(value) => set({ [name]: value })}
      maxLength={60}
      autoComplete="off"
      spellCheck="false"
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    notify(draft);
  }

  return (
    <form className={styles.filters} onSubmit={submit} aria-label="Filter">
      {words('number', 'Verkstadsnr')}
      {words('name', 'Verkstadsnamn')}
      {words('city', 'Ort')}
      <MultiSelect
        label="Kategori"
        placeholder="Alla"
        choices={categories.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={draft.category ?? []}
        onChange={(ids) => set({ category: ids.length === 0 ? undefined : ids })}
      />
      <CompanyFilter
        company={draft.company ?? null}
        onChange={(company) => set({ company: company ?? undefined })}
      />
    </form>
  );
}

function isSame(a: StationSearch, b: StationSearch): boolean {
  const tidy = (filter: StationSearch) =>
    JSON.stringify(readStationSearch({ ...filter, ordering: undefined }));
  return tidy(a) === tidy(b);
}
