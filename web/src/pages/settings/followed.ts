import type { Category } from '@restvarde/contract/categories';
import type { OwnStation } from '@restvarde/contract/service-stations';

type Silent = Pick<OwnStation, 'silent_categories'>;

/** The categories that a station follows: those it may silence and has not (STN-6). */
export function followedIds(
  categories: readonly Category[],
  { silent_categories }: Silent,
): ReadonlySet<number> {
  const silent = new Set(silent_categories.map(({ id }) => id));
  return new Set(categories.map(({ id }) => id).filter((id) => !silent.has(id)));
}

/** The silenced categories, in the order of the choices. */
export function silentIds(
  categories: readonly Category[],
  followed: ReadonlySet<number>,
): number[] {
  return categories.map(({ id }) => id).filter((id) => !followed.has(id));
}
