import type { OwnStation } from '@restvarde/contract/service-stations';

type Choices = Pick<OwnStation, 'categories' | 'silent_categories'>;

/** The categories that a station follows: those that are not silent (STN-6). */
export function followedIds({ categories, silent_categories }: Choices): ReadonlySet<number> {
  const silent = new Set(silent_categories.map(({ id }) => id));
  return new Set(categories.map(({ id }) => id).filter((id) => !silent.has(id)));
}

/** The other way: what is to be silent, in the station's order. */
export function silentIds(
  { categories }: Pick<Choices, 'categories'>,
  followed: ReadonlySet<number>,
): number[] {
  return categories.map(({ id }) => id).filter((id) => !followed.has(id));
}
