import type { AuctionDraft } from './auction-draft.ts';

/** Values for fields of the form. */
export type Filling = Partial<AuctionDraft>;

interface FilledForm {
  getValue: (name: keyof AuctionDraft) => string | string[];
  setValue: (name: keyof AuctionDraft, value: string | string[]) => void;
}

/** Lists are empty without entries, a condition without values. */
const isEmpty = (value: string | string[]) => value.length === 0 || value === '{}';

const isSame = (one: unknown, other: unknown) => String(one) === String(other);

/**
 * Returns a function that fills in fields of a form, except those that the user has filled in or changed. A later call
 * also replaces the values of earlier calls; '' and [] clear them (FORM-14).
 */
export function fillerOf(form: FilledForm): (values: Filling) => void {
  const filled: Record<string, unknown> = {};
  return (values) => {
    const names = Object.keys(values) as (keyof Filling)[];
    for (const name of names) {
      const value = values[name]!;
      const now = form.getValue(name);
      if (!isEmpty(now) && !isSame(now, filled[name])) continue;
      filled[name] = value;
      if (!isSame(now, value)) form.setValue(name, value);
    }
  };
}
