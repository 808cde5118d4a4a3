import { lazy, Suspense } from 'react';
import type { SelectProps as FieldProps } from './select-field.tsx';
import { SelectPlaceholder } from './select-placeholder.tsx';

// A list that opens over the page is a fifth of what a form weighs: it comes behind the first view.
const SelectField = lazy(() => import('./select-field.tsx'));

export type SelectProps<Id extends string | number> = FieldProps<Id>;

/** One of several, from a list that opens. Numbers and strings both serve as ids. */
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
