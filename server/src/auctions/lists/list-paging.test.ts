import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AUCTION_SORTS } from '@restvarde/contract/auctions/auction-sorts';
import { sql } from 'kysely';
import { countStatements } from '../../../test/count-statements.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  type AuctionValues,
  makeCategory,
  makeStaff,
  makeStation,
} from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { startTestNode } from '../../../test/test-node.ts';

const HOUR_S = 3_600;
const up = (a: number, b: number) => a - b;
const SORTS = AUCTION_SORTS;

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const { company, manager, ada, makeOpen } = await makeSeller(node);
const root = await makeStaff(db, null, 30);
const category = await makeCategory(db);
/** Auctions that do not change during the test. */
const lasting: number[] = [];
let others: number[] = [];

const make = (values: Partial<AuctionValues>) => makeOpen({ categories: [category], ...values });
const call = (user: number, url: string) => node.call(user, 'GET', url);
const idsOf = (cards: { id: number }[]) => cards.map(({ id }) => id);

for (let one = 0; one < 72; one++) {
  // Few distinct names and ends, so that most rows tie. A third is in each state.
  const times = [
    { ends: HOUR_S * (1 + (one % 5)) },
    { starts: HOUR_S * (1 + (one % 4)), ends: 99 * HOUR_S },
    { starts: -99 * HOUR_S, ends: -HOUR_S * (1 + (one % 3)) },
  ][one % 3];
  lasting.push(
    await make({
      manufacturer: ['Saab', 'Volvo', 'Åkerman'][one % 7] ?? 'Audi',
      model: `M${one % 4}`,
      ...(one % 5 && { model_year: 2010 + (one % 3), mileage: one % 7 }),
      number: `A-${(one * 31) % 200}`,
      ...(one % 4 > 0 && { reservation_price: 500 * (1 + (one % 5)) }),
      staging_area_name: ['Örebro', 'Lund'][one % 2]!,
      hidden_bids: one % 2 === 0,
      ...times,
    }),
  );
}
await sql`
  update auction_standings set end_dt = date_trunc('hour', end_dt)
  where auction_id = any(${lasting}) and end_dt < now()`.execute(db);
for (const [place, id] of lasting.filter((_, one) => one % 3 === 0).entries()) {
  if (place % 2) continue;
  const url = `/api/auctions/${id}/bids`;
  await node.call(ada.user_id, 'POST', url, { bid: 1_000 * (1 + (place % 3)) });
}

/** Follows `next` to the end. Between pages auctions are created, end and are deleted. */
async function follow(user: number, first: string): Promise<number[]> {
  const seen: number[] = [];
  let url: string | null = first;
  for (let pages = 0; url; pages++) {
    const {
      status,
      body,
    }: { status: number; body: { results: { id: number }[]; next: string | null } } = await call(
      user,
      url,
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(pages < 12, 'the list has an end');
    if (body.next) assert.equal(body.results.length, 24);
    seen.push(...idsOf(body.results));
    url = body.next;
    await stir();
  }
  await sql`
    update auctions set deleted_at = now()
    where deleted_at is null and not id = any(${lasting})`.execute(db);
  // Autovacuum does this in time. Until then connections keep plans made for nearly empty tables.
  await sql`analyze auctions, auction_standings`.execute(node.owner);
  others = [];
  return seen;
}
async function stir() {
  for (const values of [
    {},
    { manufacturer: 'AAA', model: 'A', staging_area_name: 'A', ends: 30 },
    { manufacturer: 'ÖÖÖ', model: 'Ö', staging_area_name: 'Ö', ends: 999 * HOUR_S },
    { starts: HOUR_S / 2, ends: HOUR_S },
    { starts: -9 * HOUR_S, ends: -1 },
  ]) {
    others.push(await make(values));
  }
  const [closed, gone, ...left] = others;
  await node.call(manager, 'POST', `/api/auctions/${closed}/cancel`);
  await node.call(manager, 'DELETE', `/api/auctions/${gone}`);
  others = left;
}

const exactlyOnce = (seen: number[], expected: number[], about: string) => {
  const counts = new Map<number, number>();
  for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const id of expected) assert.equal(counts.get(id), 1, `${about}: ${id}`);
};

