import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { makeCategory, makeStagingArea, makeStation, makeYard } from '../../../test/factories.ts';
import { encodeForm, formFrom } from '../../../test/forms.ts';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { addressOf, type SentEmail, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { dayInWords } from '../../auctions/emails/words.ts';
import { notifyOfPlaces } from '../notify-of-places.ts';

const { node, db } = await openTestNode();

const world = await makeSaleWorld(node);
const cars = await makeCategory(db);
const here = await makeStagingArea(db, world.company, 'Bärgarn i Örebro');
const there = await makeStagingArea(db, world.company, 'Bilskroten i Kumla');

beforeEach(async () => {
  await notifyOfPlaces(node.context);
  await takeEmails(node);
});

/** An object that Bo has won and has been notified of. */
async function sell(): Promise<number> {
  const auction = await world.sell({ categories: [cars], number: `NS-${Math.random()}` });
  await db
    .updateTable('auctions')
    .set({ staging_area_id: here, staging_area_name: 'Bärgarn i Örebro' })
    .where('id', '=', auction)
    .execute();
  assert.deepEqual(await pollPlaces(), [], 'the winner email had the place');
  return auction;
}

/** Compares places on several nodes at once. Returns the emails. */
async function pollPlaces(): Promise<SentEmail[]> {
  await Promise.all([1, 2, 3].map(() => notifyOfPlaces(node.context)));
  return (await takeEmails(node)).filter(({ kind }) => kind === 'pickup-moved');
}

async function move(auction: number, staging_area: number): Promise<void> {
  const stored = await world.see(world.manager, auction);
  const { body, headers } = await encodeForm({ ...formFrom(stored), staging_area });
  const answer = await node.call(world.manager, 'PUT', `/api/auctions/${auction}`, body, headers);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

const setHours = (area: number, opening_hours: string) =>
  db.updateTable('staging_areas').set({ opening_hours }).where('id', '=', area).execute();

test('PICK-11 the winner is notified once of the new place, the former place and the booked time', async () => {
  const auction = await sell();
  const booked_dt = `${addDays(stockholmDate(new Date()), 2)}T10:00`;
  const path = `/api/auctions/${auction}/collection/booking`;
  assert.equal((await node.call(world.bo.user_id, 'PUT', path, { booked_dt })).status, 200);
  await setHours(there, 'Mån–tors 9–15');
  await move(auction, there);
  const [email, ...more] = await pollPlaces();
  assert.deepEqual(more, []);
  assert.equal(email!.to, await addressOf(node, world.bo.user_id));
  assert.match(email!.subject, /^Ny plats för hämtning: Volvo V60/);
  const text = email!.text.replaceAll('\u00a0', ' ');
  assert.match(text, /Finns på: Bilskroten i Kumla/);
  assert.match(text, /Fanns på: Bärgarn i Örebro/);
  assert.match(text, /Öppettider: Mån–tors 9–15/);
  assert.ok(
    text.includes(
      `Du har bokat: ${dayInWords(booked_dt.slice(0, 10)).replaceAll('\u00a0', ' ')} 10:00`,
    ),
    text,
  );
  assert.deepEqual(await pollPlaces(), []);
});

test('PICK-11 changed opening hours are sent only to winners whose objects wait there', async () => {
  const waiting = await sell();
  const elsewhere = await sell();
  const gone = await sell();
  const handOver = { collected_by: 'Kim Åkesson', reason: 'Telefonen var död' };
  assert.equal((await world.act(gone, 'collection/hand-over', handOver)).status, 200);
  await move(elsewhere, there);
  await pollPlaces();
  await setHours(here, 'Mån–fre 10–14');
  const { number } = await world.see(world.manager, waiting);
  assert.deepEqual(
    (await pollPlaces()).map(({ subject }) => subject),
    [`Nya öppettider för hämtning: Volvo V60, auktion ${number}`],
  );
});

test('PICK-11, MAIL-2 nothing is sent if the change was reverted or the object has been collected', async () => {
  const back = await sell();
  await move(back, there);
  await move(back, here);
  assert.deepEqual(await pollPlaces(), []);
  const collected = await sell();
  await move(collected, there);
  await notifyOfPlaces(node.context);
  const handOver = { collected_by: 'Kim Åkesson', reason: 'Telefonen var död' };
  assert.equal((await world.act(collected, 'collection/hand-over', handOver)).status, 200);
  assert.deepEqual(await pollPlaces(), []);
});

/** A yard of the seller, and its contact's address. */
async function makeYardOf(): Promise<{ area: number; to: string }> {
  const yard = await makeStation(db, world.company);
  const area = await makeYard(db, world.company, yard);
  return { area, to: await addressOf(node, yard.user_id) };
}

test('PICK-11, PICK-7 a booking moves from the old yard to the new, and each is notified once', async () => {
  const [one, other] = [await makeYardOf(), await makeYardOf()];
  const auction = await sell();
  await move(auction, one.area);
  await pollPlaces();
  const unbooked = await sell();
  await move(unbooked, one.area);
  await pollPlaces();
  const booking = { booked_dt: `${addDays(stockholmDate(new Date()), 2)}T10:00`, note: 'Kim' };
  const path = `/api/auctions/${auction}/collection/booking`;
  assert.equal((await node.call(world.bo.user_id, 'PUT', path, booking)).status, 200);
  await takeEmails(node);
  const toYards = async () => {
    await Promise.all([1, 2, 3].map(() => notifyOfPlaces(node.context)));
    return (await takeEmails(node)).filter(({ kind }) => kind === 'booking');
  };
  await move(auction, other.area);
  await move(unbooked, other.area);
  const emails = await toYards();
  assert.deepEqual(emails.map(({ to }) => to).sort(), [one.to, other.to].sort());
  const textTo = (address: string) => emails.find(({ to }) => to === address)!.text;
  assert.match(textTo(other.to), /har flyttats till er/);
  assert.match(textTo(other.to), /Köparens meddelande: Kim/);
  assert.match(textTo(one.to), /står inte längre hos er/);
  assert.doesNotMatch(textTo(one.to), /Finns på/);
  // Moved away and back within the interval, with or without a poll between: nobody is notified.
  await move(auction, one.area);
  await Promise.all([1, 2, 3].map(() => notifyOfPlaces(node.context)));
  await move(auction, other.area);
  assert.deepEqual(await toYards(), []);
  await move(auction, one.area);
  await move(auction, other.area);
  assert.deepEqual(await toYards(), []);
});
