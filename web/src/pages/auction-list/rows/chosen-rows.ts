import { MOST_CHOSEN } from '@restvarde/contract/auctions/move-ends';

/** The rows that are chosen, and the last that was pressed: where a press with Shift begins (LIST-15). */
export interface ChosenRows {
  ids: ReadonlySet<number>;
  last: number | null;
}

export const NONE_CHOSEN: ChosenRows = { ids: new Set(), last: null };

/**
 * After a press on a row: it changes, and with Shift all from the last one to it become as it. `shown` are the rows
 * in the order in which they stand. What goes beyond `MOST_CHOSEN` is not chosen.
 */
export function pressRow(
  { ids, last }: ChosenRows,
  id: number,
  shown: readonly number[],
  hasShift: boolean,
): ChosenRows {
  const from = hasShift && last !== null ? shown.indexOf(last) : -1;
  const to = shown.indexOf(id);
  const pressed = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(ids);
  for (const one of pressed) {
    if (ids.has(id)) next.delete(one);
    else if (next.size < MOST_CHOSEN) next.add(one);
  }
  return { ids: next, last: id };
}

/** All that are shown, or when they are all chosen already, none. */
export function pressAll({ ids }: ChosenRows, shown: readonly number[]): ChosenRows {
  const most = shown.slice(0, MOST_CHOSEN);
  return most.every((id) => ids.has(id)) ? NONE_CHOSEN : { ids: new Set(most), last: null };
}
