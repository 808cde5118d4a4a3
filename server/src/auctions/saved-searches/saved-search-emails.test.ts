import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBidder } from '../../../test/bidders.ts';
import { makeAuction, makeCategory, makeCompany, makeStaff } from '../../../test/factories.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { makeSearchToken, readSearchToken } from '../emails/unsubscribe-address.ts';
import { announceStarted } from '../lifecycle/announce-started.ts';
import { sendDailySearches } from './send-daily.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();

const company = await makeCompany(db);
const other = await makeCompany(db);
const creator = await makeStaff(db, company);
const [cars, boats] = [await makeCategory(db), await makeCategory(db)];
type Values = Omit<Parameters<typeof makeAuction>[1], 'company' | 'creator'>;

const list = (values: Values) =>
  makeAuction(db, { company, creator, categories: [cars], unannounced: true, ...values });

/** Announces what has started. */
async function announce() {
  while ((await announceStarted(node.context)) > 0);
}

/** A workshop in the category of cars, with a saved search. */
async function makeSearcher(search: object, values: Parameters<typeof makeBidder>[2] = {}) {
  const station = await makeBidder(node, company, { categories: [cars], ...values });
  const to = await addressOf(node, station.user_id);
  const save = (body: object) => node.call(station.user_id, 'POST', '/api/saved-searches', body);
  assert.equal((await save({ name: 'Volvo', ...search })).status, 201);
  return {
    ...station,
    save,
    frequencies: async () =>
      (await node.call(station.user_id, 'GET', '/api/saved-searches')).body.map(
        (row: { frequency: string }) => row.frequency,
      ),
    /** The emails that have been queued for this workshop. */
    emails: async () => (await takeEmails(node)).filter((email) => email.to === to),
  };
}

const volvo = { query: { manufacturer: 'volvo' } };

test('SAVED-4 one email names every direct search that matches, and replaces the email of the category', async () => {
  const ada = await makeSearcher({ ...volvo, frequency: 'direct' });
  await ada.save({ name: 'Bilar', query: { category: [String(cars)] }, frequency: 'direct' });
  await ada.save({ name: 'Audi', query: { manufacturer: 'audi' }, frequency: 'direct' });
  await list({ manufacturer: 'Volvo', model: 'V60' });
  await announce();
  const emails = await ada.emails();
  assert.deepEqual(
    emails.map(({ kind }) => kind),
    ['saved-search'],
  );
  assert.match(emails[0]!.subject, /^Nytt objekt: Volvo V60, auktion /);
  assert.match(emails[0]!.text, /Matchar: Bilar, Volvo/);
});

test('SAVED-3, SAVED-4 a silenced category does not mute a search, and what a workshop may not see does not match', async () => {
  const query = { query: { manufacturer: 'saab' }, frequency: 'direct' };
  const muted = await makeSearcher(query);
  const silent_category_ids = [cars];
  await node.call(muted.user_id, 'PATCH', '/api/service-station', { silent_category_ids });
  const sailor = await makeSearcher(query, { categories: [boats] });
  await list({ manufacturer: 'Saab' });
  await announce();
  const addresses = (await takeEmails(node)).map(({ to }) => to);
  assert.ok(addresses.includes(await addressOf(node, muted.user_id)));
  assert.ok(!addresses.includes(await addressOf(node, sailor.user_id)));
  const local = await list({ manufacturer: 'Saab', is_global: false });
  const stranger = await makeBidder(node, other, { categories: [cars] });
  await node.call(stranger.user_id, 'POST', '/api/saved-searches', { name: 'Saab', ...query });
  await announce();
  const address = await addressOf(node, stranger.user_id);
  assert.deepEqual(
    (await takeEmails(node)).filter(({ to }) => to === address),
    [],
    `auction ${local}`,
  );
});

test('SAVED-4 if a search is turned off before its email is sent, the email of the category is sent', async () => {
  const ada = await makeSearcher({ ...volvo, frequency: 'direct' });
  await list({ manufacturer: 'Volvo' });
  await announce();
  const [row] = (await node.call(ada.user_id, 'GET', '/api/saved-searches')).body;
  await node.call(ada.user_id, 'PATCH', `/api/saved-searches/${row.id}`, { frequency: 'off' });
  const [email, ...others] = await ada.emails();
  assert.match(email!.text, /följer objektets kategori/);
  assert.deepEqual(others, []);
});

