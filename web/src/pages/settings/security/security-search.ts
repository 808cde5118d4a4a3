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

/** The search of the security log's URL. Undefined means no such filter (SEC-2). */
export type SecuritySearch = Partial<z.output<typeof securitySearch>>;

/** Parses a search. Drops invalid values. */
export function readSecuritySearch(search: Record<string, unknown>): SecuritySearch {
  const read = z.parse(securitySearch, search);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
