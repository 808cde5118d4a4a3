import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import sharp from 'sharp';
import { eventually } from '../../test/eventually.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { encodeForm, type Fields, makePicture } from '../../test/forms.ts';
import { startTestNode } from '../../test/test-node.ts';

const LADDER: BidIncrement[] = [
  { min_price: 0, max_price: 10_000, increment: 250 },
  { min_price: 10_000, max_price: 50_000, increment: 500 },
];

const node = await startTestNode();
after(() => node.stop());

const { db } = node.context.pool;
const nord = await makeCompany(db, { name: 'Nord' });
const vast = await makeCompany(db, { name: 'Väst' });
const root = await makeStaff(db, null, 30);
const admin = await makeStaff(db, nord, 30);
const manager = await makeStaff(db, nord, 20);
const workshop = (await makeStation(db, nord)).user_id;

const patch = (user: number, body: object, url = '/api/company') =>
  node.call(user, 'PATCH', url, body);
const sendForm = async (user: number, values: Fields) => {
  const { body, headers } = await encodeForm(values);
  return node.call(user, 'PATCH', '/api/company', body, headers);
};
const rulesOf = (auction: number) =>
  db
    .selectFrom('auctions')
    .select(['bid_increments', 'extension_minutes'])
    .where('id', '=', auction)
    .executeTakeFirstOrThrow();

test('SET-1 every field is changed, and what is not sent stays', async () => {
  const settings = {
    name: 'Nordsäkring',
    email: 'kontakt@nord.example',
    phone: '08-123 45 00',
    street: 'Sveavägen 44',
    postal: '11134',
    city: 'Stockholm',
    ended_auction_email: 'slut@nord.example',
    auction_summary_email: '',
    default_end_dt_increment_days: 14,
    default_end_dt_increment_time: '09:30',
    auction_end_dt_incrementation: 5,
    bid_increment_intervals: LADDER,
    next_auction_number: 'NS-0100',
    dismantling_bidders: 'all',
    follow_deregistration: false,
    release_after_payment: false,
    decision_days: 2,
    relist_dismantling: true,
    relist_days: 9,
    relist_start_bid_percent: 40,
    relist_reservation_percent: 60,
    requires_second_factor: false,
  };
  const changed = await patch(admin, settings);
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.body, { id: nord, logo: null, ...settings });
  const one = await patch(admin, { phone: '08-1' });
  assert.deepEqual(one.body, { id: nord, logo: null, ...settings, phone: '08-1' });
  assert.deepEqual((await node.call(admin, 'GET', '/api/company')).body, one.body);
  await patch(admin, {
    relist_dismantling: false,
    relist_days: 7,
    relist_start_bid_percent: 50,
    relist_reservation_percent: null,
  });
});

test('SET-1, SET-2 what is wrong is told at its field and its cell, and nothing is changed', async () => {
  const { body: before } = await node.call(admin, 'GET', '/api/company');
  const { status, body } = await patch(admin, {
    name: 'Annat',
    auction_end_dt_incrementation: null,
    default_end_dt_increment_days: 400,
    bid_increment_intervals: [
      { min_price: null, max_price: null, increment: null },
      { min_price: 500, max_price: 100, increment: 0 },
    ],
  });
  assert.equal(status, 400);
  const order = [
    'Priset måste vara mindre än intervallets högsta pris',
    'Priset måste vara högre än intervallets lägsta pris',
    'Höjningen måste vara minst 1 kr',
  ];
  assert.deepEqual(body, {
    auction_end_dt_incrementation: ['Du måste ange antal minuter'],
    default_end_dt_increment_days: ['Ange mellan 1 och 365 dagar'],
    bid_increment_intervals: order,
    'bid_increment_intervals.1.min_price': [order[0]],
    'bid_increment_intervals.1.max_price': [order[1]],
    'bid_increment_intervals.1.increment': [order[2]],
  });
  assert.deepEqual((await node.call(admin, 'GET', '/api/company')).body, before);
});

