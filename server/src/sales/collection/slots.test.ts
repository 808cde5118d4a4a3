import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import type { BookingHours } from '@restvarde/contract/hours/booking-hours';
import { isHoliday } from '@restvarde/contract/working-days';
import { makeStaff, makeStagingArea, makeStation } from '../../../test/factories.ts';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode({ limits: 'real' });

const world = await makeSaleWorld(node);
const admin = await makeStaff(db, world.company, 30);
const yard = await makeStation(db, world.company);
await db
  .updateTable('service_stations')
  .set({ is_staging_area: true })
  .where('id', '=', yard.id)
  .execute();
let place: number;

const day = { from: '07:00', to: '17:00' };
const HOURS: BookingHours = {
  weekdays: [day, day, day, day, day, day, day],
  slot_minutes: 60,
  places: 1,
  closed: [],
  is_open_on_holidays: true,
};
const setHours = (booking_hours: BookingHours | null, user = admin, id = place) =>
  node.call(user, 'PUT', `/api/staging-areas/${id}/booking-hours`, { booking_hours });

beforeEach(async () => {
  place = await makeStagingArea(db, world.company);
  assert.equal((await setHours(HOURS)).status, 200);
});

/** An auction that Bo has won, with the object at the place. */
async function sellHere(): Promise<number> {
  const auction = await world.sell();
  await db
    .updateTable('auctions')
    .set({ staging_area_id: place })
    .where('id', '=', auction)
    .execute();
  return auction;
}

const today = stockholmDate(new Date());
const at = (days: number, time = '10:00') => `${addDays(today, days)}T${time}`;
const book = (auction: number, booked_dt: string, note = '') =>
  node.call(world.bo.user_id, 'PUT', `/api/auctions/${auction}/collection/booking`, {
    booked_dt,
    note,
  });
const slots = (auction: number, user = world.bo.user_id) =>
  node.call(user, 'GET', `/api/auctions/${auction}/collection/slots`);
const dayOf = async (auction: number, days: number) =>
  (await slots(auction)).body.days.find(
    ({ date }: { date: string }) => date === addDays(today, days),
  );

test('PICK-13 the winner sees the free slots of 60 days, with the cost of storage until each', async () => {
  const auction = await sellHere();
  const { body } = await slots(auction);
  assert.deepEqual(
    [body.opening_hours, body.slot_minutes],
    ['mån–sön 07:00–17:00, även helgdagar', 60],
  );
  const { collection } = await world.see(world.bo.user_id, auction);
  for (const { date, storage_cost, storage_days, times } of body.days) {
    const late = Math.max(0, (Date.parse(date) - Date.parse(collection.free_until)) / 86_400_000);
    assert.deepEqual([storage_days, storage_cost], [late, late * 1000], date);
    if (date !== today) assert.deepEqual([times[0], times.length], ['07:00', 10], date);
  }
  assert.equal(body.days.at(-1).date, addDays(today, 60));
  assert.equal((await slots(auction, world.ada.user_id)).status, 404);
  assert.equal((await slots(auction, world.manager)).status, 403);
});

test('PICK-13 a booking outside the hours is refused with the hours, at its field, and nothing is booked', async () => {
  const auction = await sellHere();
  const closed = {
    booked_dt: ['Platsen är stängd då. Öppet: mån–sön 07:00–17:00, även helgdagar.'],
  };
  for (const time of ['23:00', '06:59', '17:00']) {
    const answer = await book(auction, at(2, time));
    assert.deepEqual([answer.status, answer.body], [400, closed], time);
  }
  assert.deepEqual((await book(auction, at(2, '10:30'))).body, {
    booked_dt: ['Välj en av platsens tider. De är 60 minuter långa, och den första är 07:00.'],
  });
  await setHours({ ...HOURS, closed: [{ from: addDays(today, 2), to: addDays(today, 2) }] });
  assert.deepEqual((await book(auction, at(2))).body, closed);
  assert.equal((await world.see(world.bo.user_id, auction)).collection.booked_dt, null);
  assert.equal((await book(auction, at(3))).status, 200);
});

