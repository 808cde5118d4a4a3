import { MAX_CHOSEN } from '@restvarde/contract/auctions/move-ends';

/** The selected rows, and the last one pressed, where a Shift selection begins (LIST-15). */
export interface ChosenRows {
  ids: ReadonlySet<number>;
  last: number | null;
}

export const NONE_CHOSEN: ChosenRows = { ids: new Set(), last: null };

/**
 * Toggles a row; with Shift, applies its new state to all rows from the last one pressed. `shown` are the rows in
 * order. At most `MAX_CHOSEN` are selected.
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
    else if (next.size < MAX_CHOSEN) next.add(one);
  }
  return { ids: next, last: id };
}

/** Selects all shown rows, or none if all are selected. */
export function pressAll({ ids }: ChosenRows, shown: readonly number[]): ChosenRows {
  const most = shown.slice(0, MAX_CHOSEN);
  return most.every((id) => ids.has(id)) ? NONE_CHOSEN : { ids: new Set(most), last: null };
}
