import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { encodeForm, type Fields } from '../../test/forms.ts';
import { openTestNode } from '../../test/test-node.ts';

const PDF = { name: 'beslut.pdf', content: '%PDF-1.7 beslut' };
const today = stockholmDate(new Date());

const { node, db } = await openTestNode();

const nord = await makeCompany(db, { name: 'Nord' });
const root = await makeStaff(db, null, 30);
const admin = await makeStaff(db, nord, 30, { first_name: 'Eva', last_name: 'Ek' });
const manager = await makeStaff(db, nord);
const rival = await makeStaff(db, await makeCompany(db, { name: 'Väst' }), 30);

const stationAt = (id: number) => `/api/service-stations/${id}`;
const put = async (user: number, url: string, values: Fields) => {
  const { body, headers } = await encodeForm({ number: '551-1', county: 'T', ...values });
  return node.call(user, 'PUT', `${url}/dismantler`, body, headers);
};
const check = (user: number, id: number) =>
  node.call(user, 'POST', `${stationAt(id)}/dismantler/check`);
const read = async (user: number, id: number) =>
  (await node.call(user, 'GET', stationAt(id))).body.dismantler;

test('DISM-1 an admin enters an authorisation with the board’s decision, and another company’s admin sees its public part', async () => {
  const { id, user_id } = await makeStation(db, nord);
  assert.equal(await read(admin, id), null);
  const written = await put(admin, stationAt(id), {
    number: ' 551-1234-2020 ',
    valid_to: '2031-05-31',
    note: 'SBR-certifierad',
    file: PDF,
  });
  assert.equal(written.status, 200);
  const { document, ...facts } = written.body.dismantler;
  assert.deepEqual(facts, {
    number: '551-1234-2020',
    county: 'T',
    valid_to: '2031-05-31',
    note: 'SBR-certifierad',
    status: 'unchecked',
    checked_at: null,
    checked_by: null,
    checked_company: null,
  });
  assert.deepEqual([document.name, document.size], ['beslut.pdf', PDF.content.length]);
  assert.equal((await node.app.inject(document.file)).body, PDF.content);
  await check(admin, id);
  const { checked_at, ...others } = await read(rival, id);
  assert.deepEqual(others, {
    number: '551-1234-2020',
    county: 'T',
    valid_to: '2031-05-31',
    note: null,
    document: null,
    status: 'valid',
    checked_by: null,
    checked_company: 'Nord',
  });
  assert.ok(checked_at);
  const own = (await node.call(user_id, 'GET', '/api/service-station')).body.dismantler;
  assert.deepEqual([own.note, own.checked_by, own.document.name], [null, null, 'beslut.pdf']);
  assert.equal((await put(rival, stationAt(id), {})).status, 403);
  assert.equal((await put(manager, stationAt(id), {})).status, 403);
});

test('DISM-1 missing and invalid values are errors at their fields, and nothing changes', async () => {
  const { id } = await makeStation(db, nord);
  const wrong = await put(admin, stationAt(id), {
    number: ' ',
    county: 'Q',
    valid_to: '2031-02-30',
  });
  assert.equal(wrong.status, 400);
  assert.deepEqual(wrong.body, {
    number: ['Du måste ange auktorisationens nummer'],
    county: ['Du måste välja län'],
    valid_to: ['Ange datumet som ÅÅÅÅ-MM-DD'],
  });
  const file = { name: 'beslut.pdf', content: 'MZ' };
  assert.equal((await put(admin, stationAt(id), { file })).status, 415);
  assert.equal(await read(admin, id), null);
});

test('DISM-1 a missing file or note keeps the old one, a new file replaces it', async () => {
  const { id } = await makeStation(db, nord);
  const first = await put(admin, stationAt(id), { note: 'Ring först', file: PDF });
  const kept = await put(admin, stationAt(id), { number: '551-2' });
  assert.deepEqual(
    [kept.body.dismantler.note, kept.body.dismantler.document.name],
    ['Ring först', 'beslut.pdf'],
  );
  await put(admin, stationAt(id), { file: { name: 'nytt.pdf', content: '%PDF-1.7 nytt' } });
  assert.equal((await read(admin, id)).document.name, 'nytt.pdf');
  const old = await node.app.inject(first.body.dismantler.document.file);
  assert.equal(old.statusCode, 404);
});

