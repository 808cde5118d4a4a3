import type { Category } from '@restvarde/contract/categories';
import type { OwnStation } from '@restvarde/contract/service-stations';

type Silent = Pick<OwnStation, 'silent_categories'>;

/** Of the categories that a station may silence, those that are not: it follows them (STN-6). */
export function followedIds(
  categories: readonly Category[],
  { silent_categories }: Silent,
): ReadonlySet<number> {
  const silent = new Set(silent_categories.map(({ id }) => id));
  return new Set(categories.map(({ id }) => id).filter((id) => !silent.has(id)));
}

/** The other way: what is to be silent, in the order of the choices. */
export function silentIds(
  categories: readonly Category[],
  followed: ReadonlySet<number>,
): number[] {
  return categories.map(({ id }) => id).filter((id) => !followed.has(id));
}
