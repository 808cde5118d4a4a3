import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import { SENTENCE } from '@restvarde/contract/errors';
import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import { makeCategory, makeCompany, makeStaff, makeStagingArea } from '../../../test/factories.ts';
import { encodeForm, type Fields, localTime, makePicture } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';

const LADDER = [{ min_price: 0, max_price: 9_999, increment: 250 }];

const OUTSIDE = `Ange ett belopp mellan 0 och ${formatKronor(999_999_999)}`;

const { node, db } = await openTestNode();

const { company, manager } = await makeSeller(node, {
  next: 'LF-0098',
  ladder: LADDER,
  minutes: 7,
});
const other = await makeCompany(db);
const root = await makeStaff(db, null, 30);
const [general, own, foreign] = [
  await makeCategory(db),
  await makeCategory(db, company),
  await makeCategory(db, other),
];
const place = await makeStagingArea(db, company, 'Gården i Örebro');
const foreignPlace = await makeStagingArea(db, other);

const filled = () => ({
  category_ids: [general],
  manufacturer: ' Volvo ',
  model: 'V60',
  model_year: '2021',
  mileage: '12 345',
  registration_number: 'abc-12 d',
  chassis_number: '',
  description: 'Skadad fram.\nStartar.',
  damage_condition: 'REPAIR',
  staging_area: place,
  is_global: '0',
  hidden_bids: '0',
  hidden_reservation_price: '1',
  start_bid: '1000',
  reservation_price: '5 000',
  start_dt: localTime(0),
  end_dt: localTime(7 * 24 * 60),
});

async function create(changes: Fields = {}, user = manager, query = '') {
  const { body, headers } = await encodeForm({ ...filled(), ...changes });
  return node.call(user, 'POST', `/api/auctions${query}`, body, headers);
}
const count = async () => {
  const { rows } = await sql<{ all: number }>`
    select (select count(*) from auctions) + (select count(*) from auction_standings)
      + (select count(*) from auction_categories) as all`.execute(db);
  return rows[0]!.all;
};
const refused = async (changes: Fields, expected: object, user = manager, query = '') => {
  const before = await count();
  const { status, body } = await create(changes, user, query);
  assert.equal(status, 400, JSON.stringify(body));
  assert.deepEqual(body, expected);
  assert.equal(await count(), before);
};

test('FORM-1, FORM-9, FORM-10 a complete form becomes an auction, normalised, numbered and active', async () => {
  const { status, body } = await create();
  assert.equal(status, 201);
  const expected = {
    number: 'LF-0098',
    manufacturer: 'Volvo',
    model: 'V60',
    model_year: 2021,
    mileage: 12_345,
    registration_number: 'ABC12D',
    chassis_number: '',
    description: 'Skadad fram.\nStartar.',
    damage_condition: 'REPAIR',
    staging_area: place,
    staging_area_name: 'Gården i Örebro',
    is_global: false,
    hidden_bids: false,
    hidden_reservation_price: true,
    start_bid: 1_000,
    reservation_price: 5_000,
    highest_bid: null,
    bid_count: 0,
    minimum_allowed_bid: 1_000,
    is_active: true,
    has_started: true,
    can_edit: true,
    cancelled: false,
    files: [],
    image: null,
    image_id: null,
    additional_images: [],
  };
  for (const [field, value] of Object.entries(expected)) {
    assert.deepEqual(body[field], value, field);
  }
  assert.deepEqual(
    body.categories.map(({ id }: { id: number }) => id),
    [general],
  );
  const { body: read } = await node.call(manager, 'GET', `/api/auctions/${body.id}`);
  assert.deepEqual({ ...read, server_time: null }, { ...body, server_time: null });
});

test('BID-4 the bid increments and the extension minutes are copied from the company', async () => {
  const { body } = await create();
  assert.deepEqual(body.bid_increment_intervals, LADDER);
  assert.equal(body.extension_minutes, 7);
});

test('FORM-7 the start bid defaults to 0, and numbers are optional', async () => {
  const { status, body } = await create({
    start_bid: '',
    reservation_price: '',
    model: undefined,
    model_year: '',
    mileage: undefined,
    description: undefined,
  });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.start_bid, body.reservation_price, body.model, body.model_year, body.mileage],
    [0, null, '', null, null],
  );
  assert.equal(body.minimum_allowed_bid, 1);
});

