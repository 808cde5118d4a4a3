import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { type Bidder, makeBidder } from '../../../test/bidders.ts';
import { authorise, makeCategory, makeCompany } from '../../../test/factories.ts';
import { listen, openReadySocket } from '../../../test/live-socket.ts';
import { makeSaleWorld, type SaleWorld } from '../../../test/sales/sale-world.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { announceStarted } from '../../auctions/lifecycle/announce-started.ts';

/** A station that has not bid. */

const { node, db } = await openTestNode();

const world = await makeSaleWorld(node);
const cars = await makeCategory(db);
const boats = await makeCategory(db);
const cleo = await makeBidder(node, world.company);
beforeEach(async () => {
  await announceAll();
  await takeEmails(node);
});

const end = (values: Parameters<SaleWorld['end']>[0] = {}, bids?: number[]) =>
  world.end({ categories: [cars], ...values }, bids);
const relist = (auction: number, changes: object = {}) => world.act(auction, 'relist', changes);
const announceAll = async () => {
  while ((await announceStarted(node.context)) > 0);
};
const watch = ({ id }: Bidder, auction: number) =>
  db.insertInto('alerts').values({ auction_id: auction, service_station_id: id }).execute();

/** Relists an auction. Returns the emails that notify a station of its successor's start. */
async function emailsOf(auction: number, { user_id }: Bidder, changes: object = {}) {
  await announceAll();
  const { status, body } = await relist(auction, changes);
  assert.equal(status, 201, JSON.stringify(body));
  await takeEmails(node);
  await announceAll();
  const to = await addressOf(node, user_id);
  return (await takeEmails(node)).filter((email) => email.to === to);
}

test('RELIST-5 a former bidder gets one email when the successor starts, even if muted, without earlier bids', async () => {
  await db
    .insertInto('silenced_categories')
    .values({ service_station_id: world.ada.id, category_id: cars })
    .execute();
  for (const bidder of [world.ada, world.bo]) {
    const emails = await emailsOf(await end(), bidder);
    assert.deepEqual(
      emails.map(({ kind }) => kind),
      ['relisted'],
    );
    assert.equal(emails[0]!.subject, 'Volvo V60 är upplagd på nytt');
    assert.match(emails[0]!.text, /Säljes för/);
    assert.doesNotMatch(emails[0]!.text, /5[02].000/, 'nothing of earlier bids');
  }
  await db.deleteFrom('silenced_categories').where('category_id', '=', cars).execute();
});

test('RELIST-5, MAIL-5 a watcher gets the same email, other stations the one about a new object', async () => {
  const was = await end({}, []);
  await watch(cleo, was);
  assert.deepEqual(
    (await emailsOf(was, cleo)).map(({ kind }) => kind),
    ['relisted'],
  );
  const other = await end({}, []);
  assert.deepEqual(
    (await emailsOf(other, cleo)).map(({ kind }) => kind),
    ['new-object'],
  );
});

test('RELIST-5 it is sent when the successor starts, not before', async () => {
  const was = await end();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await emailsOf(was, world.ada, { start_dt: `${tomorrow}T12:00` }), []);
});

test('RELIST-5, ROLE-17 stations that may not see the successor are not notified: category, sales area, dismantlers only', async () => {
  const carsOnly = await makeBidder(node, world.company, { categories: [cars] });
  const elsewhere = await makeBidder(node, await makeCompany(db));
  const seen = async (bidder: Bidder, next: number | undefined) => {
    const { status } = await node.call(bidder.user_id, 'GET', `/api/auctions/${next}`);
    return status;
  };
  const successorOf = async (auction: number) =>
    (await world.see(world.manager, auction)).relisted_as.id as number;

  const moved = await end();
  await watch(carsOnly, moved);
  assert.deepEqual(await emailsOf(moved, carsOnly, { category_ids: [String(boats)] }), []);
  assert.equal(await seen(carsOnly, await successorOf(moved)), 404);

  const narrowed = await end({ is_global: true });
  await watch(elsewhere, narrowed);
  assert.deepEqual(await emailsOf(narrowed, elsewhere, { is_global: '0' }), []);
  assert.equal(await seen(elsewhere, await successorOf(narrowed)), 404);

  await sql`update companies set dismantling_bidders = 'authorised_only' where id = ${world.company}`.execute(
    db,
  );
  await authorise(db, world.bo.id);
  const scrapped = await end();
  const scrap = { damage_condition: 'DISASSEMBLY' };
  assert.deepEqual(await emailsOf(scrapped, world.ada, scrap), []);
  assert.equal((await world.see(world.ada.user_id, scrapped)).relisted_as, null);
  const successor = await successorOf(scrapped);
  assert.equal(await seen(world.ada, successor), 404);
  assert.equal((await world.see(world.bo.user_id, scrapped)).relisted_as.id, successor);
  await sql`update companies set dismantling_bidders = 'all' where id = ${world.company}`.execute(
    db,
  );
});

test('RELIST-4, LIVE-2 open pages of staff and former bidders are updated at once, with or without released bids', async () => {
  const address = await listen(node);
  for (const isReleased of [false, true]) {
    const was = await end({ hidden_bids: true });
    if (isReleased) await world.act(was, 'decline');
    const [adas, staff] = await Promise.all(
      [world.ada.access, (await node.logIn(world.manager)).access].map((access) =>
        openReadySocket(address, `/ws/auction/${was}/`, access),
      ),
    );
    assert.equal((await relist(was)).status, 201);
    // The message about the end may arrive late.
    for (const live of [adas, staff]) await live!.next((message) => message.facts_changed === true);
    for (const live of [adas, staff]) live!.socket.close();
  }
});
