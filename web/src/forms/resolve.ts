import { messagesByField } from '@restvarde/contract/errors';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';

/** Lets a form be judged by a schema of the contract: the same rules and sentences as on the server. */
export function resolve<Input extends FieldValues, Output extends FieldValues>(
  schema: z.core.$ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const [field, messages] of Object.entries(messagesByField(parsed.error))) {
      errors[field] = { type: 'rule', message: messages[0] ?? '' };
    }
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}
