import { DAMAGE_CODES, RUN_AND_DRIVE_CODES } from '@restvarde/contract/auctions/condition-codes';
import {
  CONDITION_LABELS,
  DAMAGES,
  RUN_AND_DRIVE,
} from '@restvarde/contract/auctions/condition-words';
import {
  countFacets,
  countMyFacets,
  countWonFacets,
} from '@restvarde/contract/auctions/list-auctions';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import {
  type AuctionListFilter,
  readAuctionSearch,
} from '../../../features/auctions/auction-search.ts';
import type { AuctionListKind } from '../../../features/auctions/list-query.ts';
import { categoriesQuery } from '../../../features/categories/queries.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { MultiSelect } from '../../../ui/select/multi-select.tsx';
import styles from './auction-filters.module.css';
import { choicesOf, showWords } from './facet-words.ts';

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
  kind: AuctionListKind;
  /** Called with «Visa 12 auktioner» when the auctions that the form would leave have been counted. */
  onFound?: (words: string) => void;
}

/** The filters of a list that are not always visible (LIST-2, LIST-12, LIST-18). */
export default function AuctionFilters(props: AuctionFiltersProps) {
  const { kind, filter, showsBuyer, formId } = props;
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

  // The counts follow the draft after a pause, and only while the filters are open.
  const [counted, setCounted] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(draft), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const { data: facets } = useQuery(facetsQuery(kind, readAuctionSearch(counted)));
  const isCapped = facets?.is_capped ?? false;
  const showsCompanies = (facets?.companies.length ?? 0) > 1 || (draft.companies?.length ?? 0) > 0;
  const onFound = useEffectEvent((found: string) => props.onFound?.(found));
  useEffect(() => {
    if (facets !== undefined) onFound(showWords(facets));
  }, [facets]);

  const set = (part: AuctionListFilter) => setDraft((before) => ({ ...before, ...part }));
  const words = (
    name: 'number' | 'model' | 'registration_number' | 'chassis_number' | 'buyer',
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

  const whole = (
    name: 'model_year_from' | 'model_year_to' | 'mileage_to' | 'price_from' | 'price_to',
    label: string,
    digits = 7,
  ) => (
    <TextField
      label={label}
      name={name}
      value={draft[name] ?? ''}
      onChange={(value) => set({ [name]: value.replace(/\D/g, '').slice(0, digits) })}
      inputMode="numeric"
      autoComplete="off"
    />
  );

  const several = (name: 'manufacturers' | 'places' | 'companies', label: string) => {
    const { choices, value } = choicesOf(facets?.[name], draft[name] ?? [], isCapped);
    return (
      <MultiSelect
        label={label}
        placeholder="Alla"
        choices={choices}
        value={value}
        onChange={(values) => set({ [name]: values.length === 0 ? undefined : values })}
      />
    );
  };

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
      {several('manufacturers', 'Fabrikat')}
      {words('model', 'Modell')}
      <div className={styles.pair}>
        {whole('price_from', 'Pris från', 9)}
        {whole('price_to', 'Pris till', 9)}
      </div>
      <div className={styles.pair}>
        {whole('model_year_from', 'Årsmodell från')}
        {whole('model_year_to', 'Årsmodell till')}
      </div>
      {whole('mileage_to', 'Högst antal mil')}
      <MultiSelect
        label={CONDITION_LABELS.run_and_drive}
        placeholder="Alla"
        choices={RUN_AND_DRIVE_CODES.map((id) => ({ id, label: RUN_AND_DRIVE[id] }))}
        value={draft.run_and_drive ?? []}
        onChange={(codes) => set({ run_and_drive: codes.length === 0 ? undefined : codes })}
      />
      <MultiSelect
        label={CONDITION_LABELS.primary_damage}
        placeholder="Alla"
        choices={DAMAGE_CODES.map((id) => ({ id, label: DAMAGES[id] }))}
        value={draft.primary_damage ?? []}
        onChange={(codes) => set({ primary_damage: codes.length === 0 ? undefined : codes })}
      />
      {several('places', 'Uppställningsplats')}
      {showsCompanies && several('companies', 'Bolag')}
      {words('registration_number', 'Reg.nr')}
      {words('chassis_number', 'Chassi.nr')}
      {words('number', 'Objektsnummer')}
      <DateField
        label="Startar från och med"
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

const ENDPOINTS = { all: countFacets, mine: countMyFacets, won: countWonFacets };

/** How many auctions have each manufacturer, place and company under the other filters (LIST-18). */
function facetsQuery(kind: AuctionListKind, filter: AuctionListFilter) {
  const { ordering: _, ...query } = filter;
  return queryOptions({
    queryKey: ['auction-facets', kind, query],
    queryFn: ({ signal }) => call(ENDPOINTS[kind], { query, signal }),
    placeholderData: keepPreviousData,
  });
}
