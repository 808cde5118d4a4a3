import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, requiredText } from '../fields.ts';
import { may } from '../roles.ts';
import { type AuctionFilter, auctionFilter } from './list-auctions.ts';
import {
  bySavedValue,
  SAVED_FILTERS,
  type SavedQuery,
  savedFrequency,
  savedSearch,
} from './saved-filters.ts';

/** The filters of the list that a saved search keeps (SAVED-1). */
const savedFilter = z.pick(auctionFilter, SAVED_FILTERS);

export type SavedFilter = Pick<AuctionFilter, keyof z.output<typeof savedFilter>>;

/** The maximum number of saved searches of a user. */
export const SAVED_SEARCHES_MAX = 20;

export const SAVED_SEARCH_SENTENCE = {
  name: 'Du måste ange ett namn',
  noFilter: 'Välj minst ett filter att spara.',
  tooMany: `Du kan ha högst ${SAVED_SEARCHES_MAX} sparade sökningar.`,
  saved: (name: string) => `Sökningen finns redan: ${name}.`,
} as const;

/** Parses a stored query, for the functions that filter a list. */
export const readSavedFilter = (query: SavedQuery): SavedFilter => z.parse(savedFilter, query);

/** Returns one form for equal queries: texts trimmed, arrays sorted, empty filters left out. */
function normalQuery(filter: z.output<typeof savedFilter>): SavedQuery {
  const query: SavedQuery = {};
  for (const [key, value] of Object.entries(filter)) {
    const values = Array.isArray(value)
      ? [...new Set(value.map(String))].sort(bySavedValue)
      : String(value ?? '');
    if (values.length > 0) query[key] = values;
  }
  return query;
}

/** Validated like the filters of the list; other keys are ignored. Errors are at the query itself. */
const savedQuery = z.pipe(
  z.record(z.string(), z.unknown(), {
    error: (issue) => (issue.input === undefined ? SAVED_SEARCH_SENTENCE.noFilter : undefined),
  }),
  z.transform((query: Record<string, unknown>, { issues }): SavedQuery => {
    const read = z.safeParse(savedFilter, query);
    if (!read.success) {
      const [message] = read.error.issues.map((issue) => issue.message);
      issues.push({ code: 'custom', message, input: query });
      return {};
    }
    const normal = normalQuery(read.data);
    if (Object.keys(normal).length === 0) {
      issues.push({ code: 'custom', message: SAVED_SEARCH_SENTENCE.noFilter, input: query });
    }
    return normal;
  }),
);

const searchName = requiredText(60, SAVED_SEARCH_SENTENCE.name);
const fields = { name: searchName, query: savedQuery };

/** The fields of a search that a user chooses. */
export const savedSearchDraft = z.object({ name: searchName, frequency: savedFrequency });

/** Saves a search of the list (SAVED-1). */
export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches',
  summary: 'Spara sökning',
  may: may.actAsStation,
  body: z.object({ ...fields, frequency: z._default(savedFrequency, 'daily') }),
  status: 201,
  reply: savedSearch,
});

/** Changes a saved search (SAVED-1). */
export const changeSavedSearch = endpoint({
  method: 'PATCH',
  path: '/api/saved-searches/:id',
  summary: 'Ändra sparad sökning',
  may: may.actAsStation,
  params: idParams,
  body: z.partial(z.object({ ...fields, frequency: savedFrequency })),
  reply: savedSearch,
});

/** Removes a saved search (SAVED-1). */
export const removeSavedSearch = endpoint({
  method: 'DELETE',
  path: '/api/saved-searches/:id',
  summary: 'Ta bort sparad sökning',
  may: may.actAsStation,
  params: idParams,
});

/** Turns off the searches that an email named, without a login (SAVED-6). Any body is accepted. */
export const turnOffSearches = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/:token',
  summary: 'Stäng av mejl om sparade sökningar',
  may: may.anyone,
  params: z.object({ token: z.string() }),
  reply: z.object({}),
});
