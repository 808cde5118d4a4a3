import { SENTENCE } from '@restvarde/contract/errors';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';

/**
 * Puts what the server refused at its fields, the first of them in focus, and returns what belongs to no
 * field of the form, for a message above it. A field has room for one sentence: the first.
 */
export function placeErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fields: readonly FieldPath<Values>[],
): string[] {
  if (!(error instanceof ApiError)) return [SENTENCE.generic];
  const elsewhere = error.detail === null ? [] : [error.detail];
  let isFirst = true;
  for (const [name, messages] of Object.entries(error.fields)) {
    const field = fields.find((one) => one === name);
    if (field === undefined) {
      elsewhere.push(...messages);
      continue;
    }
    form.setError(field, { type: 'server', message: messages[0] ?? '' }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return isFirst && elsewhere.length === 0 ? [error.message] : elsewhere;
}
