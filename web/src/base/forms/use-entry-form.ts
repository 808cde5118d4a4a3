import { SENTENCE } from '@restvarde/contract/errors';
import { type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../api/api-error.ts';
import { checkDraft } from './check-draft.ts';
import { useFaultFocus } from './fault-focus.ts';

type Values = Record<string, string>;
type Faults<Input> = { [Name in keyof Input]?: string | undefined };

/**
 * The form of a page before login: a few text fields, validated by a schema of the contract when it is sent. It does
 * not use the form library, whose 16 KB would be a tenth of the first load.
 */
export function useEntryForm<Input extends Values, Output>(
  schema: z.core.$ZodType<Output, Input>,
  initial: Input,
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Faults<Input>>({});
  const [isPending, setPending] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useFaultFocus(attempt);
  const inputs = useRef<Partial<Record<keyof Input, HTMLInputElement | null>>>({});

  function faultsOf(input: Input): Faults<Input> {
    const checked = checkDraft(schema, input);
    return 'faults' in checked ? (checked.faults as Faults<Input>) : {};
  }

  function showErrors(next: Faults<Input>) {
    setErrors(next);
    setAttempt((before) => before + 1);
  }

  /**
   * Sends valid input. Ignores a second press while sending. Shows errors at their fields and passes those of no
   * field to `onRefused`.
   */
  async function submit(
    send: (body: Output) => Promise<void>,
    onRefused: (sentence: string, error: unknown) => void,
    input: Input = values,
  ) {
    if (isPending) return;
    const checked = checkDraft(schema, input);
    if ('faults' in checked) {
      showErrors(checked.faults as Faults<Input>);
      return;
    }
    setErrors({});
    setPending(true);
    try {
      await send(checked.output);
    } catch (error) {
      const apiError = error instanceof ApiError ? error : null;
      const ownErrors = Object.entries(apiError?.fields ?? {}).filter(([name]) => name in initial);
      showErrors(firstOf(Object.fromEntries(ownErrors)) as Faults<Input>);
      const isShown = ownErrors.length > 0 && apiError?.detail == null;
      if (!isShown) onRefused(apiError?.message ?? SENTENCE.generic, error);
    } finally {
      setPending(false);
    }
  }

  return {
    values,
    errors,
    isPending,
    submit,
    /** The `onSubmit` of the form element. */
    onSubmit:
      (...how: [Parameters<typeof submit>[0], Parameters<typeof submit>[1]]) =>
      (event: FormEvent) => {
        event.preventDefault();
        void submit(...how);
      },
    change: (part: Partial<Input>) => setValues((before) => ({ ...before, ...part })),
    fail: showErrors,
    focus(name: keyof Input) {
      inputs.current[name]?.focus();
      inputs.current[name]?.select();
    },
    /** Selects a field's text, so that typing replaces it. Does not move focus. */
    select: (name: keyof Input) => inputs.current[name]?.select(),
    /** The props of a `ui/` field that bind it to this form. */
    field: (name: keyof Input & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      /**
       * Clears the error once the value is valid. New errors appear only when the form is sent: validation on blur
       * would move the button away from under the press.
       */
      onChange(value: string) {
        const next = { ...values, [name]: value };
        setValues(next);
        if (errors[name] !== undefined && faultsOf(next)[name] === undefined) {
          setErrors({ ...errors, [name]: undefined });
        }
      },
      inputRef(input: HTMLInputElement | null) {
        inputs.current[name] = input;
      },
    }),
  };
}

function firstOf(messages: Record<string, string[]>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(messages).map(([name, list]) => [name, list[0]]));
}
