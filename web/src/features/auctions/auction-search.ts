import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import { AUCTION_ORDERINGS } from '@restvarde/contract/auctions/auction-sorts';
import { DAMAGE_CODES, RUN_AND_DRIVE_CODES } from '@restvarde/contract/auctions/condition-codes';
import { SEARCH_MAX } from '@restvarde/contract/auctions/list-limits';
import { isDate } from '@restvarde/contract/dates';
import { SALE_OUTCOMES } from '@restvarde/contract/sale/outcome';
import * as z from 'zod/mini';
import {
  manyIds,
  manyWords,
  oneId,
  someOf,
  words,
  wordsUpTo,
} from '../../base/urls/search-values.ts';

/** The maximum number of pages that a URL loads at once. */
const MAX_PAGES = 40;

const day = z.catch(z.optional(z.string().check(z.refine(isDate))), undefined);
const flag = z.catch(z.optional(z.enum(['0', '1'])), undefined);

const whole = z.catch(z.optional(z.string().check(z.regex(/^\d{1,7}$/))), undefined);
const amount = z.catch(z.optional(z.string().check(z.regex(/^\d{1,9}$/))), undefined);
const on = z.catch(z.optional(z.literal('1')), undefined);

const auctionSearch = z.object({
  company: oneId,
  q: wordsUpTo(SEARCH_MAX),
  number: words,
  category: manyIds,
  registration_number: words,
  chassis_number: words,
  manufacturer: words,
  model: words,
  staging_area_name: words,
  company_name: words,
  buyer: words,
  start_dt: day,
  end_dt: day,
  damage_condition: z.catch(z.optional(z.enum(['DISASSEMBLY', 'REPAIR'])), undefined),
  run_and_drive: someOf(RUN_AND_DRIVE_CODES),
  primary_damage: someOf(DAMAGE_CODES),
  model_year_from: whole,
  model_year_to: whole,
  mileage_to: whole,
  manufacturers: manyWords,
  places: manyWords,
  companies: manyWords,
  price_from: amount,
  price_to: amount,
  ends_today: on,
  is_watched: on,
  is_active: flag,
  has_started: flag,
  /** For staff (AUC-19). */
  outcome: z.catch(z.optional(z.enum(SALE_OUTCOMES)), undefined),
  ordering: z.catch(z.optional(z.enum(AUCTION_ORDERINGS)), undefined),
  /** The number of loaded pages; defaults to one (LIST-9). */
  pages: z.catch(
    z.optional(
      z.pipe(
        z.union([z.string(), z.number()]),
        z.pipe(
          z.transform((value: string | number) => Number(value)),
          z.int().check(z.gte(2), z.lte(MAX_PAGES)),
        ),
      ),
    ),
    undefined,
  ),
});

/** The search of a list's URL (LIST-9). Undefined means no such filter, the default order, or one page. */
export type AuctionSearch = Partial<z.output<typeof auctionSearch>>;

/** The filters and the order, without paging. */
export type AuctionListFilter = Omit<AuctionSearch, 'pages'>;

/** Parses a search. Drops invalid values. */
export function readAuctionSearch(search: Record<string, unknown>): AuctionSearch {
  const read = z.parse(auctionSearch, search);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The company chosen by a superuser, for pages with no other search. */
export function readCompanySearch(search: Record<string, unknown>): { company?: string } {
  const { company } = readAuctionSearch({ company: search.company });
  return company === undefined ? {} : { company };
}

/** The state given by `is_active` and `has_started`; null for all (LIST-2). */
export function stateOfSearch(search: AuctionSearch): AuctionState | null {
  if (search.is_active === '1') return 'active';
  if (search.is_active === '0' && search.has_started === '0') return 'upcoming';
  if (search.is_active === '0' && search.has_started === '1') return 'ended';
  return null;
}

/** Kommande 0/0, Aktiv 1, Avslutad 0/1 (LIST-2). */
export function searchOfState(
  state: AuctionState | null,
): Pick<AuctionSearch, 'is_active' | 'has_started' | 'outcome'> {
  // Only ended auctions have an outcome.
  const outcome = undefined;
  if (state === null) return { is_active: undefined, has_started: undefined, outcome };
  if (state === 'active') return { is_active: '1', has_started: undefined, outcome };
  return { is_active: '0', has_started: state === 'ended' ? '1' : '0', outcome };
}