test('API-3 nothing is coerced in JSON, and unknown fields are ignored', async () => {
  const wrong = await patch(admin, { auction_end_dt_incrementation: '5', phone: 8 });
  assert.equal(wrong.status, 400);
  assert.deepEqual(Object.keys(wrong.body).sort(), ['auction_end_dt_incrementation', 'phone']);
  assert.equal((await patch(admin, { id: 99, is_superuser: true })).body.id, nord);
});

test('BID-4 auctions that have not begun follow the settings, and no others', async () => {
  const values = { company: nord, creator: manager, extension_minutes: 1, ladder: [] };
  const upcoming = await makeAuction(db, { ...values, starts: 3600 });
  const active = await makeAuction(db, values);
  const ended = await makeAuction(db, { ...values, starts: -7200, ends: -3600 });
  const foreign = await makeAuction(db, { ...values, company: vast, starts: 3600 });
  await patch(admin, { bid_increment_intervals: [], auction_end_dt_incrementation: 7 });
  await patch(admin, { bid_increment_intervals: LADDER });
  assert.deepEqual(await rulesOf(upcoming), { bid_increments: LADDER, extension_minutes: 7 });
  for (const other of [active, ended, foreign])
    assert.deepEqual(await rulesOf(other), { bid_increments: [], extension_minutes: 1 });
  const { body } = await node.call(manager, 'GET', `/api/auctions/${upcoming}/history`);
  assert.deepEqual(
    body.map(({ action, before, after }: Record<string, unknown>) => [action, before, after]),
    [
      [
        'change',
        { extension_minutes: 1, decision_days: 0 },
        { extension_minutes: 7, decision_days: 2 },
      ],
      ['change', { bid_increments: [] }, { bid_increments: LADDER }],
    ],
  );
});

test('GEN-2, OFFER-1 the days to decide follow the company until the start, and then never', async () => {
  const make = (starts: number) =>
    makeAuction(db, { company: nord, creator: manager, starts, ladder: LADDER });
  const [upcoming, active] = [await make(3600), await make(-60)];
  await patch(admin, { decision_days: 3 });
  const daysOf = (id: number) =>
    db.selectFrom('auctions').select('decision_days').where('id', '=', id).executeTakeFirst();
  assert.deepEqual(await daysOf(upcoming), { decision_days: 3 });
  assert.deepEqual(await daysOf(active), { decision_days: 0 });
  for (const wrong of [-1, 11, null, '', 1.5]) {
    const { status, body } = await patch(admin, { decision_days: wrong });
    assert.equal(status, 400);
    assert.deepEqual(body.decision_days, ['Ange mellan 0 och 10 vardagar']);
  }
  assert.equal((await node.call(workshop, 'GET', '/api/company')).body.decision_days, null);
  await patch(admin, { decision_days: 2 });
});

test('BID-4 an auction that begins while settings wait for it keeps what it had', async () => {
  const values = { company: nord, creator: manager, extension_minutes: 1, ladder: [] };
  const upcoming = await makeAuction(db, { ...values, starts: 3600 });
  const changing = await db.transaction().execute(async (bid) => {
    await sql`select from auction_standings where auction_id = ${upcoming} for update`.execute(bid);
    const changing = patch(admin, { auction_end_dt_incrementation: 9 });
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      assert.notEqual(rows.length, 0);
    });
    await sql`update auctions set start_dt = now_ms() where id = ${upcoming}`.execute(bid);
    return [changing];
  });
  assert.equal((await changing[0]!).status, 200);
  assert.deepEqual(await rulesOf(upcoming), { bid_increments: [], extension_minutes: 1 });
});

test('BID-4 other settings leave the auctions’ history alone', async () => {
  const upcoming = await makeAuction(db, { company: nord, creator: manager, starts: 3600 });
  await patch(admin, { phone: '08-2' });
  assert.deepEqual((await node.call(manager, 'GET', `/api/auctions/${upcoming}/history`)).body, []);
});