test('SAVED-5 the daily email lists each match under the first search that finds it, without those mailed at their start', async () => {
  const from = new Date(Date.now() - 60_000);
  const ada = await makeSearcher(
    { query: { manufacturer: 'fiat' } },
    { categories: [cars, boats] },
  );
  await ada.save({ name: 'Bilar', query: { category: [String(cars)], q: 'panda' } });
  // With the category muted nothing is sent at the start.
  const silent_category_ids = [cars];
  await node.call(ada.user_id, 'PATCH', '/api/service-station', { silent_category_ids });
  await list({ manufacturer: 'Fiat', model: 'Panda', number: 'P-1' });
  await list({ manufacturer: 'Fiat', model: 'Tipo', number: 'T-1' });
  await list({ manufacturer: 'Fiat', model: 'Båt', number: 'B-1', categories: [boats] });
  await list({ manufacturer: 'Audi', number: 'A-1' });
  const closed = await list({ manufacturer: 'Fiat', model: 'Uno', number: 'U-1' });
  await announce();
  const first = await ada.emails();
  assert.deepEqual(
    first.map(({ kind }) => kind),
    ['new-object'],
  );
  assert.equal((await node.call(creator, 'POST', `/api/auctions/${closed}/cancel`)).status, 200);
  await takeEmails(node);
  const run = (to: Date) =>
    db.transaction().execute((tx) => sendDailySearches(node.context, tx, { from, to }));
  await run(new Date(Date.now() + 1_000));
  const [email, ...others] = await ada.emails();
  assert.deepEqual(others, []);
  assert.equal(email!.subject, 'Nya objekt i dina sökningar');
  assert.match(email!.text, /Bilar[\s\S]*Fiat Panda[\s\S]*Volvo[\s\S]*Fiat Tipo/);
  assert.doesNotMatch(email!.text, /Båt|Audi|Uno/);
  assert.equal(email!.text.match(/Fiat Panda/g)!.length, 1);

  // The next day nothing is new.
  await db.transaction().execute((tx) =>
    sendDailySearches(node.context, tx, {
      from: new Date(Date.now() + 1_000),
      to: new Date(Date.now() + 2_000),
    }),
  );
  assert.deepEqual(await ada.emails(), []);
});

test('SAVED-6 the link in an email turns its searches off, and only by POST', async () => {
  const ada = await makeSearcher({ ...volvo, frequency: 'direct' });
  await ada.save({ name: 'Audi', query: { q: 'audi' }, frequency: 'direct' });
  await list({ manufacturer: 'Volvo' });
  await announce();
  const [email] = await ada.emails();
  const { pathname } = new URL(email!.oneClickUrl!);
  assert.match(pathname, /^\/api\/unsubscribe\//);
  const open = await node.app.inject({ url: pathname });
  assert.deepEqual([open.statusCode, open.headers.location], [303, pathname.replace('/api/', '/')]);
  assert.deepEqual(await ada.frequencies(), ['direct', 'direct']);
  const post = async (url: string, headers = {}, payload?: string) =>
    (await node.app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) }))
      .statusCode;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal(await post(pathname, form, 'List-Unsubscribe=One-Click'), 200);
  assert.deepEqual(await ada.frequencies(), ['direct', 'off']);
  assert.equal(await post(pathname), 200);
  assert.equal(await post(pathname, { 'content-type': 'application/json' }, '{}'), 200);
  // A changed token has no effect. A text that cannot be a token is a 404.
  assert.equal(await post(pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))), 200);
  assert.equal(await post('/api/unsubscribe/x'), 404);
});

test('SAVED-6 a token is valid for 90 days', () => {
  const day_ms = 24 * 3_600_000;
  const now_ms = Date.now();
  const named = { user_id: 7, search_ids: [1, 36, 2_147_483_647] };
  const token = makeSearchToken(node.context, named, now_ms);
  assert.deepEqual(readSearchToken(node.context, token, now_ms + 90 * day_ms), named);
  const late = readSearchToken(node.context, token, now_ms + 90 * day_ms + 1);
  assert.deepEqual(late, { user_id: 7, search_ids: [] });
  assert.equal(readSearchToken(node.context, `${token}x`, now_ms), null);
});