test('DISM-2 an authorisation is valid from an admin’s check until its last day has passed', async () => {
  const { id } = await makeStation(db, nord);
  assert.equal((await check(admin, id)).status, 404);
  await put(admin, stationAt(id), { valid_to: today });
  assert.equal((await check(rival, id)).status, 403);
  const checked = (await check(admin, id)).body.dismantler;
  assert.deepEqual(
    [checked.status, checked.checked_by, checked.checked_company],
    ['valid', 'Eva Ek', 'Nord'],
  );
  await db
    .updateTable('dismantlers')
    .set({ valid_to: addDays(today, -1) })
    .where('service_station_id', '=', id)
    .execute();
  assert.equal((await read(admin, id)).status, 'expired');
  const late = await check(admin, id);
  assert.deepEqual([late.status, late.body], [400, { detail: 'Auktorisationen har gått ut.' }]);
});

test('DISM-2 a change of the board’s decision makes the authorisation unchecked, a note does not', async () => {
  const { id } = await makeStation(db, nord);
  const facts = { number: '551-1', county: 'T', valid_to: '2031-05-31' };
  const statusAfter = async (values: Fields) => {
    await put(admin, stationAt(id), facts);
    await check(admin, id);
    return (await put(admin, stationAt(id), { ...facts, ...values })).body.dismantler.status;
  };
  assert.equal(await statusAfter({ note: 'Ny telefon' }), 'valid');
  for (const change of [{ number: '551-2' }, { county: 'AB' }, { valid_to: '' }, { file: PDF }])
    assert.equal(await statusAfter(change), 'unchecked', JSON.stringify(change));
});

test('DISM-2, GEN-6 a station’s own entry waits for a check by its company’s admins', async () => {
  const { id, user_id } = await makeStation(db, nord, { name: 'Arne Skrot' });
  const own = await put(user_id, '/api/service-station', { note: 'Egen', valid_to: '' });
  assert.deepEqual(
    [own.status, own.body.dismantler.status, own.body.dismantler.valid_to],
    [200, 'unchecked', null],
  );
  assert.equal((await read(admin, id)).note, '', 'a station writes no note');
  const notices = async (user: number) =>
    (await node.call(user, 'GET', '/api/notices')).body.filter(
      ({ kind }: { kind: string }) => kind === 'authorisation_to_check',
    );
  const waiting = {
    kind: 'authorisation_to_check',
    text: 'Arne Skrot har angett en auktorisation som ska kontrolleras.',
    path: `/service-stations/${id}`,
  };
  assert.deepEqual(await notices(admin), [waiting]);
  assert.deepEqual(await notices(root), [waiting]);
  assert.deepEqual(await notices(manager), []);
  assert.deepEqual(await notices(rival), []);
  await check(admin, id);
  assert.deepEqual(await notices(admin), []);
});

test('DISM-1 an admin and the station itself can remove an authorisation', async () => {
  const { id, user_id } = await makeStation(db, nord);
  for (const [user, url] of [
    [admin, stationAt(id)],
    [user_id, '/api/service-station'],
  ] as const) {
    await put(admin, stationAt(id), {});
    assert.equal((await node.call(user, 'DELETE', `${url}/dismantler`)).status, 204);
    assert.equal((await node.call(user, 'DELETE', `${url}/dismantler`)).status, 204);
    assert.equal(await read(admin, id), null);
  }
});

test('DISM-3, GEN-2 an auction copies the company’s choice of bidders, and follows it until it begins', async () => {
  const choices: Record<string, number> = {
    running: await makeAuction(db, { company: nord, creator: manager }),
    upcoming: await makeAuction(db, { company: nord, creator: manager, starts: 3_600 }),
  };
  const setting = { dismantling_bidders: 'authorised_bid' };
  assert.equal((await node.call(admin, 'PATCH', '/api/company', setting)).status, 200);
  const copied = async (of: string) =>
    (await node.call(manager, 'GET', `/api/auctions/${choices[of]}`)).body.dismantling_bidders;
  assert.deepEqual([await copied('running'), await copied('upcoming')], ['all', 'authorised_bid']);
  const other = await node.call(admin, 'PATCH', '/api/company', { dismantling_bidders: 'some' });
  assert.equal(other.status, 400);
});
