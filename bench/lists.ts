import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import { type ListProduct, type Reader, startListProduct } from './list-product.ts';
import { compare, median, plot, type Result } from './report/results.ts';

const PAGE = 24;
const DEEP = 500;
/**
 * So often each row is asked for first: a node that has just started runs its code for the first times, and PostgreSQL
 * plans a statement five times before it keeps its plan.
 */
const WARM_UP_ROUNDS = 12;
/** What every size is compared with. */
const SMALL = 1_000;
/** The goals are of a million; below this a list is drawn, and not judged. */
const LARGE = 100_000;
/** Where it is judged so many that a checkpoint of the database or a collection, which some meet, does not move the median. */
const roundsOf = (count: number) => (count < LARGE ? 9 : 41);

/** A list as it is asked for, and by hand: statements of the ids of its first page, of which the quickest counts. */
interface Row {
  name: string;
  reader: Reader;
  query: string;
  bare: string[];
}

const OWN = 'a.deleted_at is null and a.company_id = 1 and s.company_id = 1';
const RUNS =
  's.closed_at is null and a.closed_at is null and s.end_dt > now() and a.start_dt <= now()';
const BOTH = 'auctions a join auction_standings s on s.auction_id = a.id';

const page = (conditions: string, order: string, from = BOTH) =>
  `select a.*, s.* from ${from} where ${OWN} and ${conditions} order by ${order} limit 25`;

/** What each order compares (LIST-3). */
const ORDERS: Record<string, string> = {
  manufacturer: 'a.manufacturer',
  model: 'a.model',
  staging_area_name: 'a.staging_area_name',
  end_dt: 's.end_dt',
  bid_highest: 's.highest_bid',
  model_year: 'a.model_year',
  mileage: 'a.mileage',
  number: 'a.number collate counted',
  bid_count: 's.bid_count',
  reserve_margin: '(s.highest_bid - s.reservation_price)',
};

const orders = (['', '-'] as const).flatMap((sign) =>
  Object.entries(ORDERS).map(([sort, key]): Row => {
    const direction = sign === '-' ? 'desc' : 'asc';
    const id = key.includes('s.') ? 's.auction_id' : 'a.id';
    return {
      name: `by ${sign}${sort}`,
      reader: 'manager',
      query: `ordering=${sign}${sort}`,
      bare: [page(`${key} is not null`, `${key} ${direction}, ${id} ${direction}`)],
    };
  }),
);

/** By the default order: what runs, then what is to come, then what has ended; along it as far as that fills the page. */
function filtered(name: string, query: string, condition: string): Row {
  const sorted = `with found as materialized (select a.id from auctions a where ${condition} offset 0)
    ${page(
      'true',
      `place, case place when 0 then s.end_dt when 1 then a.start_dt end,
        case place when 2 then s.end_dt end desc, a.id * case place when 2 then -1 else 1 end`,
      `${BOTH} join found f on f.id = a.id cross join lateral (
        select case when ${RUNS} then 0 when s.closed_at is null and s.end_dt > now() then 1 else 2 end as place
      ) p`,
    )}`;
  return {
    name: `filtered ${name}`,
    reader: 'manager',
    query,
    bare: [page(`${RUNS} and ${condition}`, 's.end_dt, s.auction_id'), sorted],
  };
}

const word = (q: string) => `a.words @@ search_query('${q}')`;
const holds = (column: string, written: string) =>
  `searchable(a.${column}) like '%' || searchable('${written}') || '%'`;

/** Of common ones and rare ones (LIST-2, LIST-5, LIST-11, LIST-12). */
const FILTERS = [
  filtered('by a common word', 'q=volvo', word('volvo')),
  filtered('by a word of one in 200', 'q=frontkrock', word('frontkrock')),
  filtered('by a rare word', 'q=mahogny', word('mahogny')),
  filtered('by no word', 'q=finnsinte', word('finnsinte')),
  filtered('by number', 'number=F-99', holds('number', 'F-99')),
  filtered(
    'by registration number',
    'registration_number=bcd12',
    holds('registration_number', 'bcd12'),
  ),
  filtered('by chassis number', 'chassis_number=C4CA42', holds('chassis_number', 'C4CA42')),
  filtered('by manufacturer', 'manufacturer=saab', holds('manufacturer', 'saab')),
  filtered('by model', 'model=Z90', holds('model', 'Z90')),
  filtered('by place', 'staging_area_name=lund 6', holds('staging_area_name', 'lund 6')),
  filtered('by damage', 'damage_condition=REPAIR', `a.damage_condition = 'REPAIR'`),
  filtered(
    'by year',
    'model_year_from=2020&model_year_to=2021',
    'a.model_year between 2020 and 2021',
  ),
  filtered('by mileage', 'mileage_to=10', 'a.mileage <= 10'),
  filtered(
    'by category',
    'category=12',
    'exists (select from auction_categories ac where ac.auction_id = a.id and ac.category_id = 12)',
  ),
];

