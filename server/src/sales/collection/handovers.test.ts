import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { PAGE_SIZE } from '@restvarde/contract/paging';
import { sql } from 'kysely';
import {
  makeCategory,
  makeStaff,
  makeStagingArea,
  makeStation,
  makeYard,
  type Station,
} from '../../../test/factories.ts';
import { encodeForm, formFrom } from '../../../test/forms.ts';
import { makeSaleWorld, type SaleWorld } from '../../../test/sales/sale-world.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode({ limits: 'real' });

let yard: Station;
let place: number;

const world = await makeSaleWorld(node);
// A new yard for each test, without objects of other tests.
beforeEach(async () => {
  yard = await makeStation(db, world.company);
  place = await makeYard(db, world.company, yard);
});

const moveTo = (auction: number, area: number) =>
  db.updateTable('auctions').set({ staging_area_id: area }).where('id', '=', auction).execute();

/** An auction that Bo has won, with the object at the yard. */
async function sellAtYard(values: Parameters<SaleWorld['sell']>[0] = {}): Promise<number> {
  const auction = await world.sell(values);
  await moveTo(auction, place);
  return auction;
}

const list = async (query = '', user = yard.user_id) => {
  const { status, body } = await node.call(user, 'GET', `/api/handovers${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const listed = async (query = '', user = yard.user_id) =>
  (await list(query, user)).results.map((one: { auction_id: number }) => one.auction_id);
const codeOf = async (auction: number) =>
  (await world.see(world.manager, auction)).collection.release_code;
const handOver = async (auction: number, body: object = {}, user = yard.user_id) =>
  node.call(user, 'POST', `/api/auctions/${auction}/collection/hand-over`, {
    collected_by: 'Kim Åkesson',
    ...body,
  });
const book = (auction: number, days: number) =>
  node.call(world.bo.user_id, 'PUT', `/api/auctions/${auction}/collection/booking`, {
    booked_dt: `${addDays(stockholmDate(new Date()), days)}T10:00`,
    note: 'Bärgare',
  });

test('PICK-1 the winner sees the yard’s address, with the postal code in two groups', async () => {
  const auction = await sellAtYard();
  await db
    .updateTable('service_stations')
    .set({ street: 'Hamnleden 40', postal: '80646', city: 'Gävle' })
    .where('id', '=', yard.id)
    .execute();
  const { pickup_address } = await world.see(world.bo.user_id, auction);
  assert.equal(pickup_address, 'Hamnleden 40, 806 46 Gävle');
});

test('PICK-7, AUC-13 the yard sees sold objects at its place, without amounts, codes or bids', async () => {
  const auction = await sellAtYard({ hidden_bids: true });
  const unsold = await world.end({ reservation_price: null });
  await moveTo(unsold, place);
  const { results } = await list();
  assert.deepEqual(
    results.map(({ auction_id }: { auction_id: number }) => auction_id),
    [auction],
  );
  assert.deepEqual(Object.keys(results[0]).sort(), [
    'auction_id',
    'booked_dt',
    'booked_note',
    'chassis_number',
    'code_matches',
    'collected_by',
    'free_until',
    'handed_over_at',
    'is_paid',
    'manufacturer',
    'may_be_released',
    'model',
    'number',
    'registration_number',
    'service_station_name',
    'staging_area_name',
    'state',
    'thumb',
  ]);
  const text = JSON.stringify(results);
  for (const secret of ['52000', '50000', await codeOf(auction)]) assert.ok(!text.includes(secret));
  assert.equal((await node.call(yard.user_id, 'GET', `/api/auctions/${auction}`)).status, 404);
});

test('PICK-7, ROLE-5 only sellers and yards have the list, and a former yard loses it at once', async () => {
  const plain = await makeStation(db, world.company);
  assert.equal((await node.call(plain.user_id, 'GET', '/api/handovers')).status, 403);
  const me = async () => (await node.call(yard.user_id, 'GET', '/api/users/me')).body;
  assert.equal((await me()).is_staging_area, true);
  await list();
  const admin = await makeStaff(db, world.company, 30);
  const { body: station } = await node.call(admin, 'GET', `/api/service-stations/${yard.id}`);
  const changed = await node.call(admin, 'PATCH', `/api/service-stations/${yard.id}`, {
    ...station,
    category_ids: [],
    is_staging_area: false,
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.equal((await node.call(yard.user_id, 'GET', '/api/handovers')).status, 403);
  assert.equal((await me()).is_staging_area, false);
});

test('PICK-7 booked objects come first by time, then the rest by the end of free storage, page by page', async () => {
  const auctions = [];
  for (let count = 0; count < 4; count += 1) auctions.push(await sellAtYard());
  const [one, two, three, four] = auctions as [number, number, number, number];
  await book(three, 4);
  await book(two, 2);
  await sql`update collections set free_until = free_until - 3 where auction_id = ${four}`.execute(
    db,
  );
  assert.deepEqual(await listed(), [two, three, four, one]);
  assert.deepEqual(await listed('?state=booked'), [two, three]);
  assert.deepEqual(await listed('?state=awaiting'), [four, one]);
  // Copies, until there is more than a page.
  await sql`
    insert into auctions (company_id, number, start_dt, manufacturer, registration_number, start_bid, hidden_bids,
      is_global, hidden_reservation_price, damage_condition, staging_area_id, staging_area_name, bid_increments,
      extension_minutes, created_by, closed_at)
    select company_id, number || '-' || n, start_dt, manufacturer, registration_number, start_bid, hidden_bids,
      is_global, hidden_reservation_price, damage_condition, staging_area_id, staging_area_name, bid_increments,
      extension_minutes, created_by, closed_at
    from auctions, generate_series(1, ${PAGE_SIZE.handovers}) as n where id = ${one}`.execute(db);
  await sql`
    with copies as (
      select c.id from auctions c
      where c.staging_area_id = ${place} and not exists (select from auction_standings where auction_id = c.id)
    ), standings as (
      insert into auction_standings (auction_id, company_id, end_dt, closed_at)
      select copies.id, s.company_id, s.end_dt, s.closed_at
      from copies, auction_standings s where s.auction_id = ${one}
    ), placed as (
      insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
      select copies.id, b.id, b.service_station_id, b.user_id, b.amount, b.minimum, b.placed_at, b.end_before, b.end_after
      from copies, bids b where b.auction_id = ${one} and b.id = 2
    )
    insert into collections (auction_id, bid_id, service_station_id, notified_at, free_until, release_after_payment,
      released_at)
    select copies.id, 2, k.service_station_id, k.notified_at, k.free_until, false, k.released_at
    from copies, collections k where k.auction_id = ${one}`.execute(db);
  const ids: number[] = [];
  for (let next: string | null = '/api/handovers'; next !== null; ) {
    const { body } = await node.call(yard.user_id, 'GET', next);
    ids.push(...body.results.map(({ auction_id }: { auction_id: number }) => auction_id));
    next = body.next;
  }
  assert.equal(ids.length, 4 + PAGE_SIZE.handovers);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.slice(0, 4), [two, three, four, one]);
  for (const cursor of ['x', Buffer.from('[null,"2026-13-40",1]').toString('base64url')]) {
    const { status } = await node.call(yard.user_id, 'GET', `/api/handovers?cursor=${cursor}`);
    assert.equal(status, 400);
  }
});

test('PICK-7, PICK-5, GEN-5 the yard hands over only by the code, and only objects at its place', async () => {
  const auction = await sellAtYard();
  const release_code = await codeOf(auction);
  const other = await makeStation(db, world.company);
  await makeYard(db, world.company, other);
  assert.equal((await handOver(auction, { release_code }, other.user_id)).status, 404);
  assert.equal((await handOver(auction, { release_code }, world.bo.user_id)).status, 403);
  assert.deepEqual((await handOver(auction, { reason: 'Telefonen var död' })).body, {
    release_code: ['Ange köparens kod'],
  });
  assert.deepEqual((await handOver(auction, { release_code: 'AAAAAA' })).body, {
    release_code: ['Koden stämmer inte.'],
  });
  await takeEmails(node);
  const written = `${release_code.slice(0, 3)} - ${release_code.slice(3)}`.toLowerCase();
  assert.equal((await handOver(auction, { release_code: written })).status, 200);
  const { body } = await node.call(yard.user_id, 'GET', '/api/handovers?state=handed_over');
  assert.deepEqual(
    body.results.map((one: Record<string, unknown>) => [
      one.auction_id,
      one.state,
      one.collected_by,
    ]),
    [[auction, 'handed_over', 'Kim Åkesson']],
  );
  assert.deepEqual(await listed(), []);
  const { handed_over_by } = (await world.see(world.bo.user_id, auction)).collection;
  const { name } = await db
    .selectFrom('service_stations')
    .select('name')
    .where('id', '=', yard.id)
    .executeTakeFirstOrThrow();
  assert.equal(handed_over_by, name);
  assert.deepEqual(
    (await takeEmails(node)).map(({ kind, to }) => [kind, to]).toSorted(),
    [
      ['handed-over', await addressOf(node, world.bo.user_id)],
      ['handed-over', await addressOf(node, world.manager)],
    ].toSorted(),
  );
  assert.deepEqual((await handOver(auction, { release_code })).body, {
    detail: `Objektet är redan utlämnat ${stockholmDate(new Date())}.`,
  });
});

test('PICK-7, PICK-2 an object that is not paid is shown as waiting for payment', async () => {
  const auction = await sellAtYard();
  await sql`
    update collections set release_after_payment = true, released_at = null
    where auction_id = ${auction}`.execute(db);
  assert.equal((await list()).results[0].may_be_released, false);
  const release_code = await codeOf(auction);
  assert.deepEqual((await handOver(auction, { release_code })).body, {
    detail: 'Objektet är inte betalt.',
  });
  const paid = { paid_at: stockholmDate(new Date()) };
  await node.call(world.manager, 'PATCH', `/api/auctions/${auction}/collection`, paid);
  assert.equal((await list()).results[0].may_be_released, true);
});

test('PICK-7, AUC-15 the list follows the object between yards, also after the end, until the handover', async () => {
  const auction = await sellAtYard({ categories: [await makeCategory(db)] });
  const other = await makeStation(db, world.company);
  const elsewhere = await makeYard(db, world.company, other);
  const move = async (staging_area: number) => {
    const stored = await node.call(world.manager, 'GET', `/api/auctions/${auction}`);
    const form = await encodeForm({ ...formFrom(stored.body), staging_area });
    return node.call(world.manager, 'PUT', `/api/auctions/${auction}`, form.body, form.headers);
  };
  const moved = await move(elsewhere);
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  assert.deepEqual([await listed(), await listed('', other.user_id)], [[], [auction]]);
  const release_code = await codeOf(auction);
  assert.equal((await handOver(auction, { release_code })).status, 404);
  assert.equal((await handOver(auction, { release_code }, other.user_id)).status, 200);
  assert.deepEqual((await move(place)).body, {
    staging_area: ['Kan inte ändras när objektet är utlämnat.'],
  });
});

test('PICK-7, ROLE-2 staff see their company’s objects at any place, a superuser one company’s or all', async () => {
  const [seller, rival] = [await makeSaleWorld(node), await makeSaleWorld(node)];
  const auctions = [await seller.sell(), await seller.sell()];
  await moveTo(auctions[0]!, await makeStagingArea(db, seller.company));
  assert.deepEqual(await listed('', seller.manager), auctions);
  assert.deepEqual(await listed('', rival.manager), []);
  const root = await makeStaff(db, null, 30);
  assert.deepEqual(await listed(`?company=${seller.company}`, root), auctions);
  assert.deepEqual(await listed(`?company=${rival.company}`, root), []);
  assert.ok((await list('', root)).results.length > auctions.length);
});

test('PICK-7, PICK-8 an undone or replaced purchase cannot be handed over', async () => {
  const auction = await sellAtYard();
  const release_code = await codeOf(auction);
  await world.act(auction, 'collection/undo', { reason: 'Ångrat', agreed: true });
  assert.deepEqual(await listed(), []);
  assert.equal((await handOver(auction, { release_code })).status, 404);
});

test('PICK-5, PICK-7, GEN-4 concurrent handovers by yard and staff, with a move, take effect once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const auction = await sellAtYard();
    const release_code = await codeOf(auction);
    const answers = await Promise.all([
      handOver(auction, { release_code }),
      handOver(auction, { release_code }, world.manager),
      handOver(auction, { release_code }),
      world.act(auction, 'collection/undo', { reason: 'Ångrat', agreed: true }),
    ]);
    const done = answers.filter(({ status }) => status === 200);
    assert.equal(done.length, 1, JSON.stringify(answers.map(({ status, body }) => [status, body])));
    assert.ok(answers.every(({ status }) => [200, 400, 404].includes(status)));
  }
});

test('PICK-16 a code or a part of a number finds the object at the yard, and only there', async () => {
  const auction = await sellAtYard({ registration_number: 'QRS47T' });
  const other = await sellAtYard({ registration_number: 'ABC12D' });
  const code = await codeOf(auction);
  const find = async (q: string, user = yard.user_id) =>
    (await list(`?q=${encodeURIComponent(q)}`, user)).results.map(
      ({ auction_id, code_matches }: { auction_id: number; code_matches: boolean }) => [
        auction_id,
        code_matches,
      ],
    );
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase();
  assert.deepEqual(await find(spaced), [[auction, true]]);
  assert.deepEqual(await find('rs4'), [[auction, false]]);
  assert.deepEqual(await find('abc-12'), [[other, false]]);
  assert.deepEqual(await find('AAAAAA'), []);
  const stranger = await makeStation(db, world.company);
  await makeYard(db, world.company, stranger);
  assert.deepEqual(await find(code, stranger.user_id), []);
  assert.equal((await handOver(auction, { release_code: code })).status, 200);
  // A used code finds nothing any more.
  assert.deepEqual(await find(code), []);
});

test('PICK-16, LIMIT-1 unknown codes are limited, valid ones are not', async () => {
  const auction = await sellAtYard();
  const code = await codeOf(auction);
  for (let tries = 0; tries < 65; tries += 1) await list(`?q=${code}`);
  let status = 200;
  for (let tries = 0; tries < 61 && status === 200; tries += 1) {
    status = (await node.call(yard.user_id, 'GET', '/api/handovers?q=ZZZZZZ')).status;
  }
  assert.equal(status, 429);
});

test('PICK-17, ROLE-16 staff see the buyer with its contact from the notice on, and no station does', async () => {
  const unsold = await world.end();
  assert.equal((await world.see(world.manager, unsold)).buyer, null);
  const auction = await world.sell();
  await node.context.pool.db
    .updateTable('service_stations')
    .set({ phone: '019-12 34 56' })
    .where('id', '=', world.bo.id)
    .execute();
  const { buyer } = await world.see(world.manager, auction);
  const email = await addressOf(node, world.bo.user_id);
  assert.equal(buyer.email, email);
  assert.equal(buyer.phone, '019-12 34 56');
  assert.deepEqual(Object.keys(buyer), [
    ...['number', 'name', 'first_name', 'last_name', 'email', 'phone'],
  ]);
  for (const { user_id } of [world.bo, world.ada]) {
    assert.equal((await world.see(user_id, auction)).buyer, null);
  }
});
