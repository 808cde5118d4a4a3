import { STATE_LABEL } from '@restvarde/contract/auctions/auction-rules';
import type { Category } from '@restvarde/contract/categories';
import {
  type AuctionListFilter,
  searchOfState,
  stateOfSearch,
} from '../../../features/auctions/auction-search.ts';

export interface FilterChip {
  id: string;
  /** What holds: «Status: Aktiv». */
  label: string;
  /** The change of the address that lifts it. */
  without: AuctionListFilter;
}

const WORDS = [
  ['number', 'Objektsnummer'],
  ['manufacturer', 'Fabrikat'],
  ['registration_number', 'Reg.nr'],
  ['chassis_number', 'Chassi.nr'],
  ['buyer', 'Köpare'],
  ['start_dt', 'Startar tidigast'],
  ['end_dt', 'Slutar senast'],
] as const;

/** The filters that are on, in words. The company of a superuser is no filter, but the place one is in. */
export function filterChips(
  filter: AuctionListFilter,
  categories: readonly Category[] | undefined,
): FilterChip[] {
  const state = stateOfSearch(filter);
  const chosen = filter.category ?? [];
  return [
    ...(state === null
      ? []
      : [{ id: 'state', label: `Status: ${STATE_LABEL[state]}`, without: searchOfState(null) }]),
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
