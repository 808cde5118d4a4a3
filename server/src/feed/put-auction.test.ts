import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import { LOCKED_AFTER_BID } from '@restvarde/contract/auctions/auction-locks';
import { NO_CONDITION } from '@restvarde/contract/auctions/condition';
import { addDays, stockholmDate, stockholmTime } from '@restvarde/contract/dates';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import {
  makeCategory,
  makeCompany,
  makeStaff,
  makeStagingArea,
  makeToken,
} from '../../test/factories.ts';
import { encodeForm } from '../../test/forms.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { company, manager, ada } = await makeSeller(node);
const category = await makeCategory(db, null, 'Personbilar');
const place = await makeStagingArea(db, company, 'Uppställning Örebro');
const token = await makeToken(node.context, company, ['auctions:write'], 'Skadesystemet');

let ids = 0;
const freshId = () => `SK-2026.${++ids}`;

const facts = {
  category_ids: [category],
  manufacturer: 'Volvo',
  model: 'V60',
  registration_number: 'abc 12a',
  damage_condition: 'REPAIR',
  staging_area_name: 'Kumla',
  is_global: false,
  hidden_bids: false,
  hidden_reservation_price: false,
  start_bid: 1_000,
};

const put = (external_id: string, body: object = {}, query = '', as = token) =>
  node.call(null, 'PUT', `/api/feed/auctions/${external_id}${query}`, body, {
    authorization: `Bearer ${as}`,
  });
