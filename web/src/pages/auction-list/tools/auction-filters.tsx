import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import {
  type AuctionListFilter,
  readAuctionSearch,
} from '../../../features/auctions/auction-search.ts';
import { categoriesQuery } from '../../../features/categories/queries.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { MultiSelect } from '../../../ui/select/multi-select.tsx';
import styles from './auction-filters.module.css';

/** The list is fetched this long after the last keystroke. */
const DEBOUNCE_MS = 300;

export interface AuctionFiltersProps {
  filter: AuctionListFilter;
  onChange: (filter: AuctionListFilter) => void;
  /** Case managers and above filter by buyer (ROLE-10), others by seller. */
  showsBuyer: boolean;
  /**
   * With an id the form waits for an external submit button. Without one, choices apply at once, and typed text after
   * a pause.
   */
  formId?: string;
}

/** The filters of a list that are not always visible (LIST-2, LIST-12). */
export default function AuctionFilters(props: AuctionFiltersProps) {
  const { filter, showsBuyer, formId } = props;
  const { data: categories = [] } = useQuery(categoriesQuery(filter.company));
  const [draft, setDraft] = useState(filter);

  // Follow filters removed elsewhere, by a chip. Ignore the form's own values, which come back trimmed.
  const [lastFilter, setLastFilter] = useState(filter);
  if (!isSame(filter, lastFilter)) {
    setLastFilter(filter);
    if (!isSame(filter, readAuctionSearch(draft))) setDraft(filter);
  }

  const notify = useEffectEvent((next: AuctionListFilter) => {
    const tidy = readAuctionSearch(next);
    if (!isSame(tidy, filter)) props.onChange(tidy);
  });
  useEffect(() => {
    if (formId !== undefined) return;
    const timer = setTimeout(() => notify(draft), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft, formId]);

  const set = (part: AuctionListFilter) => setDraft((before) => ({ ...before, ...part }));
  const words = (
    name:
      | 'number'
      | 'manufacturer'
      | 'model'
      | 'registration_number'
      | 'chassis_number'
      | 'staging_area_name'
      | 'company_name'
      | 'buyer',
    label: string,
  ) => (
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

  const whole = (name: 'model_year_from' | 'model_year_to' | 'mileage_to', label: string) => (
    <TextField
      label={label}
      name={name}
      value={draft[name] ?? ''}
      onChange={(value) => set({ [name]: value.replace(/\D/g, '').slice(0, 7) })}
      inputMode="numeric"
      autoComplete="off"
    />
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const tidy = readAuctionSearch(draft);
    if (formId !== undefined || !isSame(tidy, filter)) props.onChange(tidy);
  }

  return (
    <form id={formId} className={styles.filters} onSubmit={submit} aria-label="Filter">
      <MultiSelect
        label="Kategori"
        placeholder="Alla"
        choices={categories.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={draft.category ?? []}
        onChange={(ids) => set({ category: ids.length === 0 ? undefined : ids })}
      />
      {words('manufacturer', 'Fabrikat')}
      {words('model', 'Modell')}
      {whole('model_year_from', 'Årsmodell från')}
      {whole('model_year_to', 'Årsmodell till')}
      {whole('mileage_to', 'Högst antal mil')}
      {words('staging_area_name', 'Uppställningsplats')}
      {words('registration_number', 'Reg.nr')}
      {words('chassis_number', 'Chassi.nr')}
      {words('number', 'Objektsnummer')}
      <DateField
        label="Startar tidigast"
        value={draft.start_dt ?? ''}
        onChange={(start_dt) => set({ start_dt })}
      />
      <DateField
        label="Slutar senast"
        value={draft.end_dt ?? ''}
        onChange={(end_dt) => set({ end_dt })}
      />
      {showsBuyer ? words('buyer', 'Köpare') : words('company_name', 'Bolag')}
    </form>
  );
}

function isSame(a: AuctionListFilter, b: AuctionListFilter): boolean {
  const tidy = (filter: AuctionListFilter) => JSON.stringify(readAuctionSearch(filter));
  return tidy(a) === tidy(b);
}