/** What a workshop has bid on, or watches and may bid on, and has ended: along the ends, and by its bids. */
const WATCHED = `select w.auction_id from alerts w join auctions a on a.id = w.auction_id
  where w.service_station_id = 1 and (a.is_global or a.company_id = 2)`;
const ENDED_OF_STATION: Row = {
  name: 'ended, of a workshop',
  reader: 'station',
  query: 'is_active=0&has_started=1',
  bare: [
    `select a.*, s.* from ${BOTH} where a.deleted_at is null and s.end_dt <= now()
      and (1 = any(s.bidder_ids) or a.id in (${WATCHED}))
      order by s.end_dt desc, s.auction_id desc limit 25`,
    `with own as materialized (select auction_id from bids where service_station_id = 1 union ${WATCHED})
      select a.*, s.* from own join auctions a on a.id = own.auction_id
      join auction_standings s on s.auction_id = a.id
      where a.deleted_at is null and s.end_dt <= now()
      order by s.end_dt desc, s.auction_id desc limit 25`,
  ],
};

const ROWS = [...orders, ...FILTERS, ENDED_OF_STATION];

const pathOf = ({ reader, query }: Row) =>
  `${reader === 'station' ? '/api/my-auctions' : '/api/auctions'}?${query}`;

/** What costs the same however many auctions there are. */
const ALIKE: [reader: Reader, path: string, called: string][] = [
  ['manager', '/api/auctions', 'Auktioner, staff'],
  ['superuser', '/api/auctions', 'Auktioner, superuser'],
  ['station', '/api/auctions', 'Auktioner, workshop'],
  ['station', '/api/auctions?ordering=manufacturer', '… by manufacturer'],
  ['station', '/api/my-auctions', 'Mina auktioner'],
  ['station', '/api/my-auctions?is_active=0&has_started=1', 'Mina auktioner, ended'],
  ['station', '/api/won-auctions', 'Vunna auktioner'],
  ['manager', '/api/auctions/counts', 'sums of the first page'],
  ['manager', '/api/todo', 'Att göra'],
  ['manager', '/api/statistics', 'statistics'],
  ['manager', '/api/statistics/look-back', 'look back'],
];

/**
 * The first page of each order, filter and search at `count` auctions, against the quickest of some bare statements that
 * find the same rows, and against 1 000 auctions; page 500, or the last, against page 1 (LIST-4); and what is read beside
 * lists.
 */
export async function measureLists(count: number): Promise<Result[]> {
  const began = performance.now();
  const large = await startListProduct(count);
  console.log(`  ${count} auctions in ${Math.round((performance.now() - began) / 1000)} s`);
  const small = count === SMALL ? large : await startListProduct(SMALL);
  try {
    for (const product of new Set([large, small])) await warmUp(product);
    const results: Result[] = [];
    const add = (...found: Result[]) => {
      for (const { name, value, unit, baseline, pass } of found) {
        if (count >= LARGE)
          console.log(`  ${name}: ${value} ${unit} to ${baseline}${pass ? '' : ', MISSED'}`);
      }
      results.push(
        ...found.map((one) => (count < LARGE ? { ...one, goal: null, pass: true } : one)),
      );
    };
    for (const row of ROWS) {
      const chart = orders.includes(row) ? 'list-orders' : 'list-filters';
      const panel = row.name.replace('filtered ', '');
      const [first, grown] = await measureRow(large, small, row, count);
      add(
        plot(first, chart, panel, count),
        ...(count === SMALL ? [] : [plot(grown, null, panel, count)]),
      );
    }
    for (const sort of ['end_dt', 'manufacturer', '-bid_highest', 'number']) {
      add(plot(await measureDeep(large, sort, count), 'list-pages', `by ${sort}`, count));
    }
    for (const [reader, path, called] of ALIKE) {
      const times = await inTurn(count, [
        () => read(large, path, reader),
        () => read(small, path, reader),
      ]);
      const name = `${path} of a ${reader}, ${count} / ${SMALL}`;
      const result = compare(name, 'ms', times[0]!, times[1]!, { atMost: 1.5 });
      add(plot(result, 'other-pages', called, count));
    }
    return results;
  } finally {
    await large.stop();
    await small.stop();
  }
}