// Every other sort descending: both directions of each are compared with one plain query below.
for (const ordering of ['', ...SORTS.map((sort, n) => (n % 2 === 0 ? sort : `-${sort}`))]) {
  test(`LIST-4 by «${ordering || 'default'}» each auction comes exactly once while others come and go`, async () => {
    const query = ordering && `&ordering=${ordering}`;
    const of = (wanted: number[]) => lasting.filter((_, one) => wanted.includes(one % 3));
    const all = `/api/auctions?category=${category}${query}`;
    exactlyOnce(await follow(manager, all), lasting, 'manager');
    exactlyOnce(await follow(root, `${all}&company=${company}`), lasting, 'superuser');
    exactlyOnce(await follow(root, all), lasting, 'superuser over all');
    exactlyOnce(await follow(ada.user_id, all), of([0]), 'station');
    exactlyOnce(await follow(manager, `${all}&is_active=0`), of([1, 2]), 'not active');
  });
}

/** Reads the first page, runs `meanwhile`, then reads the rest. */
async function interrupt(user: number, first: string, meanwhile: () => Promise<void>) {
  const { body } = await call(user, first);
  const seen = idsOf(body.results);
  await meanwhile();
  for (let url = body.next; url; ) {
    const { status, body: page } = await call(user, url);
    assert.equal(status, 200);
    assert.ok(seen.length < 100, 'the list has an end');
    seen.push(...idsOf(page.results));
    url = page.next;
  }
  return seen;
}
const many = async (values: Partial<AuctionValues>) => {
  const ids = [];
  for (let one = 0; one < 30; one++) ids.push(await make(values));
  return ids;
};
/** How many of the auctions have passed the time in the column. */
const countPassed = async (ids: number[], column: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = any(${ids}) and ${sql.ref(column)} <= now()`.execute(db);
  return rows[0]!.count;
};
const havePassed = (ids: number[], column: string) =>
  eventually(async () => assert.equal(await countPassed(ids, column), ids.length));

test('LIST-4 an auction that ends during paging comes once, in its former position', async () => {
  const own = await makeCategory(db);
  const bella = await makeStation(db, company);
  const ids = await many({ categories: [own] });
  for (const id of ids) {
    await node.call(bella.user_id, 'POST', `/api/auctions/${id}/alert`);
  }
  for (const [user, url] of [
    [manager, `/api/auctions?category=${own}`],
    [bella.user_id, `/api/auctions?category=${own}`],
    [bella.user_id, `/api/my-auctions?category=${own}`],
    [manager, `/api/auctions?category=${own}&is_active=1`],
    [manager, `/api/auctions?category=${own}&is_active=1&ordering=manufacturer`],
    [manager, `/api/auctions?category=${own}&ordering=-status`],
  ] as const) {
    let seen: number[] = [];
    let early = Number.NaN;
    // The first page must have been read before the end.
    for (let lead_s = 1; early !== 0; lead_s *= 2) {
      await sql`
        update auction_standings set end_dt = now_ms() + make_interval(secs => ${lead_s})
        where auction_id = any(${ids})`.execute(db);
      seen = await interrupt(user, url, async () => {
        early = await countPassed(ids, 's.end_dt');
        await havePassed(ids, 's.end_dt');
      });
    }
    assert.deepEqual(seen.toSorted(up), ids, url);
  }
});

test('LIST-4 an auction that starts during paging comes once, in its former position', async () => {
  const own = await makeCategory(db);
  const ids = await many({ categories: [own], starts: 1.5 });
  const seen = await interrupt(manager, `/api/auctions?category=${own}`, () =>
    havePassed(ids, 'a.start_dt'),
  );
  assert.deepEqual(seen.toSorted(up), ids);
});

for (const query of ['', '&ordering=-status']) {
  test(`LIST-4 an auction that is cancelled during paging is not lost${query}`, async () => {
    const own = await makeCategory(db);
    const ids = await many({ categories: [own] });
    const last = ids.at(-1)!;
    const seen = await interrupt(manager, `/api/auctions?category=${own}${query}`, async () => {
      await node.call(manager, 'POST', `/api/auctions/${last}/cancel`);
    });
    assert.deepEqual(seen.toSorted(up), ids);
  });
}

/** The expression of each sort without an index. */
const PLAIN: Record<string, string> = {
  manufacturer: 'a.manufacturer',
  model: 'a.model',
  staging_area_name: 'a.staging_area_name',
  end_dt: 's.end_dt',
  bid_highest: 's.highest_bid',
  model_year: 'a.model_year',
  mileage: 'a.mileage',
  number: 'a.number collate counted',
  bid_count: 's.bid_count',
  reserve_margin: 's.highest_bid - a.reservation_price',
};

test('LIST-3, LIST-4 consecutive pages match one plain sorted query', async () => {
  const { pg } = node.context.pool;
  for (const [sort, expression] of Object.entries(PLAIN)) {
    for (const direction of ['asc', 'desc']) {
      const { rows } = await pg.query(`
        select a.id from auctions a join auction_standings s on s.auction_id = a.id
        where a.company_id = ${company} and a.deleted_at is null
        order by ${expression} is null, ${expression} ${direction},
          case when ${expression} is null then a.id end,
          a.id ${direction}`);
      const seen: number[] = [];
      let url: string | null = `/api/auctions?ordering=${direction === 'desc' ? '-' : ''}${sort}`;
      while (url) {
        const { body }: { body: { results: { id: number }[]; next: string | null } } = await call(
          manager,
          url,
        );
        seen.push(...idsOf(body.results));
        url = body.next;
      }
      assert.ok(seen.length >= 72);
      assert.deepEqual(seen, idsOf(rows), `${sort} ${direction}`);
    }
  }
  assert.deepEqual(
    Object.keys(PLAIN),
    SORTS.filter((sort) => sort !== 'status'),
    'every order is compared',
  );
});

test('LIST-4 `next` keeps every filter and is null on the last page', async () => {
  const query = `number=&category=${category}&category=999&manufacturer=a&is_active=0&start_dt=2020-01-01&end_dt=2999-01-01&ordering=-model&company=${company}`;
  const { body } = await call(root, `/api/auctions?${query}&unknown=1`);
  const next = new URL(body.next, 'http://here');
  assert.equal(next.pathname, '/api/auctions');
  assert.deepEqual(next.searchParams.getAll('category'), [String(category), '999']);
  for (const [name, value] of new URLSearchParams(query)) {
    if (name !== 'category') assert.equal(next.searchParams.get(name), value, name);
  }
  assert.equal(next.searchParams.get('unknown'), null);
  const { body: whole } = await call(manager, '/api/auctions');
  assert.ok(whole.next);
  const { body: few } = await call(manager, '/api/auctions?manufacturer=Åkerman&unknown=1');
  assert.equal(few.next === null, few.results.length < 24);
  const mine = await call(ada.user_id, '/api/my-auctions');
  assert.equal(mine.body.next, null);
});

test('LIST-3 a page is compressed in one piece', async () => {
  const { access } = await node.logIn(manager);
  const { headers } = await node.app.inject({
    url: '/api/auctions',
    headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'gzip, zstd' },
  });
  assert.equal(headers['content-encoding'], 'zstd');
  assert.ok(Number(headers['content-length']) > 0);
});

test('LIST-4 a page takes at most one statement per segment and one for its cards; an auction takes one', async () => {
  const { body } = await call(manager, '/api/auctions');
  const deep = (await call(manager, body.next)).body.next;
  for (const [user, url, most] of [
    [manager, '/api/auctions', 4],
    [manager, body.next, 4],
    [manager, deep, 4],
    [manager, '/api/auctions?is_active=0&has_started=1', 2],
    [manager, '/api/auctions?ordering=-end_dt', 2],
    [manager, '/api/auctions?ordering=bid_highest', 3],
    [manager, '/api/auctions?ordering=-model_year', 3],
    [root, '/api/auctions', 4],
    [ada.user_id, '/api/auctions', 4],
    [ada.user_id, '/api/auctions?ordering=bid_highest', 3],
    [ada.user_id, '/api/my-auctions', 7],
    [ada.user_id, '/api/won-auctions', 6],
    [manager, `/api/auctions/${lasting[0]}`, 1],
    [ada.user_id, `/api/auctions/${lasting[0]}`, 1],
  ] as const) {
    const statements = await countStatements(node.context.pool, () => call(user, url));
    assert.ok(
      statements.length >= 1 && statements.length <= most,
      `${url}: ${statements.length} statements`,
    );
  }
});
