import { isDate } from '@restvarde/contract/dates';
import { EVENT_KINDS } from '@restvarde/contract/security/event-kinds';
import * as z from 'zod/mini';
import { oneId, wordsUpTo } from '../../../base/urls/search-values.ts';

const day = z.catch(z.optional(z.string().check(z.refine(isDate))), undefined);

const securitySearch = z.object({
  company: oneId,
  person: wordsUpTo(100),
  kind: z.catch(z.optional(z.enum(EVENT_KINDS)), undefined),
  from: day,
  to: day,
});

/** What the address of the security log says. Absent means: no such filter (SEC-2). */
export type SecuritySearch = Partial<z.output<typeof securitySearch>>;

/** Reads an address; what makes no sense falls away. */
export function readSecuritySearch(search: Record<string, unknown>): SecuritySearch {
  const read = z.parse(securitySearch, search);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
