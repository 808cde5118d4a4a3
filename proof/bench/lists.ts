import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import { Child } from '../child.ts';
import { compare, median, type Result, worst } from './results.ts';

const PAGE = 24;
const DEEP = 500;
/** PostgreSQL plans a statement five times before it keeps a plan. */
const WARM_UP_ROUNDS = 12;
const ROUNDS = 21;
/** Sizes that lists and other pages are compared with. */
const SMALL = 1_000;
const MEDIUM = 10_000;

type Reader = 'manager' | 'station';

interface ListProduct {
  port: number;
  tokens: Record<Reader, string>;
}

type Lists = Child<ListProduct>;

/** Orders of the list, with the key that each compares (LIST-3). */
const ORDERS: Record<string, string> = {
  end_dt: 's.end_dt',
  '-bid_highest': 's.highest_bid desc',
  manufacturer: 'a.manufacturer',
  '-model_year': 'a.model_year desc',
  mileage: 'a.mileage',
  number: 'a.number collate counted',
};

const FROM = 'auctions a join auction_standings s on s.auction_id = a.id';
const OWN = 'a.deleted_at is null and a.company_id = 1 and s.company_id = 1';
const RUNNING =
  's.closed_at is null and a.closed_at is null and s.end_dt > now() and a.start_dt <= now()';

/** A page in one order, by plain SQL. Auctions without the key come last in the list and are left out here. */
function pageBySql(order: string, offset: number): string {
  const [key, direction = 'asc'] = order.split(/ (?=desc$)/);
  const id = order.includes('s.') ? 's.auction_id' : 'a.id';
  return `select a.*, s.* from ${FROM} where ${OWN} and ${key} is not null
    order by ${key} ${direction}, ${id} ${direction} limit ${PAGE} offset ${offset}`;
}

/** The search and four filters, each with more hits than a page (LIST-2, LIST-11, LIST-12). */
const FILTERS: Record<string, { query: string; condition: string }> = {
  search: { query: 'q=volvo', condition: `a.words @@ search_query('volvo')` },
  manufacturer: {
    query: 'manufacturer=saab',
    condition: `searchable(a.manufacturer) like '%' || searchable('saab') || '%'`,
  },
  year: {
    query: 'model_year_from=2020&model_year_to=2021',
    condition: 'a.model_year between 2020 and 2021',
  },
  damage: { query: 'damage_condition=REPAIR', condition: `a.damage_condition = 'REPAIR'` },
  category: {
    query: 'category=12',
    condition:
      'exists (select from auction_categories c where c.auction_id = a.id and c.category_id = 12)',
  },
};

/**
 * Two statements for the first page in the default order: running auctions, then those to come, then ended ones. The
 * first suffices if enough auctions run.
 */
function filteredBySql(condition: string): string[] {
  return [
    `select a.*, s.* from ${FROM} where ${OWN} and ${RUNNING} and ${condition}
      order by s.end_dt, s.auction_id limit ${PAGE}`,
    `with found as materialized (select a.id from auctions a where ${condition} offset 0)
      select a.*, s.* from ${FROM} join found f on f.id = a.id cross join lateral (
        select case when ${RUNNING} then 0 when s.closed_at is null and s.end_dt > now() then 1 else 2 end as place
      ) p where ${OWN}
      order by place, case place when 0 then s.end_dt when 1 then a.start_dt end,
        case place when 2 then s.end_dt end desc, a.id * case place when 2 then -1 else 1 end limit ${PAGE}`,
  ];
}

/** Pages whose cost should not depend on the number of auctions. */
const OTHER_PAGES: [name: string, reader: Reader, path: string][] = [
  ['statistics', 'manager', '/api/statistics/look-back'],
  ['Att göra', 'manager', '/api/todo'],
  ['Mina auktioner', 'station', '/api/my-auctions?is_active=0&has_started=1'],
  ['Vunna auktioner', 'station', '/api/won-auctions'],
  ['counts of the filters', 'station', '/api/auctions/facets'],
];

/** Lists and pages of a world with `count` auctions, against smaller worlds and plain SQL. */
export async function measureLists(count: number): Promise<Result[]> {
  const worlds: Lists[] = [];
  const open = async (size: number) => {
    const world = await Child.start<ListProduct>('bench/processes/list-node', size);
    worlds.push(world);
    await warmUp(world);
    return world;
  };
  try {
    const large = await open(count);
    const small = await open(SMALL);
    const medium = await open(MEDIUM);
    const label = count.toLocaleString('en');
    const pages = await each(ORDERS, (sort, key) => measureOrder(large, small, sort, key));
    return [
      worst(
        `list of ${label}, page 1 / of ${SMALL}`,
        pages.map(({ first }) => first),
      ),
      worst(
        `list of ${label}, page ${DEEP} / of ${SMALL}`,
        pages.map(({ deep }) => deep),
      ),
      worst(
        `list of ${label}, filtered / plain SQL`,
        await each(FILTERS, (name, filter) => measureFilter(large, name, filter)),
      ),
      ...(await measureOthers(large, medium, label)),
      ...(await measureFacets(large, label)),
    ];
  } finally {
    for (const world of worlds) await world.stop();
  }
}

async function measureOthers(large: Lists, medium: Lists, label: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, reader, path] of OTHER_PAGES) {
    const [ours, before] = await inTurn([
      () => read(large, path, reader),
      () => read(medium, path, reader),
    ]);
    const title = `${name} of ${label} / of ${MEDIUM}`;
    results.push(compare(title, 'ms', ours!, before!, { atMost: 1.5 }));
  }
  return results;
}

