import { useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { listFaults, nameFaults } from './list-faults.ts';
import { placeErrors } from './place-errors.ts';
import { resolve } from './resolve.ts';

export interface CheckedFormOptions<Input extends FieldValues, Output extends FieldValues> {
  initial: Input;
  schema: z.core.$ZodType<Output, Input>;
  /** Sends what is right. What it rejects with is placed at the fields, or told above the form. */
  send: (output: Output, form: UseFormReturn<Input, unknown, Output>) => Promise<void>;
  /** The fields that the server may refuse, where they are not those of `initial`. */
  fields?: readonly FieldPath<Input>[];
  /** What a field is called, for the summary. */
  labelOf?: (name: string) => string | undefined;
  /** Faults are listed above the form, which takes focus; else focus goes to the first field that is wrong. */
  hasSummary?: boolean;
}

/**
 * The state of a form that is judged by a schema of the contract when it is sent. Nothing is called wrong
 * before that; after it a fault goes as soon as its field is mended.
 */
export function useCheckedForm<Input extends FieldValues, Output extends FieldValues>(
  options: CheckedFormOptions<Input, Output>,
) {
  const { initial, schema, send, hasSummary = false } = options;
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<string[] | null>(null);
  const [isPending, setPending] = useState(false);
  const form: UseFormReturn<Input, unknown, Output> = useForm<Input, unknown, Output>({
    defaultValues: initial as DefaultValues<Input>,
    resolver: resolve(schema),
    shouldFocusError: !hasSummary,
  });

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
      const fields = options.fields ?? (Object.keys(initial) as FieldPath<Input>[]);
      setFailure(placeErrors(form, error, fields));
    } finally {
      setPending(false);
    }
    // Only now do the faults stand in the summary, which takes focus.
    if (isFaulty) setAttempt((before) => before + 1);
  }

  return {
    form,
    control: form.control,
    /** All that is wrong, for an `ErrorSummary`. */
    faults: nameFaults(listFaults(form.formState.errors), options.labelOf ?? (() => undefined)),
    attempt,
    /** What was refused and belongs to no field; null when nothing was. */
    failure,
    isPending,
    onSubmit(event: { preventDefault: () => void }) {
      event.preventDefault();
      void submit();
    },
  };
}
