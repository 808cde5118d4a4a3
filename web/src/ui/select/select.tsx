import { lazy, Suspense } from 'react';
import type { SelectProps as FieldProps } from './select-field.tsx';
import { SelectPlaceholder } from './select-placeholder.tsx';

// The list is a fifth of a form's script, so it loads after the first view.
const SelectField = lazy(() => import('./select-field.tsx'));

export type SelectProps<Id extends string | number> = FieldProps<Id>;

/** A choice of one, from a list. Ids are numbers or strings. */
export function Select<Id extends string | number>(props: SelectProps<Id>) {
  const { label, isLabelHidden, description, error, choices, value, placeholder = 'Välj' } = props;
  const chosen = choices.find(({ id }) => id === value)?.label ?? '';
  return (
    <Suspense
      fallback={
        <SelectPlaceholder {...{ label, isLabelHidden, description, error, chosen, placeholder }} />
      }
    >
      <SelectField {...(props as unknown as SelectProps<string | number>)} />
    </Suspense>
  );
}
