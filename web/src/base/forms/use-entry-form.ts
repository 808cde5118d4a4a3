import { SENTENCE } from '@restvarde/contract/errors';
import { type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../api/api-error.ts';
import { checkDraft } from './check-draft.ts';
import { useFaultFocus } from './fault-focus.ts';

type Values = Record<string, string>;
type Faults<Input> = { [Name in keyof Input]?: string | undefined };

/**
 * The form of a page before the login: a few text fields, judged by a schema of the contract when it is
 * sent. These pages do without the form library, since its
 * 16 KB would be a tenth of what stands between a visitor and the first word.
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
   * Sends what is right; a second press meanwhile is ignored. An error goes to its fields, and what belongs
   * to none of them to `onRefused`.
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
      const told = error instanceof ApiError ? error : null;
      const mine = Object.entries(told?.fields ?? {}).filter(([name]) => name in initial);
      showErrors(firstOf(Object.fromEntries(mine)) as Faults<Input>);
      const isPlaced = mine.length > 0 && told?.detail == null;
      if (!isPlaced) onRefused(told?.message ?? SENTENCE.generic, error);
    } finally {
      setPending(false);
    }
  }

  return {
    values,
    errors,
    isPending,
    submit,
    /** For the `onSubmit` of the form element. */
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
    /** Selects what was written, so that it is typed over; focus stays where it is. */
    select: (name: keyof Input) => inputs.current[name]?.select(),
    /** What a field of `ui/` needs to belong to this form. */
    field: (name: keyof Input & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      /**
       * A fault goes away as soon as it is mended, and comes back when the form is sent: were it judged on
       * leaving the field, the button would move away from under the press that left it.
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
  return Object.fromEntries(Object.entries(messages).map(([name, said]) => [name, said[0]]));
}
