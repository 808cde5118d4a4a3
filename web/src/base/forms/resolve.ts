import { messagesByField } from '@restvarde/contract/errors';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import * as z from 'zod/mini';

/** Lets a form be judged by a schema of the contract: the same rules and sentences as on the server. */
export function resolve<Input extends FieldValues, Output extends FieldValues>(
  schema: z.core.$ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors<Input> = {};
    const said = Object.entries(messagesByField(parsed.error));
    for (const [field, messages] of said) {
      // What is told at a field within it is not told twice.
      if (said.some(([other]) => other.startsWith(`${field}.`))) continue;
      set(errors, field, { type: 'rule', message: messages[0] ?? '' });
    }
    return { values: {}, errors };
  };
}
