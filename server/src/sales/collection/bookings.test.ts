import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { makeStaff, makeStagingArea, makeStation } from '../../../test/factories.ts';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { dayInWords } from '../../auctions/emails/words.ts';

const { node, db } = await openTestNode({ limits: 'real' });

const world = await makeSaleWorld(node);
const yard = await makeStation(db, world.company);
const place = await makeStagingArea(db, world.company);
await db
  .updateTable('staging_areas')
  .set({ service_station_id: yard.id })
  .where('id', '=', place)
  .execute();
beforeEach(() => takeEmails(node));

/** An auction that Bo has won, with the object at the yard. */
async function sellAtYard(): Promise<number> {
  const auction = await world.sell();
  await db
    .updateTable('auctions')
    .set({ staging_area_id: place })
    .where('id', '=', auction)
    .execute();
  await takeEmails(node);
  return auction;
}

const today = stockholmDate(new Date());
const at = (days: number, time = '10:00') => `${addDays(today, days)}T${time}`;
const book = (auction: number, booked_dt: string, note?: string, user = world.bo.user_id) =>
  node.call(user, 'PUT', `/api/auctions/${auction}/collection/booking`, { booked_dt, note });
const cancel = (auction: number, user = world.bo.user_id) =>
  node.call(user, 'DELETE', `/api/auctions/${auction}/collection/booking`);
const subjectsTo = async (address: string) =>
  (await takeEmails(node)).filter(({ to }) => to === address).map(({ subject }) => subject);

test('PICK-4 the winner books a time, moves it and cancels it, and staff see it', async () => {
  const auction = await sellAtYard();
  const booked = await book(auction, at(2), ' Kim med bärgare ');
  assert.equal(booked.status, 200);
  const { state, booked_dt, booked_note } = booked.body.collection;
  assert.deepEqual([state, booked_note], ['booked', 'Kim med bärgare']);
  assert.equal(stockholmDate(new Date(booked_dt)), addDays(today, 2));
  const staffs = (await world.see(world.manager, auction)).collection;
  assert.deepEqual([staffs.booked_dt, staffs.booked_note], [booked_dt, booked_note]);

  const moved = (await book(auction, at(3))).body.collection;
  assert.deepEqual([moved.state, moved.booked_note], ['booked', '']);
  assert.equal((await book(auction, at(3))).status, 200);
  const back = await cancel(auction);
  assert.deepEqual(
    [back.body.collection.state, back.body.collection.booked_dt],
    ['awaiting', null],
  );
  assert.equal((await cancel(auction)).status, 200);
  // A call that changes nothing logs nothing.
  assert.deepEqual((await world.history(auction)).slice(-3), [
    'book pickup',
    'book pickup',
    'cancel pickup',
  ]);
});

test('PICK-4 a time in the past, more than 60 days ahead, or invalid is refused', async () => {
  const auction = await sellAtYard();
  for (const booked_dt of [at(-1), `${today}T00:00`, at(61)]) {
    assert.deepEqual((await book(auction, booked_dt)).body, {
      booked_dt: ['Välj en tid inom 60 dagar'],
    });
  }
  assert.deepEqual((await book(auction, 'i morgon')).body, { booked_dt: ['Välj en dag'] });
  assert.deepEqual((await book(auction, at(1, '25:00'))).body, {
    booked_dt: ['Ange tiden som TT:MM'],
  });
  assert.deepEqual(Object.keys((await book(auction, at(1), 'x'.repeat(301))).body), ['note']);
  assert.equal((await book(auction, at(60, '23:59'))).status, 200);
});

test('PICK-4, GEN-5 only the winner can book, and only until the handover', async () => {
  const auction = await sellAtYard();
  assert.equal((await book(auction, at(1), '', world.manager)).status, 403);
  assert.equal((await book(auction, at(1), '', world.ada.user_id)).status, 404);
  assert.equal((await cancel(auction, world.ada.user_id)).status, 404);
  const { release_code } = (await world.see(world.bo.user_id, auction)).collection;
  const handed = { release_code, collected_by: 'Kim Åkesson' };
  assert.equal((await world.act(auction, 'collection/hand-over', handed)).status, 200);
  for (const answer of [await book(auction, at(1)), await cancel(auction)]) {
    assert.deepEqual(answer.body, { detail: 'Objektet är utlämnat.' });
  }

  const undone = await sellAtYard();
  await world.act(undone, 'collection/undo', { reason: 'Ångrat', agreed: true });
  assert.deepEqual((await book(undone, at(1))).body, { detail: 'Köpet är hävt.' });
});

test('PICK-4, PICK-2 nothing can be booked before the winner has the code', async () => {
  const auction = await sellAtYard();
  await sql`
    update collections set release_after_payment = true, released_at = null
    where auction_id = ${auction}`.execute(db);
  assert.deepEqual((await book(auction, at(1))).body, {
    detail: 'Objektet lämnas ut efter betalning.',
  });
  const paid = { paid_at: today };
  await node.call(world.manager, 'PATCH', `/api/auctions/${auction}/collection`, paid);
  assert.equal((await book(auction, at(1))).status, 200);
});

