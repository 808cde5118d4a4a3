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
  /** `draftSchema` makes it of a schema of the contract. */
  schema: z.core.$ZodType<Output, Draft>;
  /** Sends what is right. What it rejects with is shown at the fields, or above the form. */
  send: (output: Output, form: UseFormReturn<Draft, unknown, Output>) => Promise<void>;
  /** Where what the server says of a field is shown; unless given, at the field of that name, if there is one. */
  fieldOf?: FieldOf<Draft>;
  /** What a field is called, for the summary. */
  labelOf?: (name: string) => string | undefined;
  /** Faults are listed above the form, which takes focus; else focus goes to the first field that is wrong. */
  hasSummary?: boolean;
}

/**
 * The state of a form that is checked by a schema of the contract when it is sent. Nothing is called wrong before
 * that; after it a fault goes as soon as it is mended, in whichever field, and an error of the server's as soon
 * as its field is touched (FORM-6).
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

  const mend = useEffectEvent((draft: Draft, changed: string | undefined) => {
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
        callback: ({ values, name }) => mend(values, name),
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
    // Only now do the faults stand in the summary, which takes focus.
    if (isFaulty) setAttempt((before) => before + 1);
  }

  // A message above the form takes focus itself.
  const hasMessage = failure !== null && failure.length > 0;
  useFaultFocus(!hasSummary && !hasMessage && attempt);

  return {
    form,
    control: form.control,
    /** All that is wrong, in the order of the page, for an `ErrorSummary`. */
    faults: nameFaults(listFaults(form.formState.errors, Object.keys(initial)), labelOf),
    attempt,
    /** What was rejected and belongs to no field; null when nothing was. */
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

/** The control of a form for a section that has some of its fields: its type does not say that this is safe. */
export function sectionOf<Part extends FieldValues, Whole extends Part, Output>(
  control: Control<Whole, unknown, Output>,
): Control<Part, unknown, Output> {
  return control as unknown as Control<Part, unknown, Output>;
}
