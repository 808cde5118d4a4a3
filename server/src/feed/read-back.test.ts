import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { makeCategory, makeCompany, makeToken } from '../../test/factories.ts';
import { encodeForm, makePicture } from '../../test/forms.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { company, manager, ada } = await makeSeller(node);
const category = await makeCategory(db);
const token = await makeToken(node.context, company);
const reader = await makeToken(node.context, company, ['auctions:read']);

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = token) =>
  node.call(null, method, `/api/feed/auctions${path}`, body, { authorization: `Bearer ${as}` });

let ids = 0;
async function create(): Promise<{ external_id: string; id: number }> {
  const external_id = `SK-${++ids}`;
  const { status, body } = await call('PUT', `/${external_id}`, {
    category_ids: [category],
    manufacturer: 'Volvo',
    registration_number: 'ABC12A',
    damage_condition: 'REPAIR',
    staging_area_name: 'Kumla',
    is_global: false,
    hidden_bids: false,
    hidden_reservation_price: false,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { external_id, id: body.id };
}

const send = async (path: string, fields: Parameters<typeof encodeForm>[0], as = token) => {
  const { body, headers } = await encodeForm(fields);
  return node.call(null, 'POST', `/api/feed/auctions${path}`, body, {
    ...headers,
    authorization: `Bearer ${as}`,
  });
};
const picture = async (width: number) => ({
  name: 'bil.jpg',
  content: await makePicture({ width, height: 48 }),
});
const pdf = (text: string) => ({ name: 'Besiktning.pdf', content: `%PDF-1.7 ${text} %%EOF` });

/** Lets time pass since the changes; negative: the other way. */
const pass = (seconds: number) =>
  sql`update feed_changes set changed_at = changed_at - make_interval(secs => ${seconds})`.execute(
    db,
  );

test('FEED-4 a picture is added once, also by calls at the same time', async () => {
  const { external_id, id } = await create();
  const image = await picture(64);
  const path = `/${external_id}/images`;
  const answers = await Promise.all([1, 2, 3].map(() => send(path, { image, view: 'damage' })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal(answers[0]!.body.view, 'damage');
  assert.equal((await send(path, { image: await picture(96) })).status, 201);
  const read = await call('GET', `/${external_id}`);
  assert.equal(read.body.image_count, 2);
  const other = await create();
  assert.equal((await send(`/${other.external_id}/images`, { image })).status, 201);
  const [first] = answers;
  const url = `/api/auctions/${id}/images/${first!.body.id}`;
  assert.equal((await node.call(manager, 'DELETE', url)).status, 204);
  const again = await send(path, { image });
  assert.deepEqual([again.status, again.body], [200, { removed: true }]);
  assert.deepEqual((await send(path, {})).body, { image: ['Välj en bild.'] });
  assert.equal((await send(path, { image }, reader)).status, 403);
});

test('FEED-4 a document is added once, with its kind', async () => {
  const { external_id, id } = await create();
  const path = `/${external_id}/files`;
  const added = await send(path, { file: pdf('a'), kind: 'inspection' });
  assert.deepEqual([added.status, added.body.kind], [201, 'inspection']);
  const again = await send(path, { file: pdf('a') });
  assert.deepEqual([again.status, again.body.id], [200, added.body.id]);
  const url = `/api/auctions/${id}/files/${added.body.id}`;
  assert.equal((await node.call(manager, 'DELETE', url)).status, 204);
  assert.deepEqual((await send(path, { file: pdf('a') })).body, { removed: true });
  assert.equal((await send(path, { file: pdf('b') })).status, 201);
  assert.equal((await send('/finns-inte/files', { file: pdf('a') })).status, 404);
  assert.equal((await call('GET', '/%00')).status, 404);
});

test('FEED-4 the same bytes with another view or kind change it, and a user’s choice remains until then', async () => {
  const { external_id, id } = await create();
  const image = await picture(80);
  const images = `/${external_id}/images`;
  const added = await send(images, { image, view: 'damage' });
  const sendView = async (view?: string) => {
    const { status, body } = await send(images, { image, ...(view !== undefined && { view }) });
    assert.deepEqual([status, body.id], [200, added.body.id]);
    return body.view;
  };
  assert.equal(await sendView('rear_left'), 'rear_left');
  const { body } = await call('GET', `/${external_id}`);
  assert.equal(body.image_view, 'rear_left');
  const url = `/api/auctions/${id}/images/${added.body.id}`;
  assert.equal((await node.call(manager, 'PATCH', url, { view: 'keys' })).status, 200);
  assert.equal(await sendView('rear_left'), 'keys', 'it is the value that was sent before');
  assert.equal(await sendView(), 'keys', 'a call without a view changes nothing');
  assert.equal(await sendView('damage'), 'damage');
  assert.equal(await sendView(''), null);

  const files = `/${external_id}/files`;
  const file = pdf('c');
  const document = await send(files, { file });
  assert.equal(document.body.kind, 'other');
  const again = await send(files, { file, kind: 'cabas' });
  assert.deepEqual([again.status, again.body.kind], [200, 'cabas']);
});

test('FEED-4 an auction is read by its external id, also when deleted', async () => {
  const { external_id, id } = await create();
  const { status, body } = await call('GET', `/${external_id}`, undefined, reader);
  assert.deepEqual([status, body.id, body.external_id], [200, id, external_id]);
  const rival = await makeToken(node.context, await makeCompany(db));
  assert.equal((await call('GET', `/${external_id}`, undefined, rival)).status, 404);
  assert.equal(
    (await node.call(ada.user_id, 'GET', `/api/feed/auctions/${external_id}`)).status,
    403,
  );
  await node.call(manager, 'DELETE', `/api/auctions/${id}`);
  const gone = await call('GET', `/${external_id}`);
  assert.deepEqual(gone.body, { external_id, id, deleted: true });
  assert.equal((await send(`/${external_id}/files`, { file: pdf('c') })).status, 400);
});

test('FEED-4 changes are listed once, oldest first, after five seconds', async () => {
  const changed = async (since: string, as = reader) =>
    (await call('GET', `?changed_since=${encodeURIComponent(since)}`, undefined, as)).body;
  const start = new Date().toISOString();
  const [one, two, three] = [await create(), await create(), await create()];
  // They remain recent, however long a busy machine takes.
  await pass(-60);
  const early = await changed(start);
  await pass(60);
  assert.deepEqual(early.results, []);
  await ada.place(one.id, 5_000);
  await node.call(manager, 'DELETE', `/api/auctions/${three.id}`);
  await pass(6);
  const { results, next, until } = await changed(new Date(Date.parse(start) - 6_000).toISOString());
  assert.equal(next, null);
  assert.ok(Date.parse(until) <= Date.now() - 4_000);
  const mine = results.filter(({ id }: { id: number }) => id >= one.id);
  assert.deepEqual(
    mine.map(({ id }: { id: number }) => id),
    [two.id, one.id, three.id],
  );
  assert.equal(mine[1].highest_bid, 5_000);
  assert.deepEqual(mine[2], { external_id: three.external_id, id: three.id, deleted: true });
  assert.deepEqual((await changed(until)).results, []);
  const rival = await makeToken(node.context, await makeCompany(db));
  assert.deepEqual((await changed('2020-01-01T00:00:00Z', rival)).results, []);
});

test('FEED-4 the pages of changes have a hundred rows each, and all the same `until`', async () => {
  const seller = await makeCompany(db);
  const key = await makeToken(node.context, seller);
  await sql`
    with made as (
      insert into auctions (company_id, number, external_id, start_dt, manufacturer, registration_number, hidden_reservation_price, start_bid,
        hidden_bids, is_global, damage_condition, staging_area_name, bid_increments, extension_minutes, created_by)
      select ${seller}, 'N' || n, 'E' || n, now_ms(), 'Volvo', 'ABC123', false, 0, false, false, 'REPAIR', 'Kumla', '[]', 0, ${manager}
      from generate_series(1, 150) n returning id
    ), standing as (
      insert into auction_standings (auction_id, company_id, end_dt)
      select id, ${seller}, now_ms() + interval '1 day' from made
    )
    insert into feed_changes (auction_id, company_id, changed_at)
    select id, ${seller}, now_ms() - interval '1 hour' from made`.execute(db);
  const first = await call('GET', '?changed_since=2020-01-01T00:00:00%2B01:00', undefined, key);
  assert.equal(first.body.results.length, 100);
  const path = first.body.next.replace('/api/feed/auctions', '');
  const second = await call('GET', path, undefined, key);
  assert.deepEqual([second.body.results.length, second.body.next], [50, null]);
  assert.equal(second.body.until, first.body.until);
  const all = [...first.body.results, ...second.body.results].map(({ id }: { id: number }) => id);
  assert.equal(new Set(all).size, 150);
});

test('FEED-4 `changed_since` is required, with an offset', async () => {
  for (const query of [
    '',
    '?changed_since=',
    '?changed_since=2026-11-20T10:00',
    '?changed_since=x',
    '?changed_since=2026-02-30T10:00Z',
    '?changed_since=0000-01-01T00:00Z',
    '?changed_since=0001-01-01T00:00%2B14:00',
    '?changed_since=9999-12-31T23:59-14:00',
  ]) {
    const { status, body } = await call('GET', query, undefined, reader);
    assert.deepEqual([status, Object.keys(body)], [400, ['changed_since']], query);
  }
  const { body } = await call('GET', '?changed_since=2026-11-20T10:00:00Z&cursor=x');
  assert.deepEqual(Object.keys(body), ['cursor']);
  assert.notDeepEqual(body.cursor, [SENTENCE.wrong]);
});
