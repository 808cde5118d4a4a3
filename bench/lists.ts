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
): Promise<{ page: { next: string | null }; took: number }> {
  const begun = performance.now();
  const reply = await fetch(new URL(address, `http://127.0.0.1:${product.port}`), {
    headers: { authorization: `Bearer ${product.tokens[0]}` },
  });
  if (reply.status !== 200) throw new Error(`${address} is answered with ${reply.status}`);
  const page = (await reply.json()) as { next: string | null };
  return { page, took: performance.now() - begun };
}
