import {
  CONDITION_LABELS,
  DAMAGES,
  RUN_AND_DRIVE,
} from '@restvarde/contract/auctions/condition-words';
import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import type { Category } from '@restvarde/contract/categories';
import type { AuctionListFilter } from '../../../features/auctions/auction-search.ts';

export interface FilterChip {
  id: string;
  /** The filter and its value: «Fabrikat: Volvo». */
  label: string;
  /** The change of the filter that removes this value. */
  without: AuctionListFilter;
}

/** Filters of several values, which have a chip each. */
const CHOICES = [
  ['manufacturers', 'Fabrikat'],
  ['places', 'Uppställningsplats'],
  ['companies', 'Bolag'],
] as const;

/** Filters of several codes, with the words of their values. */
const CODES: readonly ['run_and_drive' | 'primary_damage', Readonly<Record<string, string>>][] = [
  ['run_and_drive', RUN_AND_DRIVE],
  ['primary_damage', DAMAGES],
];

const WORDS = [
  ['number', 'Objektsnummer'],
  ['manufacturer', 'Fabrikat'],
  ['model', 'Modell'],
  ['model_year_from', 'Årsmodell från'],
  ['model_year_to', 'Årsmodell till'],
  ['mileage_to', 'Högst antal mil'],
  ['price_from', 'Pris från'],
  ['price_to', 'Pris till'],
  ['registration_number', 'Reg.nr'],
  ['chassis_number', 'Chassi.nr'],
  ['staging_area_name', 'Uppställningsplats'],
  ['company_name', 'Bolag'],
  ['buyer', 'Köpare'],
  ['start_dt', 'Startar från och med'],
  ['end_dt', 'Slutar senast'],
] as const;

/**
 * The active filters of the panel, as chips; the other filters are always visible. A superuser's company is not a
 * filter.
 */
export function filterChips(
  filter: AuctionListFilter,
  categories: readonly Category[] | undefined,
): FilterChip[] {
  const nameOf = (id: string) =>
    categories?.find((category) => String(category.id) === id)?.name ?? id;
  return [
    ...chipsOf('category', 'Kategori', filter.category, nameOf),
    ...CHOICES.flatMap(([name, word]) => chipsOf(name, word, filter[name])),
    ...CODES.flatMap(([name, labels]) =>
      chipsOf(name, CONDITION_LABELS[name], filter[name], (code) => labels[code] ?? code),
    ),
    ...WORDS.flatMap(([name, word]) => {
      const value = filter[name];
      return value === undefined
        ? []
        : [{ id: name, label: `${word}: ${value}`, without: { [name]: undefined } }];
    }),
  ];
}

/** The chips of a filter that may be repeated, one for each value. */
function chipsOf(
  name: keyof AuctionListFilter,
  word: string,
  values: readonly string[] = [],
  labelOf = (value: string) => value,
): FilterChip[] {
  return values.map((value) => {
    const rest = values.filter((other) => other !== value);
    return {
      id: `${name}-${value}`,
      label: `${word}: ${labelOf(value)}`,
      without: { [name]: rest.length === 0 ? undefined : rest },
    };
  });
}

/** A name for a saved search with this filter: «Volvo, V60, Reparation». */
export const searchName = (filter: AuctionListFilter, chips: FilterChip[]) =>
  [
    filter.q,
    ...chips.map(({ label }) =>
      label.replace(/^(Kategori|Fabrikat|Modell|Bolag|Skada|Start och körning): /, ''),
    ),
    filter.damage_condition && DAMAGE_LABEL[filter.damage_condition],
  ]
    .filter(Boolean)
    .join(', ');