/** The counts of the filters, against the list that they belong to (LIST-18). */
async function measureFacets(product: Lists, label: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const reader of ['manager', 'station'] as const) {
    const [counts, list] = await inTurn([
      () => read(product, '/api/auctions/facets', reader),
      () => read(product, '/api/auctions', reader),
    ]);
    const title = `counts of the filters of ${label} for a ${reader} / the list`;
    results.push(compare(title, 'ms', counts!, list!, { atMost: 2 }));
  }
  return results;
}

/**
 * The first page and page 500 (or the last) in one order, against a small world's first and last page.
 * @throws Error if a page shows other rows than plain SQL.
 */
async function measureOrder(
  large: Lists,
  small: Lists,
  sort: string,
  key: string,
): Promise<{ first: Result; deep: Result }> {
  const path = `/api/auctions?ordering=${sort}`;
  const deep = await findPage(large, path, DEEP);
  const smallDeep = await findPage(small, path, DEEP);
  for (const { path: shown, number } of [{ path, number: 1 }, deep]) {
    const { ids } = await read(large, shown, 'manager');
    const { rows } = await runSql(large, pageBySql(key, (number - 1) * PAGE));
    const found = rows.map((row) => row.auction_id);
    if (found.join() !== ids.slice(0, found.length).join()) {
      throw new Error(`Page ${number} by ${sort} shows other rows than plain SQL finds.`);
    }
  }
  const [first, smallFirst, far, smallFar] = await inTurn([
    () => read(large, path, 'manager'),
    () => read(small, path, 'manager'),
    () => read(large, deep.path, 'manager'),
    () => read(small, smallDeep.path, 'manager'),
  ]);
  const goal = { atMost: 1.3 };
  return {
    first: compare(`by ${sort}`, 'ms', first!, smallFirst!, goal),
    deep: compare(`by ${sort}`, 'ms', far!, smallFar!, goal),
  };
}

/** Follows the list to a page, or to the last full one before it. */
async function findPage(
  product: Lists,
  first: string,
  wanted: number,
): Promise<{ path: string; number: number }> {
  let found = { path: first, number: 1 };
  let next = (await read(product, first, 'manager')).next;
  while (next !== null && found.number < wanted) {
    const page = await read(product, next, 'manager');
    if (page.ids.length < PAGE) break;
    found = { path: next, number: found.number + 1 };
    next = page.next;
  }
  return found;
}

/** @throws Error if no statement finds what the list shows. */
async function measureFilter(
  large: Lists,
  name: string,
  { query, condition }: { query: string; condition: string },
): Promise<Result> {
  const path = `/api/auctions?${query}`;
  const { ids } = await read(large, path, 'manager');
  const equal: string[] = [];
  for (const statement of filteredBySql(condition)) {
    const { rows } = await runSql(large, statement);
    if (rows.map((row) => row.auction_id).join() === ids.join()) equal.push(statement);
  }
  if (equal.length === 0) throw new Error(`The filter ${name} shows other rows than plain SQL.`);
  const tried = await inTurn(equal.map((statement) => () => runSql(large, statement)));
  const medians = tried.map(median);
  const fastest = equal[medians.indexOf(Math.min(...medians))]!;
  // Without the other statement, which reads a whole table: the page would then read from disk what the baseline after it
  // finds in memory.
  const [ours, plain] = await inTurn([
    () => read(large, path, 'manager'),
    () => runSql(large, fastest),
  ]);
  return compare(`by ${name}`, 'ms', ours!, plain!, { atMost: 1.5, plus: 3 });
}

function runSql(product: Lists, statement: string) {
  return product.call<{ took_ms: number; rows: { auction_id: number }[] }>('run', statement);
}

async function warmUp(product: Lists): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const sort of Object.keys(ORDERS)) {
      await read(product, `/api/auctions?ordering=${sort}`, 'manager');
    }
    for (const { query } of Object.values(FILTERS)) {
      await read(product, `/api/auctions?${query}`, 'manager');
    }
    for (const [, reader, path] of OTHER_PAGES) await read(product, path, reader);
  }
}

async function each<Value, Found>(
  of: Record<string, Value>,
  measure: (name: string, value: Value) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const [name, value] of Object.entries(of)) found.push(await measure(name, value));
  return found;
}

/** Milliseconds of each, round by round. */
async function inTurn(measurements: (() => Promise<{ took_ms: number }>)[]): Promise<number[][]> {
  const times = measurements.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, measure] of measurements.entries()) times[n]!.push((await measure()).took_ms);
  }
  return times;
}

/** Keeps one connection to each node. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Calls as a browser does. The time ends at the last byte: unpacking and parsing are not the node's work. */
async function read(
  { ready: { port, tokens } }: Lists,
  path: string,
  reader: Reader,
): Promise<{ ids: number[]; next: string | null; took_ms: number }> {
  const startedAt = performance.now();
  const request = get(new URL(path, `http://127.0.0.1:${port}`), {
    agent,
    headers: { authorization: `Bearer ${tokens[reader]}`, 'accept-encoding': 'zstd' },
  });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  const took_ms = performance.now() - startedAt;
  if (reply.statusCode !== 200) throw new Error(`${path} is answered with ${reply.statusCode}.`);
  const packed = Buffer.concat(parts);
  const isPacked = reply.headers['content-encoding'] === 'zstd';
  const body: { results?: { id: number }[]; next?: string | null } = JSON.parse(
    String(isPacked ? zstdDecompressSync(packed) : packed),
  );
  return { ids: (body.results ?? []).map(({ id }) => id), next: body.next ?? null, took_ms };
}