test('SET-1 a logo comes as form data with the rest, and is shown whole', async () => {
  const logo = await makePicture({
    width: 1200,
    height: 300,
    extra: (picture) => picture.png(),
  });
  const { status, body } = await sendForm(admin, {
    logo: { name: 'logo.png', content: logo },
    phone: '08-3',
    auction_end_dt_incrementation: '4',
    bid_increment_intervals: JSON.stringify(LADDER.slice(0, 1)),
  });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.phone, body.auction_end_dt_incrementation, body.bid_increment_intervals],
    ['08-3', 4, LADDER.slice(0, 1)],
  );
  const picture = await node.app.inject({ url: body.logo });
  assert.equal(picture.headers['content-type'], 'image/webp');
  const { width, height } = await sharp(picture.rawPayload).metadata();
  assert.deepEqual([width, height], [480, 120]);
  const listed = await node.call(admin, 'GET', '/api/companies');
  assert.equal(listed.body.find(({ id }: { id: number }) => id === nord).logo, body.logo);

  const again = await sendForm(admin, { logo: { name: 'ny.png', content: logo } });
  assert.notEqual(again.body.logo, body.logo);
  assert.equal((await node.app.inject({ url: body.logo })).statusCode, 404);
  assert.equal((await patch(admin, { logo: again.body.logo })).body.logo, again.body.logo);
  assert.equal((await patch(admin, { logo: null })).body.logo, null);
  assert.equal((await node.app.inject({ url: again.body.logo })).statusCode, 404);
});

test('API-2 a logo that is no picture is 415, one above 2 MB 413', async () => {
  const text = await sendForm(admin, { logo: { name: 'logo.png', content: 'hej' } });
  assert.equal(text.status, 415);
  assert.deepEqual(Object.keys(text.body), ['logo']);
  const big = await sendForm(admin, {
    logo: { name: 'logo.png', content: Buffer.alloc(2 * 1024 * 1024 + 1) },
  });
  assert.equal(big.status, 413);
  assert.deepEqual(big.body, { detail: 'Filen är för stor: högst 2 MB.' });
});

test('ROLE-2, API-5 an admin changes the own company whatever is asked, a superuser the one named', async () => {
  assert.equal(
    (await patch(admin, { city: 'Gävle' }, `/api/company?company=${vast}`)).body.id,
    nord,
  );
  assert.equal(
    (await patch(root, { city: 'Göteborg' }, `/api/company?company=${vast}`)).body.id,
    vast,
  );
  for (const url of ['/api/company', '/api/company?company=99999'])
    assert.equal((await patch(root, { city: 'Ystad' }, url)).status, 404);
});

test('DATA-1 a superuser changes a company by its id', async () => {
  const { status, body } = await patch(root, { city: 'Falun' }, `/api/companies/${vast}`);
  assert.deepEqual([status, body.id, body.city], [200, vast, 'Falun']);
  assert.equal((await patch(root, { city: 'Falun' }, '/api/companies/99999')).status, 404);
});

test('ROLE-7, ROLE-14 nobody else changes settings', async () => {
  for (const user of [manager, workshop]) {
    const { status, body } = await patch(user, { city: 'Ystad' });
    assert.deepEqual([status, body], [403, { detail: SENTENCE.forbidden }]);
  }
  assert.equal((await patch(admin, { city: 'Ystad' }, `/api/companies/${nord}`)).status, 403);
  assert.equal((await node.call(null, 'PATCH', '/api/company', {})).status, 401);
});

test('AUC-16 a change is written down with what was before; one that changes nothing is not', async () => {
  const changes = () =>
    db
      .selectFrom('audit_log')
      .select(['user_id', 'company_id', 'before', 'after'])
      .where('action', '=', 'change company')
      .where('company_id', '=', vast)
      .orderBy('id', 'desc')
      .execute();
  await patch(root, { city: 'Mora' }, `/api/companies/${vast}`);
  const [last, ...rest] = await changes();
  assert.deepEqual(last, {
    user_id: root,
    company_id: vast,
    before: { city: 'Falun' },
    after: { city: 'Mora' },
  });
  await patch(
    root,
    { city: 'Mora', default_end_dt_increment_time: '14:00' },
    `/api/companies/${vast}`,
  );
  assert.equal((await changes()).length, rest.length + 1);
});
