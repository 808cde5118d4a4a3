import * as z from 'zod/mini';

/**
 * Applies a schema of the contract to a form, whose values are text. `read` converts the draft to the schema's input.
 * The schema rejects unreadable values with its own messages.
 */
export function draftSchema<Draft, Schema extends z.ZodMiniType>(
  schema: Schema,
  read: (draft: Draft) => unknown,
) {
  return z.pipe(z.pipe(z.custom<Draft>(), z.transform(read)), schema);
}
