import { type AuctionState, STATE_LABEL } from '@restvarde/contract/auctions/auction-rules';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import {
  type AuctionListFilter,
  readAuctionSearch,
  searchOfState,
  stateOfSearch,
} from '../../../features/auctions/auction-search.ts';
import { categoriesQuery } from '../../../features/categories/queries.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { MultiSelect } from '../../../ui/select/multi-select.tsx';
import { Select } from '../../../ui/select/select.tsx';
import styles from './auction-filters.module.css';

/** How long typing rests before a list is asked for. */
const REST_MS = 300;

const STATES: { id: AuctionState | 'all'; label: string }[] = [
  { id: 'all', label: 'Alla' },
  { id: 'upcoming', label: STATE_LABEL.upcoming },
  { id: 'active', label: STATE_LABEL.active },
  { id: 'ended', label: STATE_LABEL.ended },
];

export interface AuctionFiltersProps {
  filter: AuctionListFilter;
  onChange: (filter: AuctionListFilter) => void;
  /** Case managers and above filter by buyer (ROLE-10). */
  showsBuyer: boolean;
  /**
   * With an id the form waits for a submit, from a button outside of it; without, what is chosen holds at
   * once, and what is typed as soon as it rests.
   */
  formId?: string;
}

/** All filters of a list (LIST-2). */
export default function AuctionFilters(props: AuctionFiltersProps) {
  const { filter, showsBuyer, formId } = props;
  const { data: categories = [] } = useQuery(categoriesQuery(filter.company));
  const [draft, setDraft] = useState(filter);

  // A filter lifted elsewhere, by its chip, is lifted here; one's own comes back trimmed, and is let be.
  const [seen, setSeen] = useState(filter);
  if (!isSame(filter, seen)) {
    setSeen(filter);
    if (!isSame(filter, readAuctionSearch(draft))) setDraft(filter);
  }

  const notify = useEffectEvent((next: AuctionListFilter) => {
    const tidy = readAuctionSearch(next);
    if (!isSame(tidy, filter)) props.onChange(tidy);
  });
  useEffect(() => {
    if (formId !== undefined) return;
    const timer = setTimeout(() => notify(draft), REST_MS);
    return () => clearTimeout(timer);
  }, [draft, formId]);

  const set = (part: AuctionListFilter) => setDraft((before) => ({ ...before, ...part }));
  const words = (
    name: 'number' | 'manufacturer' | 'registration_number' | 'chassis_number' | 'buyer',
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

  function submit(event: FormEvent) {
    event.preventDefault();
    const tidy = readAuctionSearch(draft);
    if (formId !== undefined || !isSame(tidy, filter)) props.onChange(tidy);
  }

  return (
    <form id={formId} className={styles.filters} onSubmit={submit} aria-label="Filter">
      <Select
        label="Status"
        choices={STATES}
        value={stateOfSearch(draft) ?? 'all'}
        onChange={(id) => set(searchOfState(id === 'all' ? null : id))}
      />
      <MultiSelect
        label="Kategori"
        placeholder="Alla"
        choices={categories.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={draft.category ?? []}
        onChange={(ids) => set({ category: ids.length === 0 ? undefined : ids })}
      />
      {words('manufacturer', 'Fabrikat')}
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
      {showsBuyer && words('buyer', 'Köpare')}
    </form>
  );
}

function isSame(a: AuctionListFilter, b: AuctionListFilter): boolean {
  const tidy = (filter: AuctionListFilter) => JSON.stringify(readAuctionSearch(filter));
  return tidy(a) === tidy(b);
}
