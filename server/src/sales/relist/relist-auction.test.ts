import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeEach, test } from 'node:test';
import { auctionForm } from '@restvarde/contract/auctions/auction-form';
import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { makeAuction, makeCategory } from '../../../test/factories.ts';
import { encodeForm, type Fields, makePicture } from '../../../test/forms.ts';
import { makeSaleWorld, type SaleWorld } from '../../../test/sales/sale-world.ts';
import { addressOf, kindsTo, takeEmails } from '../../../test/sent-emails.ts';
import { type Answer, openTestNode } from '../../../test/test-node.ts';

const RELISTED = 'Objektet är upplagt på nytt.';
const ALREADY = 'Objektet är redan upplagt på nytt.';

const { node } = await openTestNode();

const world = await makeSaleWorld(node);
const cars = await makeCategory(node.context.pool.db);
const boats = await makeCategory(node.context.pool.db);
const picture = await makePicture({ width: 320, height: 240 });
beforeEach(() => takeEmails(node));

const end = (values: Parameters<SaleWorld['end']>[0] = {}, bids?: number[]) =>
  world.end({ categories: [cars], ...values }, bids);
const relist = (auction: number) => world.act(auction, 'relist');
async function send(path: string, fields: Fields, key?: string): Promise<Answer> {
  const { body, headers } = await encodeForm(fields);
  const all = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return node.call(world.manager, 'POST', path, body, all);
}
const relistWith = (auction: number, fields: Fields, key?: string) =>
  send(`/api/auctions/${auction}/relist`, fields, key);
const fileKeys = async (auction: number) => {
  const { rows } = await sql<{ key: string }>`
    select key from auction_files where auction_id = ${auction} order by id`.execute(
    node.context.pool.db,
  );
  return rows.map(({ key }) => key);
};
const detailOf = ({ status, body }: Answer) => [status, body?.detail];

test('RELIST-1, RELIST-2 without fields the whole content is copied, to start now', async () => {
  const was = await end({
    categories: [cars, boats],
    manufacturer: 'Saab',
    model: '9-5',
    model_year: 2009,
    mileage: 21_400,
    chassis_number: 'YS3EB49E583001234',
    claim_number: 'S-17',
    hidden_bids: true,
    hidden_reservation_price: true,
    start_bid: 10_000,
    is_global: true,
    damage_condition: 'DISASSEMBLY',
    decision_days: 0,
  });
  const { status, body } = await relist(was);
  assert.equal(status, 201, JSON.stringify(body));
  const before = await world.see(world.manager, was);
  const own = ['category_ids', 'relist_dismantling', 'start_dt', 'end_dt'];
  const same = Object.keys(auctionForm.shape).filter((field) => !own.includes(field));
  for (const field of ['categories', ...same]) {
    assert.deepEqual(body[field], before[field], field);
    if (field !== 'staging_area') assert.notEqual(before[field], null, `${field} has a value`);
  }
  assert.notEqual(body.number, before.number);
  assert.equal(body.is_active, true);
  assert.equal(body.bid_count, 0);
  const { default_end_dt_increment_days: days } = await node.context.pool.db
    .selectFrom('companies')
    .select('default_end_dt_increment_days')
    .where('id', '=', world.company)
    .executeTakeFirstOrThrow();
  const last = addDays(stockholmDate(new Date(body.start_dt)), days);
  assert.ok(
    [last, addDays(last, 1)].some(
      (date) => stockholmInstant(`${date}T14:00`).toISOString() === body.end_dt,
    ),
    body.end_dt,
  );
});

