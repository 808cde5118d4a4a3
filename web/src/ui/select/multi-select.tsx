import { lazy, Suspense } from 'react';
import type { MultiSelectProps as FieldProps } from './multi-select-field.tsx';
import { nameChosen, SelectPlaceholder } from './select-placeholder.tsx';

// As in `select.tsx`.
const MultiSelectField = lazy(() => import('./multi-select-field.tsx'));

export type MultiSelectProps<Id extends string | number> = FieldProps<Id>;

/** A choice of several, from a list that stays open. */
export function MultiSelect<Id extends string | number>(props: MultiSelectProps<Id>) {
  const { label, isLabelHidden, description, error, placeholder = 'Välj' } = props;
  const chosen = nameChosen(props);
  return (
    <Suspense
      fallback={
        <SelectPlaceholder {...{ label, isLabelHidden, description, error, chosen, placeholder }} />
      }
    >
      <MultiSelectField {...(props as unknown as MultiSelectProps<string | number>)} />
    </Suspense>
  );
}