test('FORM-1, FORM-3 «Annan» uses the free text as the place', async () => {
  const { status, body } = await create({ staging_area: '', staging_area_name: ' Hos kunden ' });
  assert.equal(status, 201);
  assert.deepEqual([body.staging_area, body.staging_area_name], [null, 'Hos kunden']);
});

test('FORM-1 times are Stockholm’s: an ambiguous time is the first, a skipped time moves forward', async () => {
  // An auction ends within two years.
  const year = new Date().getUTCFullYear() + 1;
  const lastSunday = (month: number) => {
    const day = new Date(Date.UTC(year, month + 1, 0));
    day.setUTCDate(day.getUTCDate() - day.getUTCDay());
    return day.toISOString().slice(0, 10);
  };
  const [spring, autumn] = [lastSunday(2), lastSunday(9)];
  const { body } = await create({ start_dt: `${spring}T02:30`, end_dt: `${autumn}T02:30` });
  assert.equal(body.start_dt, `${spring}T01:30:00.000Z`);
  assert.equal(body.end_dt, `${autumn}T00:30:00.000Z`);
});

test('FORM-3 an empty form gets all messages at once, in the words of the specification', async () => {
  const { body, headers } = await encodeForm({ nothing: 'here' });
  const answer = await node.call(manager, 'POST', '/api/auctions', body, headers);
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body, {
    category_ids: [FORM_SENTENCE.category],
    manufacturer: [FORM_SENTENCE.manufacturer],
    registration_number: [FORM_SENTENCE.vehicleNumber],
    chassis_number: [FORM_SENTENCE.vehicleNumber],
    staging_area: [FORM_SENTENCE.stagingArea],
    is_global: [FORM_SENTENCE.isGlobal],
    damage_condition: [FORM_SENTENCE.damageCondition],
    hidden_reservation_price: [FORM_SENTENCE.hiddenReserve],
    hidden_bids: [FORM_SENTENCE.hiddenBids],
    start_dt: [FORM_SENTENCE.startDate],
    end_dt: [FORM_SENTENCE.endDate],
  });
});

test('FORM-3, FORM-7 each rule has its message at its field, and nothing is stored', async () => {
  const rules: [Fields, Record<string, string[]>][] = [
    [{ category_ids: [] }, { category_ids: [FORM_SENTENCE.category] }],
    [{ category_ids: [999_999_999] }, { category_ids: [FORM_SENTENCE.category] }],
    [{ manufacturer: '   ' }, { manufacturer: [FORM_SENTENCE.manufacturer] }],
    [{ staging_area: 999_999 }, { staging_area: [FORM_SENTENCE.stagingArea] }],
    [{ start_dt: localTime(60).slice(0, 10) }, { start_dt: [FORM_SENTENCE.startTime] }],
    [{ end_dt: localTime(60).slice(0, 10) }, { end_dt: [FORM_SENTENCE.endTime] }],
    [{ end_dt: '2026-12-24T9:05' }, { end_dt: ['Ange tiden som TT:MM'] }],
    [{ end_dt: '9999-12-31T10:00' }, { end_dt: [FORM_SENTENCE.endTooLate] }],
    [{ end_dt: filled().start_dt }, { end_dt: [FORM_SENTENCE.endAfterStart] }],
    [{ start_dt: localTime(-7) }, { start_dt: [FORM_SENTENCE.startInPast] }],
    [{ start_dt: '0001-01-01T00:00' }, { start_dt: [FORM_SENTENCE.startInPast] }],
    [{ start_dt: '0000-01-01T00:00' }, { start_dt: [FORM_SENTENCE.startDate] }],
    [{ start_dt: '2026-02-30T10:00' }, { start_dt: [FORM_SENTENCE.startDate] }],
    [{ start_bid: '1,5' }, { start_bid: ['Ange beloppet i hela kronor'] }],
    [{ start_bid: '-1' }, { start_bid: [OUTSIDE] }],
    [{ start_bid: '1000000000', reservation_price: '' }, { start_bid: [OUTSIDE] }],
    [{ reservation_price: '999' }, { reservation_price: [FORM_SENTENCE.reserveBelowStart] }],
    [{ is_global: 'yes' }, { is_global: [FORM_SENTENCE.isGlobal] }],
    [{ damage_condition: 'NEW' }, { damage_condition: [FORM_SENTENCE.damageCondition] }],
    [{ model_year: '20' }, { model_year: ['Ange årsmodell med fyra siffror'] }],
    [{ description: 'x'.repeat(10_001) }, { description: ['Högst 10000 tecken.'] }],
    [{ manufacturer: 'a\u0000b' }, { manufacturer: ['Ogiltigt värde.'] }],
  ];
  for (const [changes, expected] of rules) await refused(changes, expected);
});