test('RELIST-1 sent fields replace the former values, and empty fields clear them', async () => {
  const was = await end({ start_bid: 10_000, model: 'V60' });
  const { status, body } = await relistWith(was, {
    start_bid: '4000',
    reservation_price: '',
    model: '',
    category_ids: [boats],
    damage_condition: 'DISASSEMBLY',
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.start_bid, 4_000);
  assert.equal(body.reservation_price, null);
  assert.equal(body.model, '');
  assert.equal(body.manufacturer, 'Volvo');
  assert.deepEqual(
    body.categories.map(({ id }: { id: number }) => id),
    [boats],
  );
});

test('RELIST-2, FORM-3, FORM-7 sent fields are checked as in a new form, and a refusal stores nothing', async () => {
  const was = await end();
  const wrong = await relistWith(was, { manufacturer: '', start_dt: '2020-01-01T10:00' });
  assert.equal(wrong.status, 400);
  assert.deepEqual(wrong.body.manufacturer, ['Du måste ange ett fabrikat']);
  const late = await relistWith(was, { start_dt: '2020-01-01T10:00' });
  assert.deepEqual(late.body, { start_dt: ['Starttiden har redan passerat'] });
  const { relisted_as, sale_status } = await world.see(world.manager, was);
  assert.deepEqual([relisted_as, sale_status], [null, 'pending']);
});

test('RELIST-1, RELIST-2 a new picture comes before the copied ones', async () => {
  const was = await end();
  const [first, second] = await twoPictures(was);
  const { body } = await relistWith(was, { image: { name: 'ny.jpg', content: picture } });
  const keys = await node.context.pool.db
    .selectFrom('auction_images')
    .select('key')
    .where('auction_id', '=', body.id)
    .orderBy('position')
    .execute();
  assert.deepEqual(keys.map(({ key }) => key).slice(1), [first, second]);
  assert.notEqual(keys[0]!.key, first);
});

/** Adds pictures to an auction that has ended, as if during it. */
async function twoPictures(auction: number): Promise<string[]> {
  const { db } = node.context.pool;
  const keys = [];
  for (const position of [0, 1]) {
    const key = await node.context.media.putDocument(picture);
    await db.insertInto('auction_images').values({ auction_id: auction, position, key }).execute();
    keys.push(key);
  }
  return keys;
}

test('RELIST-2 a shared file is kept until neither auction uses it, in either order', async () => {
  for (const isPredecessorFirst of [true, false]) {
    const was = await end();
    const added = await send(`/api/auctions/${was}/files`, {
      file: { name: 'skador.jpg', content: picture },
    });
    assert.equal(added.status, 201);
    const becomes = (await relist(was)).body;
    const [key] = await fileKeys(was);
    assert.deepEqual(await fileKeys(becomes.id), [key]);
    const stored = async () => (await readdir(node.mediaFolder)).some((name) => name === key);
    assert.equal(await stored(), true);
    const paths = [
      `/api/auctions/${was}/files/${added.body.id}`,
      `/api/auctions/${becomes.id}/files/${becomes.files[0].id}`,
    ];
    const [first, last] = isPredecessorFirst ? paths : paths.toReversed();
    assert.equal((await node.call(world.manager, 'DELETE', first!)).status, 204);
    assert.equal(await stored(), true, 'the other auction uses it');
    assert.equal((await node.call(world.manager, 'DELETE', last!)).status, 204);
    assert.equal(await stored(), false);
  }
});

test('RELIST-3 only an auction that has ended without a winner can be relisted', async () => {
  const values = { company: world.company, creator: world.manager, categories: [cars] };
  const running = await makeAuction(node.context.pool.db, values);
  const upcoming = await makeAuction(node.context.pool.db, { ...values, starts: 600 });
  assert.deepEqual(detailOf(await relist(upcoming)), [400, 'Auktionen har inte startat.']);
  assert.deepEqual(detailOf(await relist(running)), [400, 'Auktionen pågår.']);
  const won = await end({ reservation_price: null });
  assert.deepEqual(detailOf(await relist(won)), [400, 'Auktionen har en vinnare.']);
  assert.equal((await relist(await end({}, []))).status, 201, 'without bids');
});

test('RELIST-3, RELIST-9 relisting releases binding bids and withdraws an offer', async () => {
  for (const decision_days of [2, 0]) {
    const was = await end({ decision_days });
    await world.offer(was, 2);
    await takeEmails(node);
    assert.equal((await relist(was)).status, 201);
    const { sale_status, offers } = await world.see(world.manager, was);
    assert.deepEqual([sale_status, offers[0].state], ['unsold', 'withdrawn']);
    const emails = await takeEmails(node);
    for (const { user_id } of [world.ada, world.bo]) {
      assert.ok(kindsTo(emails, await addressOf(node, user_id)).includes('bids-released'));
    }
    assert.deepEqual(detailOf(await world.act(was, 'bids/2/select-winner')), [400, RELISTED]);
    assert.deepEqual(detailOf(await world.offer(was, 2)), [400, RELISTED]);
  }
});

test('GEN-6, RELIST-3 a relisted object needs no decision, also after an answered offer', async () => {
  const [undecided, offered] = [await end(), await end()];
  const { id } = (await world.offer(offered, 2)).body;
  await world.answer(world.bo, id, 'decline');
  await world.act(offered, 'decline');
  const waiting = async () => {
    const { body } = await node.call(world.manager, 'GET', '/api/todo');
    const found: { auction_id: number; kind: string }[] = body;
    return found
      .filter(({ auction_id }) => [undecided, offered].includes(auction_id))
      .map(({ kind }) => kind)
      .sort();
  };
  assert.deepEqual(await waiting(), ['decision_due', 'offer_answered']);
  for (const auction of [undecided, offered]) await relist(auction);
  assert.deepEqual(await waiting(), []);
});

test('RELIST-4 an auction is relisted once, also by concurrent calls, until its successor is deleted', async () => {
  const was = await end();
  const answers = await Promise.all(Array.from({ length: 5 }, () => relist(was)));
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  const { id } = made[0]!.body;
  for (const { status, body } of answers.filter((answer) => answer !== made[0])) {
    assert.deepEqual([status, body], [400, { detail: ALREADY, auction_id: id }]);
  }
  assert.equal((await node.call(world.manager, 'DELETE', `/api/auctions/${id}`)).status, 204);
  assert.equal((await world.see(world.manager, was)).relisted_as, null);
  assert.equal((await world.see(world.manager, was)).sale_status, 'unsold', 'released for good');
  assert.equal((await world.offer(was, 2)).status, 201, 'free for an offer');
  assert.equal((await relist(was)).status, 201, 'and for relisting');
});

test('RELIST-4, FORM-12 a repeated call with a key relists once, and another call with it is refused', async () => {
  const was = await end();
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => relistWith(was, { model: 'V70' }, key)));
  const again = await relistWith(was, { model: 'V70' }, key);
  const ids = [...answers, again].map(({ status, body }) => [status, body.id]);
  assert.deepEqual(ids, Array(4).fill([201, again.body.id]));
  assert.equal((await relistWith(was, { model: 'V90' }, key)).status, 422);
});

test('RELIST-4, AUC-16 both auctions link to each other and have it in «Historik»', async () => {
  const was = await end();
  const becomes = (await relist(was)).body;
  const before = await world.see(world.manager, was);
  assert.deepEqual(before.relisted_as, { id: becomes.id, number: becomes.number });
  assert.deepEqual(becomes.relisted_from, { id: was, number: before.number });
  assert.deepEqual((await world.history(was)).slice(-1), ['relist']);
  assert.deepEqual(await world.history(becomes.id), ['relist']);
});

test('RELIST-4, ROLE-17 a station sees a successor it may see, and never the predecessor', async () => {
  const was = await end();
  const becomes = (await relist(was)).body;
  const auction = await world.see(world.ada.user_id, was);
  assert.deepEqual(auction.relisted_as, { id: becomes.id, number: becomes.number });
  assert.equal((await world.see(world.ada.user_id, becomes.id)).relisted_from, null);
  await sql`update auctions set start_dt = now_ms() + interval '1 hour' where id = ${becomes.id}`.execute(
    node.context.pool.db,
  );
  assert.equal((await world.see(world.ada.user_id, was)).relisted_as, null);
});
