import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { COUNT_CAP } from '@restvarde/contract/auctions/list-limits';
import {
  type AuctionValues,
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeStation,
} from '../../../test/factories.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';

const DAY_S = 86_400;

let node: TestNode;
before(async () => {
  node = await startTestNode();
});
after(() => node?.stop());

/** Creates a company, so that each test has its own lists. */
async function open() {
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const manager = await makeStaff(db, company);
  const make = (values: Partial<AuctionValues> = {}) =>
    makeAuction(db, { company, creator: manager, ...values });
  return { db, company, manager, make };
}
async function get(user: number, path: string, query: Record<string, string>) {
  const { status, body } = await node.call(user, 'GET', `${path}?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function find(user: number, query: Record<string, string>, path = '/api/auctions') {
  const { results } = await get(user, path, query);
  return results.map(({ id }: { id: number }) => id);
}

test('LIST-11 every search word matches the start of a word of the auction, in any spelling', async () => {
  const { db, manager, make } = await open();
  const mazda = await make({
    manufacturer: 'Mazda',
    model: 'CX-5 Optimum',
    number: 'LF-2026-0099',
    registration_number: 'ABC 12D',
    chassis_number: 'JM0-KF4W0 1234567',
  });
  const skoda = await make({
    manufacturer: 'Škoda',
    model: 'Octavia',
    number: 'LF-2026-0100',
    model_year: 2019,
    staging_area_name: 'Växjö, norra gården',
  });
  const volvo = await make({ manufacturer: 'Volvo', model: 'V60', number: 'LF-2027-0001' });
  await db
    .updateTable('auctions')
    .set({ description: 'Krock mot älg vid Åhus, %_\\ airbag utlöst' })
    .where('id', '=', volvo)
    .execute();
  for (const [q, expected] of [
    ['mazda', [mazda]],
    ['MAZ', [mazda]],
    ['cx5', [mazda]],
    ['cx-5', [mazda]],
    ['CX 5 mazda', [mazda]],
    ['abc12d', [mazda]],
    ['abc-12d', [mazda]],
    ['ABC 12D', [mazda]],
    ['12d', [mazda]],
    ['jm0kf4w0', [mazda]],
    ['4567', [mazda]],
    ['0099', [mazda]],
    ['2026-0099', [mazda]],
    ['lf2026', [mazda, skoda]],
    ['skoda', [skoda]],
    ['Škoda', [skoda]],
    ['skoda 2019', [skoda]],
    ['2019 Octavia', [skoda]],
    ['201', [skoda]],
    ['skoda 2018', []],
    ['skoda vaxjo', [skoda]],
    ['v60', [volvo]],
    ['v 60', [volvo]],
    ['volvo v60 airbag', [volvo]],
    ['Ahus', [volvo]],
    ['åhus', [volvo]],
    ['alg', [volvo]],
    ['älg', [volvo]],
    ['ålg', []],
    ['mäzda', []],
    ['volvo cx5', []],
    ['azda', []],
    ["v60' | b:*", []],
    [' - ', [mazda, skoda, volvo]],
    ['', [mazda, skoda, volvo]],
  ] as const) {
    const found = await find(manager, { q, ordering: 'model' });
    assert.deepEqual(found.toSorted(), expected.toSorted(), `«${q}»`);
  }
});

test('LIST-11 a search finds nothing that its viewer cannot see without it', async () => {
  const { db, company, manager, make } = await open();
  const cars = await makeCategory(db);
  const bikes = await makeCategory(db);
  const station = await makeStation(db, company, { categories: [cars] });
  const rival = await open();
  const stranger = await makeStation(db, rival.company);
  const chassis_number = 'HEMLIGT99';
  const seen = await make({ chassis_number, categories: [cars] });
  const other = await make({ chassis_number, categories: [bikes] });
  const upcoming = await make({
    chassis_number,
    categories: [cars],
    starts: DAY_S,
    ends: 2 * DAY_S,
  });
  const gone = await make({ chassis_number, categories: [cars], starts: -2 * DAY_S, ends: -60 });
  const q = 'hemligt';
  for (const [user, expected] of [
    [manager, [seen, other, upcoming, gone]],
    [station.user_id, [seen]],
    [stranger.user_id, []],
    [rival.manager, []],
  ] as const) {
    assert.deepEqual((await find(user, { q })).toSorted(), expected.toSorted());
    const suggested = await find(user, { q }, '/api/auctions/suggestions');
    assert.deepEqual(suggested.toSorted(), expected.toSorted());
    const { active, upcoming: coming, ended } = await get(user, '/api/auctions/counts', { q });
    assert.equal(active + coming + ended, expected.length);
  }
  assert.deepEqual(await find(station.user_id, { q }, '/api/my-auctions'), []);
  assert.equal((await node.call(null, 'GET', `/api/auctions/suggestions?q=${q}`)).status, 401);
});

test('LIST-11 sealed and hidden values are not searchable: bids and reserves find no auction', async () => {
  const { db, company, manager, make } = await open();
  const station = await makeStation(db, company);
  const id = await make({
    hidden_bids: true,
    reservation_price: 77_123,
    hidden_reservation_price: true,
  });
  const bid = { bid: 66_321, has_accepted_terms: true };
  const answer = await node.call(station.user_id, 'POST', `/api/auctions/${id}/bids`, bid);
  assert.equal(answer.status, 201);
  for (const user of [manager, station.user_id]) {
    for (const q of ['77123', '66321']) assert.deepEqual(await find(user, { q }), []);
  }
});

test('LIST-11 suggestions are the first six, in the order of the list', async () => {
  const { manager, make } = await open();
  const ids = [];
  for (let hours = 8; hours > 0; hours--) ids.unshift(await make({ ends: hours * 3_600 }));
  const { results } = await get(manager, '/api/auctions/suggestions', { q: 'volvo' });
  assert.deepEqual(
    results.map(({ id }: { id: number }) => id),
    ids.slice(0, 6),
  );
  assert.deepEqual(Object.keys(results[0]).toSorted(), [
    'end_dt',
    'has_notified_winner',
    'has_started',
    'highest_bid',
    'id',
    'is_active',
    'manufacturer',
    'model',
    'model_year',
    'my_bid',
    'number',
    'registration_number',
    'start_bid',
    'thumb',
    'winning_bid',
  ]);
  assert.deepEqual(await get(manager, '/api/auctions/suggestions', { q: '' }), { results: [] });
});

test('LIST-12 each filter works, combines with the others, and excludes unknown values', async () => {
  const { db, company, manager, make } = await open();
  const station = await makeStation(db, company);
  const name = `Säljare ${company}`;
  await db.updateTable('companies').set({ name }).where('id', '=', company).execute();
  const old = await make({ model: 'V 70', model_year: 2010, mileage: 24_000 });
  const young = await make({ model: 'XC60', model_year: 2022, mileage: 3_000, ends: 30 * DAY_S });
  const unknown = await make({ model: 'Okänd', staging_area_name: 'Växjö Bil-gård' });
  await db
    .updateTable('auctions')
    .set({ damage_condition: 'DISASSEMBLY' })
    .where('id', '=', old)
    .execute();
  await node.call(station.user_id, 'POST', `/api/auctions/${young}/alert`);
  const all = [old, young, unknown];
  for (const [query, expected] of [
    [{ model: 'v70' }, [old]],
    [{ staging_area_name: 'växjö bilgård' }, [unknown]],
    [{ company_name: name.toUpperCase() }, all],
    [{ company_name: 'någon annan' }, []],
    [{ damage_condition: 'DISASSEMBLY' }, [old]],
    [{ damage_condition: 'REPAIR' }, [young, unknown]],
    [{ model_year_from: '2010' }, [old, young]],
    [{ model_year_from: '2011' }, [young]],
    [{ model_year_to: '2010' }, [old]],
    [{ mileage_to: '24000' }, [old, young]],
    [{ mileage_to: '23999' }, [young]],
    [{ mileage_to: '24000', model_year_to: '2015', q: 'v70' }, [old]],
    [{ is_watched: '1' }, [young]],
    [{ is_watched: '0' }, all],
  ] as [Record<string, string>, number[]][]) {
    const found = await find(station.user_id, query);
    assert.deepEqual(found.toSorted(), expected.toSorted(), JSON.stringify(query));
  }
  assert.equal((await find(manager, { is_watched: '1' })).length, 3, 'staff watch nothing');
  const wrong = await node.call(manager, 'GET', '/api/auctions?model_year_from=x&mileage_to=-1');
  assert.deepEqual(
    [wrong.status, Object.keys(wrong.body).slice(0, 2)],
    [400, ['model_year_from', 'mileage_to']],
  );
});

test('LIST-12 «Slutar i dag» is midnight to midnight in Stockholm, including ended auctions', async () => {
  const { db, manager, make } = await open();
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format();
  const at = async (text: string, id: number) => {
    const { rows } = await node.context.pool.pg.query(
      `update auction_standings set end_dt = ($1::timestamp + $2::interval) at time zone 'Europe/Stockholm'
       where auction_id = $3 returning auction_id`,
      [`${day} 00:00`, text, id],
    );
    return rows[0].auction_id as number;
  };
  const starts = -9 * DAY_S;
  await at('-1 millisecond', await make({ starts }));
  const first = await at('0', await make({ starts }));
  const last = await at('23 hours 59 minutes', await make({ starts }));
  await at('26 hours', await make({ starts }));
  assert.ok(db);
  const found = await find(manager, { ends_today: '1' });
  assert.deepEqual(found.toSorted(), [first, last].toSorted());
});

test('LIST-13 counts are per state, under the other filters, and stop at the cap', async () => {
  const { db, company, manager, make } = await open();
  const station = await makeStation(db, company);
  const bidOn = await make({ manufacturer: 'Saab' });
  await make({ manufacturer: 'Saab', starts: DAY_S, ends: 2 * DAY_S });
  await make({ manufacturer: 'Kia', starts: -2 * DAY_S, ends: -60 });
  for (let more = 0; more < COUNT_CAP + 5; more++) await make();
  const counts = (user: number, query = {}, list = 'auctions') =>
    get(user, `/api/${list}/counts`, query);
  assert.deepEqual(await counts(manager), { active: COUNT_CAP, upcoming: 1, ended: 1 });
  const saab = { active: 1, upcoming: 1, ended: 0 };
  assert.deepEqual(await counts(manager, { manufacturer: 'saab' }), saab);
  const here = { manufacturer: 'saab', is_active: '0', has_started: '1', ordering: '-end_dt' };
  assert.deepEqual(await counts(manager, here), saab, 'on every tab');
  assert.deepEqual(await counts(station.user_id, { q: 'saab' }), {
    active: 1,
    upcoming: 0,
    ended: 0,
  });
  await node.call(station.user_id, 'POST', `/api/auctions/${bidOn}/alert`);
  assert.deepEqual(await counts(station.user_id, {}, 'my-auctions'), {
    active: 1,
    upcoming: 0,
    ended: 0,
  });
  assert.deepEqual(await counts(station.user_id, {}, 'won-auctions'), {
    active: 0,
    upcoming: 0,
    ended: 0,
  });
  assert.equal((await node.call(manager, 'GET', '/api/my-auctions/counts')).status, 403);
});
