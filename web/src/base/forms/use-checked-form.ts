import { useEffect, useEffectEvent, useState } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { checkDraft } from './check-draft.ts';
import { useFaultFocus } from './fault-focus.ts';
import { listFaults, nameFaults } from './list-faults.ts';
import { type FieldOf, showServerErrors } from './show-server-errors.ts';

export interface CheckedFormOptions<Draft extends FieldValues, Output extends FieldValues> {
  initial: Draft;
  /** Built by `draftSchema` from a schema of the contract. */
  schema: z.core.$ZodType<Output, Draft>;
  /** Sends valid output. A rejection is shown at the fields or above the form. */
  send: (output: Output, form: UseFormReturn<Draft, unknown, Output>) => Promise<void>;
  /** Where a server error is shown. Defaults to the field of the same name. */
  fieldOf?: FieldOf<Draft>;
  /** A field's label, for the summary. */
  labelOf?: (name: string) => string | undefined;
  /** Lists all errors above the form and focuses the list. Otherwise the first invalid field takes focus. */
  hasSummary?: boolean;
}

/**
 * The state of a form that is validated by a schema of the contract when it is sent. Shows no errors before that.
 * Afterwards an error disappears as soon as its field is valid, and a server error as soon as its field changes
 * (FORM-6).
 */
export function useCheckedForm<Draft extends FieldValues, Output extends FieldValues>(
  options: CheckedFormOptions<Draft, Output>,
) {
  const { initial, schema, send, labelOf = () => undefined, hasSummary = false } = options;
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string[] | null>(null);
  const [isPending, setPending] = useState(false);
  const form: UseFormReturn<Draft, unknown, Output> = useForm<Draft, unknown, Output>({
    defaultValues: initial as DefaultValues<Draft>,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
    resolver: (draft) => {
      const checked = checkDraft(schema, draft);
      return 'output' in checked
        ? { values: checked.output, errors: {} }
        : { values: {}, errors: toErrors<Draft>(checked.faults) };
    },
  });

  const revalidate = useEffectEvent((draft: Draft, changed: string | undefined) => {
    const faulty = listFaults(form.formState.errors);
    if (faulty.length === 0) return;
    const checked = checkDraft(schema, draft);
    const left: Record<string, string> = 'faults' in checked ? checked.faults : {};
    for (const { name, message } of faulty) {
      const path = name as FieldPath<Draft>;
      const rule = left[name];
      if (form.getFieldState(path).error?.type === 'server') {
        if (changed === name) form.clearErrors(path);
      } else if (rule === undefined) form.clearErrors(path);
      else if (rule !== message) form.setError(path, { type: 'rule', message: rule });
    }
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => revalidate(values, name),
      }),
    [form],
  );

  const ownField: FieldOf<Draft> = (name) => {
    const value: unknown = get(initial, name);
    const isField = typeof value === 'string' || Array.isArray(value);
    return isField ? (name as FieldPath<Draft>) : null;
  };

  async function submit() {
    if (isPending) return;
    setFailure(null);
    setPending(true);
    let isFaulty = false;
    try {
      await form.handleSubmit(
        (output) => send(output, form),
        () => {
          isFaulty = true;
        },
      )();
    } catch (error) {
      isFaulty = true;
      const { fieldOf = ownField } = options;
      setFailure(showServerErrors(form, error, fieldOf));
    } finally {
      setPending(false);
    }
    // Focus the summary only now that it lists the errors.
    if (isFaulty) setAttempt((before) => before + 1);
  }

  // A message above the form takes focus itself.
  const hasMessage = failure !== null && failure.length > 0;
  useFaultFocus(!hasSummary && !hasMessage && attempt);

  return {
    form,
    control: form.control,
    /** All errors in the order of the page, for an `ErrorSummary`. */
    faults: nameFaults(listFaults(form.formState.errors, Object.keys(initial)), labelOf),
    attempt,
    /** Messages that belong to no field. Null if there are none. */
    failure,
    isPending,
    onSubmit(event: { preventDefault: () => void }) {
      event.preventDefault();
      void submit();
    },
  };
}

function toErrors<Draft extends FieldValues>(faults: Record<string, string>): FieldErrors<Draft> {
  const errors: FieldErrors<Draft> = {};
  for (const [field, message] of Object.entries(faults)) {
    set(errors, field, { type: 'rule', message });
  }
  return errors;
}

/** The form control for a section with some of its fields. TypeScript cannot infer that this is safe. */
export function sectionOf<Part extends FieldValues, Whole extends Part, Output>(
  control: Control<Whole, unknown, Output>,
): Control<Part, unknown, Output> {
  return control as unknown as Control<Part, unknown, Output>;
}
