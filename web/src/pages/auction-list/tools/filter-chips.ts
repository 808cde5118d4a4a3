import type { Category } from '@restvarde/contract/categories';
import type { AuctionListFilter } from '../../../features/auctions/auction-search.ts';

export interface FilterChip {
  id: string;
  /** The filter and its value: «Fabrikat: Volvo». */
  label: string;
  /** The filter without this one. */
  without: AuctionListFilter;
}

const WORDS = [
  ['number', 'Objektsnummer'],
  ['manufacturer', 'Fabrikat'],
  ['model', 'Modell'],
  ['model_year_from', 'Årsmodell från'],
  ['model_year_to', 'Årsmodell till'],
  ['mileage_to', 'Högst mil'],
  ['registration_number', 'Reg.nr'],
  ['chassis_number', 'Chassi.nr'],
  ['staging_area_name', 'Uppställningsplats'],
  ['company_name', 'Bolag'],
  ['buyer', 'Köpare'],
  ['start_dt', 'Startar tidigast'],
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
  const chosen = filter.category ?? [];
  return [
    ...chosen.map((id) => {
      const rest = chosen.filter((other) => other !== id);
      const name = categories?.find((category) => String(category.id) === id)?.name ?? id;
      return {
        id: `category-${id}`,
        label: `Kategori: ${name}`,
        without: { category: rest.length === 0 ? undefined : rest },
      };
    }),
    ...WORDS.flatMap(([name, word]) => {
      const value = filter[name];
      return value === undefined
        ? []
        : [{ id: name, label: `${word}: ${value}`, without: { [name]: undefined } }];
    }),
  ];
}
