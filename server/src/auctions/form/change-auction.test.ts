import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import { LOCKED_AFTER_BID, LOCKED_WHEN_ENDED } from '@restvarde/contract/auctions/auction-locks';
import {
  type makeAuction,
  makeCategory,
  makeStagingArea,
  makeStation,
  shiftAuction,
} from '../../../test/factories.ts';
import { encodeForm, type Fields, formFrom, localTime } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode();

const { company, manager, makeOpen } = await makeSeller(node);
const station = await makeStation(db, company);
const category = await makeCategory(db);
const place = await makeStagingArea(db, company, 'Gården');

const make = (values: Partial<Parameters<typeof makeAuction>[1]> = {}) =>
  makeOpen({ categories: [category], start_bid: 1_000, reservation_price: 5_000, ...values });

const formOf = async (id: number) =>
  formFrom((await node.call(manager, 'GET', `/api/auctions/${id}`)).body);
const put = async (user: number, id: number, values: Fields) => {
  const { body, headers } = await encodeForm(values);
  return node.call(user, 'PUT', `/api/auctions/${id}`, body, headers);
};
const history = async (id: number) =>
  (await node.call(manager, 'GET', `/api/auctions/${id}/history`)).body;

test('FORM-1 a PUT keeps fields that are not sent and clears fields sent empty; no categories means none', async () => {
  const id = await make({
    ...{ model: 'V60', model_year: 2019, mileage: 12_000, registration_number: 'ABC123' },
    ...{ chassis_number: 'YV1ZW25UXJ1234567', hidden_bids: true, reservation_price: 5_000 },
  });
  const read = async () => (await node.call(manager, 'GET', `/api/auctions/${id}`)).body;
  const before = await read();
  const one = { 'category_ids[0]': category };
  const response = await put(manager, id, { ...one, description: 'Ny text' });
  assert.equal(response.status, 200);
  const { standing_at: _at, server_time: _now, description, ...changed } = await read();
  assert.equal(description, 'Ny text');
  const { standing_at, server_time, description: _none, ...rest } = before;
  assert.ok(standing_at && server_time);
  assert.deepEqual(changed, rest);
  assert.equal((await history(id)).length, 1);

  const cleared = await put(manager, id, {
    ...one,
    ...{ model: '', model_year: '', mileage: '', registration_number: '', reservation_price: '' },
  });
  assert.equal(cleared.status, 200);
  const { model, model_year, mileage, registration_number, reservation_price, start_bid } =
    cleared.body;
  assert.deepEqual(
    [model, model_year, mileage, registration_number, reservation_price, start_bid],
    ['', null, null, '', null, 1_000],
  );
  assert.equal(cleared.body.description, 'Ny text');

  assert.deepEqual((await put(manager, id, { model: 'V90' })).body, {
    category_ids: [FORM_SENTENCE.category],
  });
  // Stored values count in rules across fields.
  assert.deepEqual((await put(manager, id, { ...one, chassis_number: '' })).body, {
    registration_number: [FORM_SENTENCE.vehicleNumber],
    chassis_number: [FORM_SENTENCE.vehicleNumber],
  });
  assert.deepEqual((await put(manager, id, { ...one, reservation_price: 900 })).body, {
    reservation_price: [FORM_SENTENCE.reserveBelowStart],
  });
});

test('FORM-1 a time that is not sent is kept, also in the hour that occurs twice', async () => {
  const id = await make({ starts: 3_600 });
  // The second 02:30 of that night.
  const end_dt = new Date('2027-10-31T01:30:00.000Z');
  await db.updateTable('auction_standings').set({ end_dt }).where('auction_id', '=', id).execute();
  const { body } = await put(manager, id, { 'category_ids[0]': category, model: 'V90' });
  assert.deepEqual([body.end_dt, body.model], [end_dt.toISOString(), 'V90']);
});

test('FORM-1, AUC-16 before the first bid every field can be changed, and the history has old and new values', async () => {
  const id = await make();
  const form = {
    ...(await formOf(id)),
    manufacturer: 'Saab',
    start_bid: 2_000,
    staging_area: place,
  };
  const { status, body } = await put(manager, id, form);
  assert.equal(status, 200);
  assert.equal(body.manufacturer, 'Saab');
  assert.equal(body.start_bid, 2_000);
  assert.equal(body.staging_area_name, 'Gården');
  const entries = await history(id);
  assert.deepEqual(
    entries.map((entry: { action: string }) => entry.action),
    ['change'],
  );
  assert.deepEqual(entries[0].before, {
    manufacturer: 'Volvo',
    start_bid: 1_000,
    staging_area: null,
    staging_area_name: 'Örebro',
  });
  assert.equal(entries[0].after.manufacturer, 'Saab');
  assert.equal(entries[0].user.first_name, 'Anna');
});

test('AUC-15 an unchanged form writes nothing', async () => {
  const id = await make();
  const { status } = await put(manager, id, await formOf(id));
  assert.equal(status, 200);
  assert.deepEqual(await history(id), []);
});

test('AUC-15 after the first bid locked fields are refused at the field, and nothing is stored', async () => {
  const id = await make();
  await node.call(station.user_id, 'POST', `/api/auctions/${id}/bids`, { bid: 1_000 });
  const form = await formOf(id);
  const changes = {
    model: 'V70',
    start_bid: 500,
    hidden_bids: '1',
    registration_number: 'XYZ987',
    reservation_price: 9_000,
  };
  const { status, body } = await put(manager, id, { ...form, ...changes });
  assert.equal(status, 400);
  assert.deepEqual(body, {
    start_bid: [LOCKED_AFTER_BID],
    hidden_bids: [LOCKED_AFTER_BID],
    registration_number: [LOCKED_AFTER_BID],
    reservation_price: [LOCKED_AFTER_BID],
  });
  assert.equal((await formOf(id)).model, 'V60');
  const earlier = await put(manager, id, { ...form, end_dt: localTime(60) });
  assert.deepEqual(earlier.body, { end_dt: [LOCKED_AFTER_BID] });
  const fine = await put(manager, id, {
    ...form,
    model: 'V70',
    reservation_price: 4_000,
    end_dt: localTime(3_000),
  });
  assert.equal(fine.status, 200);
  assert.equal(fine.body.model, 'V70');
});

test('AUC-15 only the description of an ended auction can be changed', async () => {
  const id = await make();
  await shiftAuction(db, id, -2 * 86_400);
  const form = await formOf(id);
  const refused = await put(manager, id, { ...form, model: 'V70' });
  assert.deepEqual(refused.body, { model: [LOCKED_WHEN_ENDED] });
  const fine = await put(manager, id, { ...form, description: 'Nyckel saknas.' });
  assert.equal(fine.status, 200);
  assert.equal(fine.body.description, 'Nyckel saknas.');
});

test('AUC-15 an auction that ended in the minute of its start can be described', async () => {
  const id = await make({ starts: -1 });
  await node.call(manager, 'POST', `/api/auctions/${id}/cancel`);
  const same = await put(manager, id, { ...(await formOf(id)), description: 'Ett misstag.' });
  assert.equal(same.status, 200);
  const running = await make({ starts: 3_600, ends: 7_200 });
  const form = await formOf(running);
  const { body } = await put(manager, running, { ...form, end_dt: form.start_dt });
  assert.deepEqual(body, { end_dt: [FORM_SENTENCE.endAfterStart] });
});

test('FORM-7 an end in the past is refused', async () => {
  const id = await make();
  const { body } = await put(manager, id, { ...(await formOf(id)), end_dt: localTime(-5) });
  assert.deepEqual(body, { end_dt: [FORM_SENTENCE.endInPast] });
});
