import * as z from 'zod/mini';

/**
 * A form's rules: a schema of the contract, applied to what stands in the form, where all that is written is
 * text. `read` makes of the draft what the schema takes; what is not readable the schema rejects in its own words.
 */
export function draftSchema<Draft, Schema extends z.ZodMiniType>(
  schema: Schema,
  read: (draft: Draft) => unknown,
) {
  return z.pipe(z.pipe(z.custom<Draft>(), z.transform(read)), schema);
}