async function warmUp(product: ListProduct): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const row of ROWS) await read(product, pathOf(row), row.reader);
    for (const [reader, path] of ALIKE) await read(product, path, reader);
  }
}

/** @throws Error when no bare statement finds what the list shows: then they measure something else. */
async function measureRow(
  large: ListProduct,
  small: ListProduct,
  row: Row,
  count: number,
): Promise<[first: Result, grown: Result]> {
  const { name, reader, bare } = row;
  const path = pathOf(row);
  const shown = (await read(large, path, reader)).ids;
  const ways: string[] = [];
  for (const statement of bare) {
    const { rows } = await large.run(statement);
    const ids = rows.slice(0, PAGE).map((one) => one.auction_id);
    if (ids.join() === shown.join()) ways.push(statement);
  }
  if (ways.length === 0)
    throw new Error(`The list ${name} shows other rows than bare statements find.`);
  const [pages = [], before = [], ...bares] = await inTurn(count, [
    () => read(large, path, reader),
    () => read(small, path, reader),
    ...ways.map((statement) => () => large.run(statement)),
  ]);
  const best = bares.toSorted((a, b) => median(a) - median(b))[0]!;
  const result = compare(`list of ${count} ${name}`, 'ms', pages, best, null);
  const pass = median(pages) <= 1.5 * median(best) + 2;
  return [
    { ...result, goal: '≤ 1.5 × bare + 2 ms', pass },
    compare(`list ${name}, ${count} / ${SMALL}`, 'ms', pages, before, { atMost: 1.3 }),
  ];
}

/** @throws Error when it shows other rows than the bare statement of its order finds so far down. */
async function measureDeep(product: ListProduct, sort: string, count: number): Promise<Result> {
  const first = `/api/auctions?ordering=${sort}`;
  let deep = first;
  let at = 1;
  let shown = await read(product, first, 'manager');
  for (; at < DEEP && shown.next !== null; at++) {
    deep = shown.next;
    shown = await read(product, deep, 'manager');
  }
  const [bare] = orders.find((one) => one.name === `by ${sort}`)!.bare;
  const { rows } = await product.run(`${bare} offset ${(at - 1) * PAGE}`);
  const ids = rows.slice(0, PAGE).map((row) => row.auction_id);
  // Below those that have what is sorted by stand those that have not.
  if (ids.join() !== shown.ids.slice(0, ids.length).join()) {
    throw new Error(`Page ${at} by ${sort} shows other rows than a bare statement finds.`);
  }
  const [pages = [], firsts = []] = await inTurn(count, [
    () => read(product, deep, 'manager'),
    () => read(product, first, 'manager'),
  ]);
  const name = `list of ${count} by ${sort}, page ${at} / page 1`;
  return compare(name, 'ms', pages, firsts, { atMost: 1.2 });
}

/** What each of these takes among so many auctions, round by round. */
async function inTurn(
  count: number,
  ways: (() => Promise<{ took: number }>)[],
): Promise<number[][]> {
  const times = ways.map((): number[] => []);
  for (let round = 0; round < roundsOf(count); round++) {
    for (const [way, ask] of ways.entries()) times[way]!.push((await ask()).took);
  }
  return times;
}

/** A connection to each node, that stays. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Asks as a browser does. The clock stops at the last byte of the answer: a library that unpacks and parses too takes a
 * millisecond of the same processors, and would be measured as the node's.
 */
async function read(
  { port, tokens }: ListProduct,
  path: string,
  reader: Reader,
): Promise<{ ids: number[]; next: string | null; took: number }> {
  const begun = performance.now();
  const asked = get(new URL(path, `http://127.0.0.1:${port}`), {
    agent,
    headers: {
      authorization: `Bearer ${tokens[reader]}`,
      'accept-encoding': 'gzip, deflate, br, zstd',
    },
  });
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  const took = performance.now() - begun;
  if (reply.statusCode !== 200) throw new Error(`${path} is answered with ${reply.statusCode}`);
  const packed = Buffer.concat(parts);
  const isPacked = reply.headers['content-encoding'] === 'zstd';
  const body = JSON.parse(String(isPacked ? zstdDecompressSync(packed) : packed)) as {
    results?: { id: number }[];
    next?: string | null;
  };
  return { ids: (body.results ?? []).map(({ id }) => id), next: body.next ?? null, took };
}