const create = async (body: object = {}) => {
  const external_id = freshId();
  const answer = await put(external_id, { ...facts, ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { external_id, auction: answer.body };
};
const historyOf = async (id: number) =>
  (await node.call(manager, 'GET', `/api/auctions/${id}/history`)).body as {
    action: string;
    after: Record<string, unknown>;
  }[];
const changeAsPerson = async (
  auction: Record<string, unknown> & { id: number },
  changes: object,
) => {
  const { body, headers } = await encodeForm({
    category_ids: (auction.categories as { id: number }[]).map(({ id }) => id),
    ...changes,
  });
  const answer = await node.call(manager, 'PUT', `/api/auctions/${auction.id}`, body, headers);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};

test('FEED-3 the first call creates the auction, with the start now and the default end', async () => {
  const before = Date.now();
  const { external_id, auction } = await create({ claim_number: ' S  17 ' });
  assert.equal(auction.external_id, external_id);
  assert.equal(auction.claim_number, 'S 17');
  assert.equal(auction.registration_number, 'ABC12A');
  assert.equal(auction.created_by.first_name, 'Skadesystemet (integration)');
  assert.ok(Math.abs(Date.parse(auction.start_dt) - before) < 120_000);
  const end = new Date(auction.end_dt);
  assert.equal(stockholmDate(end), addDays(stockholmDate(new Date(auction.start_dt)), 7));
  assert.equal(stockholmTime(end), '14:00');
  assert.deepEqual(
    (await historyOf(auction.id)).map(({ action }) => action),
    ['create'],
  );
});

test('FEED-3 all faults are reported at once, by field', async () => {
  const wrong = [SENTENCE.wrong];
  const { status, body } = await put(freshId(), {
    category_names: 'Personbilar',
    manufacturer: 5,
    is_global: 1,
    hidden_bids: 'true',
    start_bid: '1000',
    model_year: 2019.5,
    condition: null,
  });
  assert.equal(status, 400);
  assert.partialDeepStrictEqual(body, {
    category_names: wrong,
    manufacturer: wrong,
    is_global: wrong,
    hidden_bids: wrong,
    start_bid: wrong,
    registration_number: [FORM_SENTENCE.vehicleNumber],
    staging_area: [FORM_SENTENCE.stagingArea],
    damage_condition: [FORM_SENTENCE.damageCondition],
    hidden_reservation_price: [FORM_SENTENCE.hiddenReserve],
  });
  assert.ok(body.model_year && body.condition);
});

test('FEED-3, FEED-12 an unknown field is refused at its name', async () => {
  for (const query of ['', '?validate_only=1']) {
    const path = `/api/feed/auctions/MISSPELT${query}`;
    const { status, body } = await node.call(manager, 'PUT', path, { colour: 'red', milage: 1 });
    assert.deepEqual([status, body], [400, { colour: ['Okänt fält.'], milage: ['Okänt fält.'] }]);
  }
});

test('FEED-3 an external id has 1–64 of the allowed characters', async () => {
  for (const id of ['a b', 'å', 'a'.repeat(65), 'a%2Fb', 'a:b']) {
    const { status, body } = await put(encodeURIComponent(decodeURIComponent(id)), facts);
    assert.deepEqual([status, body], [400, { external_id: [SENTENCE.wrong] }], id);
  }
  assert.equal((await put('a'.repeat(64), facts)).status, 201);
  assert.equal((await put('A'.repeat(64), facts)).status, 201, 'another case is another id');
});

test('FEED-3 categories and place may be given by name, in any case; ids win', async () => {
  const { auction } = await create({
    category_ids: undefined,
    category_names: ['PERSONBILAR'],
    staging_area_name: 'uppställning örebro',
  });
  assert.deepEqual(
    auction.categories.map(({ id }: { id: number }) => id),
    [category],
  );
  assert.equal(auction.staging_area, place);
  const other = await create({ category_names: ['Finns inte'], staging_area_name: 'Kumla' });
  assert.equal(other.auction.staging_area, null);
  assert.equal(other.auction.staging_area_name, 'Kumla');
  const unknown = await put(freshId(), {
    ...facts,
    category_ids: undefined,
    category_names: ['Personbilar', 'Finns inte'],
  });
  assert.deepEqual(unknown.body, { category_names: [FORM_SENTENCE.category] });
});

test('FEED-3 names with characters that cannot be stored are refused at their fields', async () => {
  const wrong = [SENTENCE.wrong];
  for (const name of ['a\u0000b', 'a\ud800b']) {
    const { category_ids, ...rest } = facts;
    const answer = await put(freshId(), { ...rest, category_names: [name] });
    assert.deepEqual([answer.status, answer.body], [400, { category_names: wrong }]);
    const placed = await put(freshId(), { ...facts, staging_area_name: name });
    assert.deepEqual([placed.status, placed.body.staging_area_name], [400, wrong]);
  }
});

test('FEED-3 times may have an offset', async () => {
  const day = addDays(stockholmDate(new Date()), 3);
  const { auction } = await create({
    start_dt: `${day}T10:00:30+02:00`,
    end_dt: `${addDays(day, 2)}T09:00`,
  });
  assert.equal(auction.start_dt, `${day}T08:00:00.000Z`);
});

test('FEED-3 a change affects only the sent fields, and is one entry in «Historik»', async () => {
  const { external_id, auction } = await create({ mileage: 12_000, condition: { keys: 2 } });
  const changed = await put(external_id, { model: 'V70', mileage: null, start_bid: 2_000 });
  assert.equal(changed.status, 200);
  assert.partialDeepStrictEqual(changed.body, {
    manufacturer: 'Volvo',
    model: 'V70',
    mileage: null,
    start_bid: 2_000,
    categories: auction.categories,
    condition: { ...NO_CONDITION, keys: 2 },
  });
  const entries = await historyOf(auction.id);
  assert.deepEqual(
    entries.slice(1).map(({ action, after: written }) => [action, written]),
    [['change', { model: 'V70', mileage: null, start_bid: 2_000 }]],
  );
});

test('FEED-3 a repeated call changes nothing, and a person’s edit of another field remains', async () => {
  const { external_id, auction } = await create({ description: 'Krockskadad' });
  await changeAsPerson(auction, { model: 'V90', description: 'Krockskadad fram' });
  const before = await historyOf(auction.id);
  const same = await put(external_id, { ...facts, description: ' Krockskadad ' });
  assert.deepEqual([same.status, same.body.model], [200, 'V90']);
  assert.deepEqual(await historyOf(auction.id), before);
  const next = await put(external_id, { ...facts, description: 'Krockskadad', start_bid: 1_500 });
  assert.partialDeepStrictEqual(next.body, {
    model: 'V90',
    description: 'Krockskadad fram',
    start_bid: 1_500,
  });
  // What was left out keeps what was sent before.
  await put(external_id, { manufacturer: 'Saab' });
  const again = await put(external_id, { ...facts, manufacturer: 'Saab', start_bid: 1_500 });
  assert.equal(again.body.model, 'V90');
});

test('FEED-3, AUC-15 a locked field refuses the whole call', async () => {
  const { external_id, auction } = await create();
  await ada.place(auction.id, 5_000);
  const refused = await put(external_id, { start_bid: 900, model: 'V70' });
  assert.deepEqual([refused.status, refused.body], [400, { start_bid: [LOCKED_AFTER_BID] }]);
  const { body } = await put(external_id, { claim_number: 'S-18' });
  assert.deepEqual([body.claim_number, body.model], ['S-18', 'V60']);
  const categories = await put(external_id, { category_names: [] });
  assert.equal(categories.status, 400);
  assert.deepEqual(Object.keys(categories.body), ['category_names']);
});

test('FEED-3 a deleted auction is refused', async () => {
  const { external_id, auction } = await create();
  assert.equal((await node.call(manager, 'DELETE', `/api/auctions/${auction.id}`)).status, 204);
  const { status, body } = await put(external_id, facts);
  assert.deepEqual([status, body], [400, { detail: 'Auktionen är raderad.' }]);
});

test('FEED-3 one of several concurrent calls creates the auction', async () => {
  const external_id = freshId();
  const answers = await Promise.all(Array.from({ length: 6 }, () => put(external_id, facts)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
});

test('FEED-3 ids are per company, and staff may call too', async () => {
  const { external_id, auction } = await create();
  const rival = await makeCompany(db);
  const other = await put(external_id, facts, '', await makeToken(node.context, rival));
  assert.equal(other.status, 201);
  assert.notEqual(other.body.id, auction.id);
  const call = (user: number, query = '') =>
    node.call(user, 'PUT', `/api/feed/auctions/${external_id}${query}`, { model: 'V90' });
  assert.equal((await call(manager)).body.id, auction.id);
  assert.equal((await call(ada.user_id)).status, 403);
  const root = await makeStaff(db, null, 30);
  assert.deepEqual((await call(root)).body, { company: [SENTENCE.chooseCompany] });
  assert.equal((await call(root, `?company=${company}`)).body.id, auction.id);
});

test('FEED-12 `validate_only` makes the same checks and writes nothing', async () => {
  const external_id = freshId();
  const dry = (body: object) => put(external_id, body, '?validate_only=1');
  const count = async () => {
    const { rows } = await sql<{ sum: string }>`
      select (select count(*) from auctions) || ' ' || (select count(*) from audit_log) || ' ' ||
        (select next_auction_number from companies where id = ${company}) as sum`.execute(db);
    return rows[0]!.sum;
  };
  const before = await count();
  assert.deepEqual((await dry(facts)).body, { action: 'create' });
  assert.equal((await dry({})).status, 400);
  assert.equal((await put(external_id, facts, '?validate_only=2')).status, 400);
  assert.equal(await count(), before);
  assert.equal((await put(external_id, facts, '?validate_only=0')).status, 201);
  assert.deepEqual((await dry(facts)).body, { action: 'none' });
  assert.deepEqual((await dry({ model: 'V70' })).body, { action: 'change' });
  assert.equal((await put(external_id, {})).body.model, 'V60');
});

test('FEED-5 staff see and find the claim number; stations get null, and find nothing by it', async () => {
  const { external_id, auction } = await create({ claim_number: 'SKADA-4711' });
  const seen = async (user: number, path: string) => (await node.call(user, 'GET', path)).body;
  const own = await seen(manager, `/api/auctions/${auction.id}`);
  assert.deepEqual([own.external_id, own.claim_number], [external_id, 'SKADA-4711']);
  const shown = await seen(ada.user_id, `/api/auctions/${auction.id}`);
  assert.deepEqual([shown.external_id, shown.claim_number], [null, null]);
  for (const query of ['number=skada4711', 'q=SKADA-4711', 'q=4711']) {
    const list = `/api/auctions?${query}`;
    assert.equal((await seen(manager, list)).results[0]?.id, auction.id, query);
    assert.deepEqual((await seen(ada.user_id, list)).results, [], query);
  }
  const csv = await seen(manager, `/api/auctions/export?id=${auction.id}`);
  const [heading, row] = csv.trim().split('\r\n');
  assert.match(heading, /;Externt id;Skadenummer;/);
  assert.ok(row.includes(`;${external_id};SKADA-4711;`), row);
});
