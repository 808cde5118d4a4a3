import type { Product } from './product.ts';
import { compare, limit, median, type Result } from './results.ts';

const DEEP = 500;
const ROUNDS = 25;
/** Words of the world that `addAuctions` makes: one auction in eight has the first, one in 20 000 the next (LIST-11). */
const SEARCHES = { 'a common word': 'volvo', 'a rare word': 'mahogny', 'no word': 'finnsinte' };

/** A page of the list at depth 500 against the first one (LIST-4), by a time, a text and an amount; and the first page of a search. */
export async function measureLists(product: Product, auctions: number): Promise<Result[]> {
  await product.addAuctions(auctions);
  const results: Result[] = [];
  for (const sort of ['end_dt', 'manufacturer', '-bid_highest']) {
    const first = `/api/auctions?ordering=${sort}`;
    const deep = await walk(product, first, DEEP);
    const times: { first: number[]; deep: number[] } = { first: [], deep: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.first.push((await read(product, first)).took);
      times.deep.push((await read(product, deep)).took);
    }
    const name = `list of ${auctions} by ${sort}, page ${DEEP} / page 1`;
    results.push(compare(name, 'ms', times.deep, times.first, { atMost: 1.2 }));
  }
  for (const [kind, q] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push((await read(product, `/api/auctions?q=${q}`)).took);
    }
    results.push(limit(`search of ${auctions} for ${kind}`, 'ms', median(times), 100));
  }
  return results;
}

/** What each order compares, as one would write it by hand (LIST-3). */
const ORDERS: Record<string, string> = {
  manufacturer: 'a.manufacturer',
  model: 'a.model',
  staging_area_name: 'a.staging_area_name',
  end_dt: 's.end_dt',
  bid_highest: 's.highest_bid',
  number: 'a.number collate counted',
  bid_count: 's.bid_count',
  reserve_margin: '(s.highest_bid - s.reservation_price)',
};

const BARE = `select a.*, s.* from auctions a join auction_standings s on s.auction_id = a.id
  where a.deleted_at is null and a.company_id = 1 and s.company_id = 1`;

/** The ways to a search's first page, of which the quickest counts: along the list, and by the index of words. */
const searchesFor = (q: string) => {
  const found = `a.words @@ search_query('${q}')`;
  const running = `s.closed_at is null and a.closed_at is null and s.end_dt > now()`;
  return [
    `${BARE} and ${running} and ${found} order by s.end_dt, s.auction_id limit 25`,
    `with found as materialized (select a.id from auctions a where ${found})
      ${BARE} and a.id in (select id from found) and ${running} order by s.end_dt, s.auction_id limit 25`,
  ];
};

/** The first page of each order and of each search as a case manager gets it, against bare statements of the best plan. */
export async function measureOrders(product: Product, auctions: number): Promise<Result[]> {
  const began = performance.now();
  await product.addAuctions(auctions);
  console.log(`  ${auctions} auctions in ${Math.round((performance.now() - began) / 1000)} s`);
  const orders = Object.entries(ORDERS).flatMap(([sort, key]) =>
    ['asc', 'desc'].map((direction) => ({
      name: `by ${direction === 'desc' ? '-' : ''}${sort}`,
      query: `ordering=${direction === 'desc' ? '-' : ''}${sort}`,
      bare: [
        `${BARE} and ${key} is not null order by ${key} ${direction}, ${key.startsWith('a.') ? 'a.id' : 's.auction_id'} ${direction} limit 25`,
      ],
    })),
  );
  const searches = Object.entries(SEARCHES).map(([kind, q]) => ({
    name: `for ${kind}`,
    query: `q=${q}`,
    bare: searchesFor(q),
  }));
  const results: Result[] = [];
  for (const { name, query, bare } of [...orders, ...searches]) {
    const times: number[] = [];
    const bares = bare.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [way, statement] of bare.entries()) {
        bares[way]!.push(await product.time(statement));
      }
      times.push((await read(product, `/api/auctions?${query}`, product.manager)).took);
    }
    const best = Math.min(...bares.map(median));
    const result = limit(`list of ${auctions} ${name}`, 'ms', median(times), 1.5 * best + 2);
    results.push({ ...result, baseline: Math.round(best * 100) / 100, goal: '≤ 1.5 × + 2 ms' });
  }
  return results;
}

/** The address of a page, by way of all before it. */
async function walk(product: Product, first: string, page: number): Promise<string> {
  let address = first;
  for (let at = 1; at < page; at++) {
    const { next } = (await read(product, address)).page;
    if (next === null) throw new Error(`The list ends at page ${at}.`);
    address = next;
  }
  return address;
}

async function read(
  product: Product,
  address: string,
  token = product.tokens[0],
): Promise<{ page: { next: string | null }; took: number }> {
  const begun = performance.now();
  const reply = await fetch(new URL(address, `http://127.0.0.1:${product.port}`), {
    headers: { authorization: `Bearer ${token}` },
  });
  if (reply.status !== 200) throw new Error(`${address} is answered with ${reply.status}`);
  const page = (await reply.json()) as { next: string | null };
  return { page, took: performance.now() - begun };
}