test('PICK-4 the manager and the yard are notified of changed bookings once per 15 minutes, with the result', async () => {
  const manager = await addressOf(node, world.manager);
  const contact = await addressOf(node, yard.user_id);
  const auction = await sellAtYard();
  await book(auction, at(2));
  await book(auction, at(3), 'Kim');
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from start_after - created_on)::integer as wait from pgboss.job
    where name = 'mail' and data ->> 'kind' = 'booking'`.execute(db);
  assert.deepEqual(
    rows.map(({ wait }) => Math.round(wait / 60)),
    [15, 15],
  );
  const emails = await takeEmails(node);
  const when = dayInWords(addDays(today, 3));
  for (const to of [manager, contact]) {
    const [email, ...more] = emails.filter((one) => one.to === to);
    assert.deepEqual(more, []);
    assert.match(email?.subject ?? '', /^Hämtning bokad: /);
    assert.ok(email?.text.includes(`${when}\u00a010:00`) && email.text.includes('Kim'));
    assert.ok(!email?.text.includes(dayInWords(addDays(today, 2))));
  }
  const { release_code } = (await world.see(world.bo.user_id, auction)).collection;
  assert.ok(emails.every(({ text }) => !text.includes(`${release_code.slice(0, 3)}-`)));

  const pass = () =>
    sql`
    update collections set booking_told_at = now_ms() where auction_id = ${auction}`.execute(db);
  await pass();
  await book(auction, at(4));
  assert.match((await subjectsTo(contact)).join(), /^Hämtning flyttad: [^,]+, [^,]+$/);
  await pass();
  await cancel(auction);
  assert.match((await subjectsTo(manager)).join(), /^Hämtning avbokad: /);
  // Booked and cancelled before anybody was notified.
  await pass();
  await book(auction, at(5));
  await cancel(auction);
  assert.deepEqual(await subjectsTo(manager), []);
});

test('PICK-4, PICK-8, AUC-8 the manager and the yard are notified when the booked buyer loses the purchase', async () => {
  const contact = await addressOf(node, yard.user_id);
  for (const [path, body] of [
    ['collection/undo', { reason: 'Ångrat', agreed: true }],
    ['bids/1/select-winner', { reason: 'Närmare' }],
  ] as const) {
    const auction = await sellAtYard();
    await book(auction, at(2));
    await sql`
      update collections set booking_told_at = now_ms() where auction_id = ${auction}`.execute(db);
    await takeEmails(node);
    assert.equal((await world.act(auction, path, body)).status, 200);
    assert.match((await subjectsTo(contact)).join(), /^Hämtning avbokad: /);
  }
});

test('PICK-4, GEN-4 nothing is booked after a concurrent handover', async () => {
  for (let round = 0; round < 6; round += 1) {
    const auction = await sellAtYard();
    const { release_code } = (await world.see(world.bo.user_id, auction)).collection;
    const handed = { release_code, collected_by: 'Kim Åkesson' };
    const tries = [
      () => world.act(auction, 'collection/hand-over', handed),
      () => book(auction, at(1)),
    ];
    if (round % 2) tries.reverse();
    const answers = await Promise.all(tries.map((attempt) => attempt()));
    if (round % 2) answers.reverse();
    assert.equal(answers[0]!.status, 200);
    const acts = (await world.history(auction)).slice(-2);
    const isBooked = answers[1]!.status === 200;
    if (!isBooked) assert.deepEqual(answers[1]!.body, { detail: 'Objektet är utlämnat.' });
    assert.deepEqual(acts, [isBooked ? 'book pickup' : 'notify winner', 'hand over']);
  }
});

test('PICK-4, DATA-1, STN-7 a staging area has opening hours, also a station’s, and the winner sees them', async () => {
  const admin = await makeStaff(db, world.company, 30);
  const auction = await sellAtYard();
  const say = (opening_hours: string) =>
    node.call(admin, 'PATCH', `/api/staging-areas/${place}`, { opening_hours });
  assert.equal((await say(' Vardagar 8–16 ')).body.opening_hours, 'Vardagar 8–16');
  assert.equal((await say('x'.repeat(201))).status, 400);
  const { collection } = await world.see(world.bo.user_id, auction);
  assert.equal(collection.opening_hours, 'Vardagar 8–16');
  const { body } = await node.call(admin, 'GET', '/api/staging-areas');
  const listed = body.find(({ id }: { id: number }) => id === place);
  assert.deepEqual([listed.opening_hours, listed.is_service_station], ['Vardagar 8–16', true]);
  const free = await makeStagingArea(db, world.company);
  const path = `/api/staging-areas/${free}`;
  await node.call(admin, 'PATCH', path, { opening_hours: 'Dygnet runt' });
  const renamed = await node.call(admin, 'PATCH', path, { name: 'Norra porten' });
  assert.deepEqual(
    [renamed.body.name, renamed.body.opening_hours],
    ['Norra porten', 'Dygnet runt'],
  );
});
