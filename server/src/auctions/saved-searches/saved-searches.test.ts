import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAVED_SEARCHES_MAX } from '@restvarde/contract/auctions/saved-searches';
import { makeCategory, makeCompany, makeStaff, makeStation } from '../../../test/factories.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode();

const company = await makeCompany(db);
const manager = await makeStaff(db, company);
const admin = await makeStaff(db, company, 30);
const PATH = '/api/saved-searches';

/** A station's user, and calls about its saved searches. */
async function makeSearcher() {
  const station = await makeStation(db, company);
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    node.call(station.user_id, method, path, body);
  return {
    ...station,
    list: async () => (await call('GET', PATH)).body,
    save: (body: object) => call('POST', PATH, body),
    change: (id: number, body: object) => call('PATCH', `${PATH}/${id}`, body),
    remove: (id: number) => call('DELETE', `${PATH}/${id}`),
  };
}

test('SAVED-1 a station saves, changes and removes its own searches', async () => {
  const ada = await makeSearcher();
  const bo = await makeSearcher();
  const volvo = await ada.save({ name: ' Volvo ', query: { manufacturer: ' volvo ', page: '2' } });
  assert.deepEqual(
    [volvo.status, volvo.body],
    [
      201,
      { id: volvo.body.id, name: 'Volvo', query: { manufacturer: 'volvo' }, frequency: 'daily' },
    ],
  );
  const audi = (await ada.save({ name: 'Audi', query: { q: 'audi' }, frequency: 'direct' })).body;
  assert.deepEqual(await ada.list(), [audi, volvo.body]);
  assert.deepEqual(await bo.list(), []);

  const { id } = volvo.body;
  const changed = await ada.change(id, { frequency: 'off', query: { model_year_from: '2019' } });
  const expected = { ...volvo.body, frequency: 'off', query: { model_year_from: '2019' } };
  assert.deepEqual([changed.status, changed.body], [200, expected]);
  assert.deepEqual((await ada.change(id, {})).body, expected);
  assert.equal((await bo.change(id, { name: 'Min' })).status, 404);
  assert.equal((await bo.remove(id)).status, 404);
  assert.equal((await ada.remove(id)).status, 204);
  assert.equal((await ada.remove(id)).status, 404);
  assert.deepEqual(await ada.list(), [audi]);
});

test('SAVED-1 a query is validated like the list’s, and errors are at `query`', async () => {
  const { save } = await makeSearcher();
  const faults: [unknown, string][] = [
    [undefined, 'Välj minst ett filter att spara.'],
    [{}, 'Välj minst ett filter att spara.'],
    [{ q: ' ', is_active: '1', ends_today: '1', company: '7' }, 'Välj minst ett filter att spara.'],
    [{ mileage_to: 'många' }, 'Ange ett heltal.'],
    [{ damage_condition: 'KROCK' }, 'Ogiltigt värde. Tillåtna värden: DISASSEMBLY, REPAIR.'],
    [{ manufacturer: 'x'.repeat(61) }, 'Högst 60 tecken.'],
    [[], 'Ogiltigt värde.'],
    ['q=volvo', 'Ogiltigt värde.'],
  ];
  for (const [query, sentence] of faults) {
    const { status, body } = await save({ name: 'Sökning', query });
    assert.deepEqual([status, body], [400, { query: [sentence] }], JSON.stringify(query));
  }
  const { body } = await save({ name: '', query: { q: 'volvo' }, frequency: 'weekly' });
  assert.deepEqual(body, {
    name: ['Du måste ange ett namn'],
    frequency: ['Ogiltigt värde. Tillåtna värden: direct, daily, off.'],
  });
});

test('SAVED-1 equal filters and values are saved once', async () => {
  const { save, change } = await makeSearcher();
  const [cars, boats] = [await makeCategory(db), await makeCategory(db)];
  const query = { category: [String(cars), String(boats)], q: 'volvo' };
  const first = await save({ name: 'Bilar', query });
  assert.deepEqual(first.body.query, query);
  const same = { q: ' volvo', category: [String(boats), String(cars), String(boats)] };
  const refused = { query: ['Sökningen finns redan: Bilar.'] };
  assert.deepEqual((await save({ name: 'Båtar', query: same })).body, refused);
  const other = await save({ name: 'Båtar', query: { category: String(boats) } });
  assert.deepEqual(other.body.query, { category: [String(boats)] });
  assert.deepEqual((await change(other.body.id, { query: same })).body, refused);
  assert.equal((await change(first.body.id, { query: same })).status, 200);
});

test('SAVED-1 a user has at most 20, also when they are saved at the same time', async () => {
  const { save, list } = await makeSearcher();
  const replies = await Promise.all(
    Array.from({ length: SAVED_SEARCHES_MAX + 5 }, (_, index) =>
      save({ name: `Sökning ${index}`, query: { q: `ord${index}` } }),
    ),
  );
  const refused = replies.filter(({ status }) => status !== 201);
  assert.equal((await list()).length, SAVED_SEARCHES_MAX);
  assert.deepEqual(
    refused.map(({ body }) => body),
    Array(5).fill({ detail: 'Du kan ha högst 20 sparade sökningar.' }),
  );
});

test('SAVED-3 a removed category is removed from queries, and a search without a filter left is switched off', async () => {
  const { save, list } = await makeSearcher();
  const [cars, boats] = [await makeCategory(db, company), await makeCategory(db, company)];
  await save({ name: 'A', query: { category: [String(cars)] }, frequency: 'direct' });
  await save({ name: 'B', query: { category: [String(cars), String(boats)] } });
  await save({ name: 'C', query: { category: [String(cars)], q: 'volvo' } });
  assert.equal((await node.call(admin, 'DELETE', `/api/categories/${cars}`)).status, 204);
  assert.deepEqual(
    (await list()).map(({ query, frequency }: { query: object; frequency: string }) => [
      query,
      frequency,
    ]),
    [
      [{}, 'off'],
      [{ category: [String(boats)] }, 'daily'],
      [{ q: 'volvo' }, 'daily'],
    ],
  );
});

test('SAVED-7 saved searches end with their user, and staff have none', async () => {
  const { id, user_id, save } = await makeSearcher();
  await save({ name: 'Volvo', query: { q: 'volvo' } });
  for (const user of [manager, admin]) {
    assert.equal((await node.call(user, 'GET', PATH)).status, 403);
  }
  assert.equal((await node.call(admin, 'DELETE', `/api/service-stations/${id}`)).status, 204);
  const kept = await db.selectFrom('saved_searches').where('user_id', '=', user_id).execute();
  assert.deepEqual(kept, []);
});

test('SAVED-1, LIST-12 a search stores `run_and_drive` and `primary_damage`, and finds its equal in another order', async () => {
  const ada = await makeSearcher();
  const query = { run_and_drive: ['starts', 'drives'], primary_damage: 'hail' };
  const { status, body } = await ada.save({ name: 'Hagel', query });
  const kept = { run_and_drive: ['drives', 'starts'], primary_damage: ['hail'] };
  assert.deepEqual([status, body.query], [201, kept]);
  const again = await ada.save({ name: 'Annan', query: kept });
  assert.deepEqual([again.status, again.body], [400, { query: ['Sökningen finns redan: Hagel.'] }]);
  const wrong = await ada.save({ name: 'Fel', query: { primary_damage: ['hail', 'krock'] } });
  assert.deepEqual([wrong.status, wrong.body], [400, { query: ['Ogiltigt värde.'] }]);
});
