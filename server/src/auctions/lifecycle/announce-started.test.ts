import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import {
  type AuctionValues,
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeStation,
  type Station,
  shiftAuction,
} from '../../../test/factories.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { announceStarted } from './announce-started.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();
const nodes = [node, await node.startAnother(), await node.startAnother()];

const stations: Record<string, Station> = {};

const company = await makeCompany(db, { name: 'Nordsäkring' });
const manager = await makeStaff(db, company);
const other = await makeCompany(db);
const [cars, boats] = [await makeCategory(db), await makeCategory(db)];
const foreign = await makeCategory(db, other);
stations.all = await makeStation(db, company);
stations.cars = await makeStation(db, company, { categories: [cars] });
stations.boats = await makeStation(db, company, { categories: [boats] });
stations.silent = await makeStation(db, company, { categories: [cars, boats] });
stations.removed = await makeStation(db, company);
stations.elsewhere = await makeStation(db, other, { categories: [cars] });
stations.picky = await makeStation(db, company);
await silence('silent', 'picky');
await sql`update service_stations set removed_at = now_ms() where id = ${stations.removed.id}`.execute(
  db,
);
beforeEach(() => takeEmails(node));

/** Makes these stations mute the category cars. */
async function silence(...names: string[]) {
  for (const name of names) {
    await db
      .insertInto('silenced_categories')
      .values({ service_station_id: stations[name]!.id, category_id: cars })
      .execute();
  }
}

const makeNew = (values: Partial<AuctionValues> = {}) =>
  makeAuction(db, { company, creator: manager, categories: [cars], unannounced: true, ...values });

/** Returns the names of the notified stations, sorted. */
const announce = async () => {
  await Promise.all(
    nodes.map(async ({ context }) => {
      while ((await announceStarted(context)) > 0);
    }),
  );
  const names = new Map<string, string>();
  for (const [name, { user_id }] of Object.entries(stations))
    names.set(await addressOf(node, user_id), name);
  return (await takeEmails(node)).map((email) => names.get(email.to)).sort();
};

test('MAIL-5, STN-6 stations that may see a new object and follow one of its categories are notified', async () => {
  const cases: [Partial<AuctionValues>, string[]][] = [
    [{}, ['all', 'cars']],
    [{ categories: [cars, boats] }, ['all', 'boats', 'cars', 'picky', 'silent']],
    [{ categories: [boats] }, ['all', 'boats', 'picky', 'silent']],
    // Another company's category: the station cannot see it, so it cannot mute it.
    [
      { company: other, is_global: true, categories: [cars, foreign] },
      ['all', 'cars', 'elsewhere'],
    ],
    [{ is_global: true }, ['all', 'cars', 'elsewhere']],
    [{ company: other, categories: [boats] }, []],
    [{ hidden_bids: true }, ['all', 'cars']],
  ];
  for (const [values, expected] of cases) {
    await makeNew(values);
    assert.deepEqual(await announce(), expected);
    assert.deepEqual(await announce(), []);
  }
});

test('MAIL-5 the email is sent when the auction starts, and not if it was deleted or ended first', async () => {
  const later = await makeNew({ starts: 3_600, ends: 9_000 });
  const deleted = await makeNew();
  await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  assert.deepEqual(await announce(), []);
  await shiftAuction(db, later, -3_600);
  assert.deepEqual(await announce(), ['all', 'cars']);
});

test('MAIL-5 the email has the object and the terms, and nothing hidden', async () => {
  const auction = await makeNew({
    number: 'NS-99',
    start_bid: 15_000,
    reservation_price: 60_000,
    hidden_reservation_price: true,
    hidden_bids: true,
    staging_area_name: 'Örebro',
  });
  await sql`update auctions set model_year = 2021, mileage = 4321 where id = ${auction}`.execute(
    db,
  );
  await announceStarted(node.context);
  const address = await addressOf(node, stations.all!.user_id);
  const email = (await takeEmails(node)).find(({ to }) => to === address);
  assert.equal(email?.subject, 'Nytt objekt: Volvo V60, auktion NS-99');
  assert.match(email.text, /årsmodell 2021, 4\s321 mil/);
  assert.match(email.text, /Utropspris: 15\s000\skr exkl\. moms/);
  assert.match(email.text, /Dolt reservationspris/);
  assert.match(email.text, /Dolda bud/);
  assert.match(email.text, /Finns på: Örebro/);
  assert.match(email.text, /Slutar: (mån|tis|ons|tor|fre|lör|sön)\s\d{1,2}\s\p{L}+\s\d\d:\d\d\n/u);
  assert.match(email.text, /Välj vilka kategorier du följer:\nhttp:\/\/localhost:3000\/settings/);
  assert.doesNotMatch(email.text, /60\s000/);
});

test('MAIL-2 a station that mutes the category or leaves before sending gets no email', async () => {
  await makeNew();
  await announceStarted(node.context);
  await silence('cars');
  assert.deepEqual(await announce(), ['all']);
  await sql`delete from silenced_categories where service_station_id = ${stations.cars!.id}`.execute(
    db,
  );
  await makeNew();
  await announceStarted(node.context);
  await sql`update users set deactivated_at = now_ms() where id = ${stations.all!.user_id}`.execute(
    db,
  );
  assert.deepEqual(await announce(), ['cars']);
  await sql`update users set deactivated_at = null where id = ${stations.all!.user_id}`.execute(db);
});

test('MAIL-2 60 auctions that start at once on three nodes are announced once each, and a rollback announces none', async () => {
  await Promise.all(Array.from({ length: 60 }, () => makeNew()));
  const failing = {
    ...node.context,
    jobs: { ...node.context.jobs, sendAll: () => Promise.reject(new Error('no queue')) },
  };
  await assert.rejects(announceStarted(failing), /no queue/);
  assert.deepEqual(await takeEmails(node), []);
  const announced = await announce();
  assert.equal(announced.filter((name) => name === 'all').length, 60);
  assert.equal(announced.filter((name) => name === 'cars').length, 60);
  assert.equal(announced.length, 120);
});
