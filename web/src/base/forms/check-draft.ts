import { messagesByField } from '@restvarde/contract/errors';
import * as z from 'zod/mini';

/** What a draft comes to, or what is wrong with it: the first message of each field, by its path. */
export type Checked<Output> = { output: Output } | { faults: Record<string, string> };

/** Checks a draft by the same rules, and in the same words, as the server does. */
export function checkDraft<Output, Draft>(
  schema: z.core.$ZodType<Output, Draft>,
  draft: Draft,
): Checked<Output> {
  const parsed = z.safeParse(schema, draft);
  if (parsed.success) return { output: parsed.data };
  const said = Object.entries(messagesByField(parsed.error));
  // What is told at a field within it is not told twice.
  const own = said.filter(([field]) => !said.some(([other]) => other.startsWith(`${field}.`)));
  return { faults: Object.fromEntries(own.map(([field, [first = '']]) => [field, first])) };
}