test('FORM-7 a start may be up to five minutes in the past', async () => {
  assert.equal((await create({ start_dt: localTime(-3) })).status, 201);
});

test('FORM-8 a global auction needs a global category', async () => {
  await refused(
    { is_global: '1', category_ids: [own] },
    { category_ids: [FORM_SENTENCE.globalCategory] },
  );
  assert.equal((await create({ is_global: '1', category_ids: [own, general] })).status, 201);
  assert.equal((await create({ is_global: '0', category_ids: [own, own] })).status, 201);
});

test('ROLE-14, DATA-1 categories and places of other companies do not exist', async () => {
  await refused({ category_ids: [foreign] }, { category_ids: [FORM_SENTENCE.category] });
  await refused({ category_ids: [general, foreign] }, { category_ids: [FORM_SENTENCE.category] });
  await refused({ staging_area: foreignPlace }, { staging_area: [FORM_SENTENCE.stagingArea] });
});

test('ROLE-2 a superuser creates an auction for the selected company, and must select one', async () => {
  const error = { company: [SENTENCE.chooseCompany] };
  await refused({}, error, root);
  await refused({}, error, root, '?company=999999999');
  const { status, body } = await create({}, root, `?company=${company}`);
  assert.equal(status, 201);
  assert.equal(body.company.id, company);
  await refused({}, { staging_area: [FORM_SENTENCE.stagingArea] }, root, `?company=${other}`);
  const ignored = await create({}, manager, `?company=${other}`);
  assert.equal(ignored.body.company.id, company);
});

test('API-3 unknown fields are ignored: nobody can set columns that are not in the form', async () => {
  const { status, body } = await create({
    number: 'MY-1',
    company_id: other,
    created_by: root,
    highest_bid: '5',
    id: '1',
    closed_at: localTime(0),
  });
  assert.equal(status, 201);
  assert.match(body.number, /^LF-\d{4}$/);
  assert.equal(body.company.id, company);
  assert.equal(body.created_by.first_name, 'Anna');
});

test('FORM-10 the last group of digits counts up with its padding, skipping numbers in use', async () => {
  const next = (next_auction_number: string) =>
    db.updateTable('companies').set({ next_auction_number }).where('id', '=', company).execute();
  const numbers = async (many: number) => {
    const created = [];
    for (let one = 0; one < many; one++) created.push((await create()).body.number);
    return created;
  };
  await next('AB-0099');
  assert.deepEqual(await numbers(2), ['AB-0099', 'AB-0100']);
  await next('AB-0098');
  assert.deepEqual(await numbers(2), ['AB-0098', 'AB-0101']);
  await next('X9-B');
  assert.deepEqual(await numbers(2), ['X9-B', 'X10-B']);
});

test('FORM-10, AUC-7 the number of a deleted auction is not reused', async () => {
  const { body } = await create();
  assert.equal((await node.call(manager, 'DELETE', `/api/auctions/${body.id}`)).status, 204);
  await db
    .updateTable('companies')
    .set({ next_auction_number: body.number })
    .where('id', '=', company)
    .execute();
  assert.notEqual((await create()).body.number, body.number);
});

test('FORM-10 twenty concurrent auctions get distinct numbers without gaps', async () => {
  await db
    .updateTable('companies')
    .set({ next_auction_number: 'P-0095' })
    .where('id', '=', company)
    .execute();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, one) =>
      one % 4 === 3 ? create({ category_ids: [foreign] }) : create(),
    ),
  );
  const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.number);
  const expected = Array.from({ length: 15 }, (_, one) => `P-${String(95 + one).padStart(4, '0')}`);
  assert.deepEqual(numbers.sort(), expected.sort());
});

test('LIMIT-1 an auction with pictures counts as an upload, one without does not', async () => {
  const user = await makeStaff(db, company);
  const key = createHash('sha256').update(`uploads ${user}`).digest();
  const counted = async () =>
    (await db.selectFrom('rate_limits').select('key').where('key', '=', key).execute()).length;
  const none = { name: '', content: '' };
  assert.equal((await create({ image: none, images: [none] }, user)).status, 201);
  assert.equal(await counted(), 0);
  const image = { name: 'a.jpg', content: await makePicture({ width: 64, height: 48 }) };
  assert.equal((await create({ image }, user)).status, 201);
  assert.equal(await counted(), 1);
});