test('PICK-13 a full slot is refused and not offered, and is free again when its booking moves', async () => {
  const [first, second] = [await sellHere(), await sellHere()];
  assert.equal((await book(first, at(2))).status, 200);
  assert.deepEqual((await book(second, at(2))).body, {
    booked_dt: ['Tiden är fullbokad. Välj en annan tid.'],
  });
  assert.ok(!(await dayOf(second, 2)).times.includes('10:00'));
  // The winner’s own booking does not count against the winner.
  assert.ok((await dayOf(first, 2)).times.includes('10:00'));
  assert.equal((await book(first, at(2), 'Kim med bärgare')).status, 200);
  assert.equal((await book(first, at(2, '11:00'))).status, 200);
  assert.equal((await book(second, at(2))).status, 200);
  await setHours({ ...HOURS, places: 2 });
  assert.equal((await book(first, at(2))).status, 200);
});

test('PICK-13 one of two concurrent bookings of the last place is refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const auctions = [await sellHere(), await sellHere()];
    const answers = await Promise.all(auctions.map((auction) => book(auction, at(5))));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    assert.deepEqual(answers.find(({ status }) => status === 400)?.body, {
      booked_dt: ['Tiden är fullbokad. Välj en annan tid.'],
    });
    place = await makeStagingArea(db, world.company);
    await setHours(HOURS);
  }
});

test('PICK-12 a booked time is kept when the place changes its hours, and its message may change', async () => {
  const auction = await sellHere();
  await book(auction, at(4));
  await setHours({ ...HOURS, closed: [{ from: today, to: addDays(today, 30) }] });
  const kept = await book(auction, at(4), 'Kim med bärgare');
  assert.equal(kept.status, 200);
  assert.equal(kept.body.collection.booked_note, 'Kim med bärgare');
  assert.deepEqual(Object.keys((await book(auction, at(5))).body), ['booked_dt']);
});

test('PICK-12, PICK-4 without slots the winner chooses any time, and the text is free', async () => {
  const auction = await sellHere();
  const removed = await setHours(null);
  assert.deepEqual(
    [removed.body.booking_hours, removed.body.opening_hours],
    [null, 'mån–sön 07:00–17:00, även helgdagar'],
  );
  assert.equal((await slots(auction)).body.days, null);
  assert.equal((await book(auction, at(2, '23:10'))).status, 200);
  const path = `/api/staging-areas/${place}`;
  const free = await node.call(admin, 'PATCH', path, { opening_hours: 'Ring först' });
  assert.equal(free.body.opening_hours, 'Ring först');
  await setHours(HOURS);
  const refused = await node.call(admin, 'PATCH', path, { opening_hours: 'Ring först' });
  assert.deepEqual(refused.body, {
    detail: 'Platsen har tider för bokning. Ändra eller ta bort dem först.',
  });
});

test('PICK-12, ROLE-14 the hours are set by the company’s admins, and by the station that is the place', async () => {
  await db
    .updateTable('staging_areas')
    .set({ service_station_id: yard.id })
    .where('id', '=', place)
    .execute();
  assert.equal(
    (await setHours({ ...HOURS, places: 3 }, yard.user_id)).body.booking_hours.places,
    3,
  );
  const other = await makeStagingArea(db, world.company);
  assert.equal((await setHours(HOURS, yard.user_id, other)).status, 404);
  assert.equal((await setHours(HOURS, world.manager)).status, 403);
  assert.equal((await setHours(HOURS, world.ada.user_id)).status, 403);
  const { body } = await node.call(yard.user_id, 'GET', '/api/staging-areas');
  const mine = body.filter(({ can_edit }: { can_edit: boolean }) => can_edit);
  assert.deepEqual(
    mine.map(({ id }: { id: number }) => id),
    [place],
  );
  await db
    .updateTable('staging_areas')
    .set({ service_station_id: null })
    .where('id', '=', place)
    .execute();
});

test('PICK-12 a place is closed on Swedish holidays unless its hours say otherwise', async () => {
  const auction = await sellHere();
  await setHours({ ...HOURS, is_open_on_holidays: false });
  const { body } = await slots(auction);
  assert.ok(body.days.every(({ date }: { date: string }) => !isHoliday(date)));
});
