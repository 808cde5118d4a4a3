import { SENTENCE } from '@restvarde/contract/errors';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';

/**
 * Maps a server field to the form's field that shows its error. Null: above the form. Undefined: another part of the
 * page shows it.
 */
export type FieldOf<Draft extends FieldValues> = (
  name: string,
  message: string,
  draft: Draft,
) => FieldPath<Draft> | null | undefined;

/** Shows the server's errors at their fields, the first of each. Returns the messages that belong to no field. */
export function showServerErrors<Draft extends FieldValues, Output>(
  form: UseFormReturn<Draft, unknown, Output>,
  error: unknown,
  fieldOf: FieldOf<Draft>,
): string[] {
  if (!(error instanceof ApiError)) return [SENTENCE.generic];
  const elsewhere = error.detail === null ? [] : [error.detail];
  const shown = new Set<FieldPath<Draft>>();
  for (const [name, messages] of Object.entries(error.fields)) {
    for (const message of messages) {
      const field = fieldOf(name, message, form.getValues());
      if (field === null) elsewhere.push(message);
      if (field === null || field === undefined || shown.has(field)) continue;
      form.setError(field, { type: 'server', message });
      shown.add(field);
    }
  }
  const hasMessage = elsewhere.length > 0 || Object.keys(error.fields).length > 0;
  return hasMessage ? elsewhere : [error.message];
}
