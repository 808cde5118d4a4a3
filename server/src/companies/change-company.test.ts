import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const LADDER: BidIncrement[] = [
  { min_price: 0, max_price: 10_000, increment: 250 },
  { min_price: 10_000, max_price: 50_000, increment: 500 },
];

const { node, db } = await openTestNode();

const { nord, vast, root, admin } = await makeTwoCompanies(db);

const patch = (user: number, body: object, url = '/api/company') =>
  node.call(user, 'PATCH', url, body);

test('SET-1 every field can be changed, and fields that are not sent stay', async () => {
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
    allows_max_bids: true,
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

test('SET-1, SET-2 invalid values are errors at their field and cell, and nothing changes', async () => {
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

test('API-3 JSON values are not coerced, and unknown fields are ignored', async () => {
  const wrong = await patch(admin, { auction_end_dt_incrementation: '5', phone: 8 });
  assert.equal(wrong.status, 400);
  assert.deepEqual(Object.keys(wrong.body).sort(), ['auction_end_dt_incrementation', 'phone']);
  assert.equal((await patch(admin, { id: 99, is_superuser: true })).body.id, nord);
});

test('ROLE-2, API-5 an admin changes their own company whichever the call names, a superuser the named one', async () => {
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

test('AUC-16 a change is recorded with the old values; one without effect is not', async () => {
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
