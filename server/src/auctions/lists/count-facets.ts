import type { AuctionFacets, AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { FACET_CAP } from '@restvarde/contract/auctions/list-limits';
import type { Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import { equalsAny } from '../../db/contains.ts';
import type { Queryable } from '../../db/pool.ts';
import { and, type Condition } from '../access/visibility.ts';
import { type ListRequest, readListIds } from './list-auctions.ts';
import { isSoldBy } from './list-filters.ts';

/** A filter with counts: its test of an auction `a`, and how its values are grouped and written. */
interface Facet {
  test: Condition;
  group: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
}

type FacetName = 'manufacturers' | 'places' | 'companies';
const NAMES: FacetName[] = ['manufacturers', 'places', 'companies'];

const inSwedish = new Intl.Collator('sv', { numeric: true });

const anything = sql<boolean>`true`;

function facetsOf({ manufacturers, places, companies }: AuctionFilter): Record<FacetName, Facet> {
  const word = (column: string, chosen: string[] | undefined): Facet => ({
    test: chosen?.length ? equalsAny(`a.${column}`, chosen) : anything,
    group: sql`searchable(${sql.ref(`a.${column}`)})`,
    // The most common spelling.
    value: sql`mode() within group (order by ${sql.ref(`a.${column}`)})`,
  });
  return {
    manufacturers: word('manufacturer', manufacturers),
    places: word('staging_area_name', places),
    companies: {
      test: companies?.length ? isSoldBy(companies) : anything,
      group: sql`a.company_id`,
      value: sql`(select name from companies where id = a.company_id)`,
    },
  };
}

interface Row {
  facet: FacetName | 'total';
  value: string;
  count: number;
}

/**
 * Counts the auctions of a list by manufacturer, place and company. Each count is under all other filters, so that it
 * shows what a further choice would add. Only the first `FACET_CAP` auctions of the list are counted, so that the cost
 * does not grow with the number of auctions (LIST-18).
 * @throws DomainError 400 for an invalid filter
 */
export async function countFacets(
  db: Queryable,
  viewer: Viewer,
  { kind, company, filter }: ListRequest,
): Promise<AuctionFacets> {
  const { manufacturers: _m, places: _p, companies: _c, ordering: _o, cursor: _, ...base } = filter;
  const list = await readListIds(db, viewer, { kind, company, filter: base }, FACET_CAP);
  const facets = facetsOf(filter);
  const countOf = (name: FacetName) => {
    const { group, value } = facets[name];
    const others = NAMES.filter((other) => other !== name).map((other) => facets[other].test);
    return sql`
      select ${name}::text as facet, ${value} as value, count(*)::integer as count
      from listed a where ${and(others)} group by ${group}`;
  };
  const { rows } = await sql<Row>`
    with listed as materialized (
      select manufacturer, staging_area_name, company_id
      from every_auction where id = any(${list.ids}::integer[])
    )
    ${sql.join(NAMES.map(countOf), sql` union all `)}
    union all
    select 'total', '', count(*)::integer
    from listed a where ${and(NAMES.map((name) => facets[name].test))}`.execute(db);
  const valuesOf = (name: FacetName) =>
    rows
      .filter(({ facet, value }) => facet === name && value !== '')
      .map(({ value, count }) => ({ value, count }))
      .sort((one, other) => inSwedish.compare(one.value, other.value));
  return {
    total: rows.find(({ facet }) => facet === 'total')?.count ?? 0,
    is_capped: list.cursor !== null,
    manufacturers: valuesOf('manufacturers'),
    places: valuesOf('places'),
    companies: valuesOf('companies'),
  };
}
