import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { countStatements } from '../../test/count-statements.ts';
import { makeCategory } from '../../test/factories.ts';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const LIST = '/api/service-stations';

const { node, db } = await openTestNode();

const { nord, vast, root, admin, rival } = await makeTwoCompanies(db);
const cars = await makeCategory(db);
// 120 of Nord and 10 of Väst, with a user each; every tenth has a category; names repeat.
await sql`
  with made as (
    insert into service_stations (company_id, number, name, city)
    select case when n <= 120 then ${nord}::integer else ${vast}::integer end, 'V-' || n,
      'Verkstad ' || n % 7, case when n % 2 = 0 then 'Östersund' else 'Gävle' end
    from generate_series(1, 130) n
    returning id, number
  ), categorised as (
    insert into service_station_categories (service_station_id, category_id)
    select id, ${cars} from made where number like '%0'
  )
  insert into users (email, first_name, role, service_station_id)
  select number || '@verkstad.example', 'Kim', 10, id from made`.execute(db);

interface Row {
  id: number;
  number: string;
  name: string;
  company_name: string;
  can_edit: boolean;
  user: object | null;
}
const list = async (query = '', user = admin): Promise<Row[]> =>
  (await node.call(user, 'GET', `${LIST}${query}`)).body.results;
const numbers = async (query: string) => (await list(query)).map(({ number }) => number);
const walk = async (query: string, user = admin): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let url: string | null = `${LIST}${query}`; url; ) {
    const { body } = await node.call(user, 'GET', url);
    rows.push(...body.results);
    url = body.next;
  }
  return rows;
};

test('STN-1, API-4 a page has 50 rows, and every row is listed once in any order', async () => {
  assert.equal((await list()).length, 50);
  for (const ordering of ['number', '-number', 'name', '-name']) {
    const rows = await walk(`?ordering=${ordering}`);
    assert.equal(new Set(rows.map(({ id }) => id)).size, 130);
    assert.equal(rows.length, 130);
    const field = ordering.endsWith('name') ? 'name' : 'number';
    const { compare } = new Intl.Collator('sv', { numeric: true });
    const sorted = rows.toSorted(
      (a, b) => (compare(a[field], b[field]) || a.id - b.id) * (ordering.startsWith('-') ? -1 : 1),
    );
    assert.deepEqual(rows, sorted);
  }
});

test('STN-1 the stations of the caller’s company come first, and every row is listed once', async () => {
  const rows = await walk('', rival);
  assert.equal(new Set(rows.map(({ id }) => id)).size, 130);
  assert.equal(rows.length, 130);
  const numbered = rows.map(({ number }) => number);
  assert.deepEqual(numbered.slice(0, 2), ['V-121', 'V-122']);
  assert.deepEqual(numbered.slice(9, 12), ['V-130', 'V-1', 'V-2']);
});

test('STN-1 numbers sort by value: 9 before 10, and by default', async () => {
  assert.deepEqual((await numbers('')).slice(8, 11), ['V-9', 'V-10', 'V-11']);
});

test('STN-1 filters are «contains», and apply to the next page', async () => {
  assert.deepEqual(await numbers('?number=v-12'), [
    'V-12',
    ...Array.from({ length: 10 }, (_, digit) => `V-12${digit}`),
  ]);
  const inTown = await walk('?city=öSTER+sund&name=verkstad');
  assert.equal(inTown.length, 65);
  assert.deepEqual(await numbers('?number=V+120'), ['V-120']);
  assert.deepEqual(await numbers('?number=v%E2%80%93120'), ['V-120']);
  assert.equal((await walk('?name=stad3')).length, 19);
  assert.equal((await walk(`?category=${cars}`)).length, 13);
  assert.equal((await walk(`?category=${cars}&category=99999`)).length, 13);
  assert.deepEqual(await list('?name=%25'), []);
  assert.deepEqual(await list('?category=99999'), []);
});

test('ROLE-16 admins list every company’s stations, with the contacts of their own only', async () => {
  const [own, other] = [await list('?number=v-1'), await list(`?company=${vast}`)];
  assert.equal(other.length, 10);
  for (const row of other)
    assert.deepEqual([row.company_name, row.can_edit, row.user], ['Väst', false, null]);
  const mine = own.filter(({ company_name }) => company_name === 'Nord');
  assert.ok(mine.length > 10 && mine.every(({ can_edit, user }) => can_edit && user !== null));
  const all = await list('?number=v-13', root);
  assert.ok(all.length === 2 && all.every(({ can_edit, user }) => can_edit && user !== null));
  const { body } = await node.call(admin, 'GET', `${LIST}?company=${vast}`);
  assert.ok(!JSON.stringify(body).includes('@'));
});

test('STN-8 removed stations are not listed', async () => {
  const [{ id } = { id: 0 }] = await list('?number=v-77');
  await node.call(admin, 'DELETE', `${LIST}/${id}`);
  assert.deepEqual(await list('?number=v-77'), []);
});

test('STN-10, ROLE-16 the export applies the filters, with the contacts of the company’s own only', async () => {
  const read = async (user: number, query: string) => {
    const { status, body, headers } = await node.call(user, 'GET', `${LIST}/export${query}`);
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /verkstader\.csv/);
    assert.ok(body.startsWith('\uFEFFVerkstadsnr;Verkstadsnamn;'));
    return body.trim().split('\r\n').slice(1) as string[];
  };
  assert.deepEqual(await read(admin, '?number=v-79'), [
    'V-79;Verkstad 2;;;Gävle;;Nej;Nord;Kim;V-79@verkstad.example;',
  ]);
  assert.deepEqual(await read(admin, '?number=v-129'), ['V-129;Verkstad 3;;;Gävle;;Nej;Väst;;;']);
  assert.match((await read(root, '?number=v-129'))[0]!, /;Kim;V-129@verkstad\.example;$/);
  await sql`update service_stations set name = '=1;"X"' where number = 'V-79'`.execute(db);
  const [guarded] = await read(admin, '?number=v-79');
  assert.match(guarded!, /^V-79;"=""=1;""""X""""""";/);
  const rows = await read(admin, `?company=${vast}&ordering=-number`);
  assert.deepEqual(
    rows.map((row) => row.split(';')[0]),
    Array.from({ length: 10 }, (_, index) => `V-${130 - index}`),
  );
});

test('API-3 an invented cursor or order is refused', async () => {
  const { body } = await node.call(admin, 'GET', LIST);
  const cursor = new URL(body.next, 'http://here').searchParams.get('cursor')!;
  const encode = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const wrong = [
    'x',
    encode(['V-1', 1]),
    encode([0, 1, 1]),
    encode([0, 'V-1', 0]),
    encode([2, 'V-1', 1]),
    encode([0, '\u0000', 1]),
  ];
  for (const bad of wrong) {
    const { status } = await node.call(admin, 'GET', `${LIST}?cursor=${bad}`);
    assert.equal(status, 400, bad);
  }
  assert.equal((await node.call(admin, 'GET', `${LIST}?cursor=${cursor}`)).status, 200);
  assert.equal((await node.call(admin, 'GET', `${LIST}?ordering=city`)).status, 400);
});

test('API-4 a page takes one statement, and one station too', async () => {
  const { access } = await node.logIn(admin);
  const get = (url: string) => () =>
    node.app.inject({ url, headers: { authorization: `Bearer ${access}` } });
  const [{ id } = { id: 0 }] = await list();
  for (const url of [LIST, `${LIST}?name=verk&ordering=-name`, `${LIST}/${id}`]) {
    const statements = await countStatements(node.context.pool, get(url));
    assert.equal(statements.length, 1, url);
  }
});
