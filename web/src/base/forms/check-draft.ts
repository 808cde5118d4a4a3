import { messagesByField } from '@restvarde/contract/errors';
import * as z from 'zod/mini';

/** The parsed draft, or the first message of each field by its path. */
export type Checked<Output> = { output: Output } | { faults: Record<string, string> };

/** Validates a draft with the server's rules and messages. */
export function checkDraft<Output, Draft>(
  schema: z.core.$ZodType<Output, Draft>,
  draft: Draft,
): Checked<Output> {
  const parsed = z.safeParse(schema, draft);
  if (parsed.success) return { output: parsed.data };
  const messages = Object.entries(messagesByField(parsed.error));
  // Leave out the message of a field if a nested field has one.
  const own = messages.filter(
    ([field]) => !messages.some(([other]) => other.startsWith(`${field}.`)),
  );
  return { faults: Object.fromEntries(own.map(([field, [first = '']]) => [field, first])) };
}
