import type { Category } from '@restvarde/contract/categories';
import type { StationSearch } from '../../features/stations/station-search.ts';

export interface StationChip {
  id: string;
  /** The filter and its value: «Ort: Örebro». */
  label: string;
  /** The filter without this one. */
  without: StationSearch;
}

const WORDS = [
  ['number', 'Verkstadsnr'],
  ['name', 'Verkstadsnamn'],
  ['city', 'Ort'],
] as const;

const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: string) =>
  list?.find((one) => String(one.id) === id)?.name ?? id;

/** The active filters of the directory, as chips. */
export function stationChips(
  filter: StationSearch,
  categories: readonly Category[] | undefined,
  companies: readonly { id: number; name: string }[] | undefined,
): StationChip[] {
  const { company, category: chosen = [] } = filter;
  return [
    ...WORDS.flatMap(([name, word]) => {
      const value = filter[name];
      return value === undefined
        ? []
        : [{ id: name, label: `${word}: ${value}`, without: { [name]: undefined } }];
    }),
    ...chosen.map((id) => {
      const rest = chosen.filter((other) => other !== id);
      return {
        id: `category-${id}`,
        label: `Kategori: ${nameIn(categories, id)}`,
        without: { category: rest.length === 0 ? undefined : rest },
      };
    }),
    ...(company === undefined
      ? []
      : [
          {
            id: 'company',
            label: `Bolag: ${nameIn(companies, company)}`,
            without: { company: undefined },
          },
        ]),
  ];
}
