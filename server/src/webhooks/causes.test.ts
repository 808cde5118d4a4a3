import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { WEBHOOK_EVENTS } from '@restvarde/contract/feed/webhooks';
import { sql } from 'kysely';
import { eventually, untilBlocked } from '../../test/eventually.ts';
import { makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { openDeregistrations } from '../../test/sales/deregistration-world.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { relistDue } from '../sales/relist/relist-due.ts';
import { settleDue } from '../sales/settle-due.ts';

const dismantling = await openDeregistrations();
const { node, db } = dismantling;
const world = await makeSaleWorld(node);
const { manager, act } = world;

/** A webhook of the manager's company for all events. Returns its id. */
async function addWebhook(user: number): Promise<number> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from users where id = ${user}`.execute(db);
  const admin = await makeStaff(db, rows[0]!.company_id, 30);
  const { body } = await node.call(admin, 'POST', '/api/webhooks', {
    url: 'https://skador.example',
    events: [...WEBHOOK_EVENTS],
  });
  return body.id;
}
const [own, dismantlers] = [await addWebhook(manager), await addWebhook(dismantling.manager)];
const other = await addWebhook(await makeStaff(db, await makeCompany(db)));

/** The bodies that wait for a webhook, oldest first. */
async function queued(webhook = own) {
  const { rows } = await sql<{ body: string; message_id: string }>`
    with gone as (delete from webhook_deliveries where webhook_id = ${webhook} returning id, body, message_id)
    select body, message_id from gone order by id`.execute(db);
  return rows.map(({ body }) => JSON.parse(body));
}
const types = async (webhook = own) =>
  (await queued(webhook)).map(({ type }: { type: string }) => type);
/** The bodies, once there are any: the node's worker may have the rows that a call of the test skips. */
const queuedSoon = () =>
  eventually(async () => {
    const bodies = await queued();
    assert.notEqual(bodies.length, 0);
    return bodies;
  });
beforeEach(async () => {
  await sql`delete from webhook_deliveries`.execute(db);
});

test('FEED-9 an auction that ends by the clock or by «Avsluta» is sent, with or without bids', async () => {
  const before = Date.now();
  const id = await world.end({ number: 'NS-7', claim_number: 'S-17' }, []);
  const { rows } = await sql<{ body: string }>`select body from webhook_deliveries`.execute(db);
  assert.ok(Buffer.byteLength(rows[0]!.body) < 20 * 1_024);
  const [{ timestamp, ...body }, ...more] = await queued();
  assert.deepEqual(more, []);
  assert.deepEqual(body, {
    type: 'auction.ended',
    data: { auction_id: id, external_id: null, claim_number: 'S-17', number: 'NS-7' },
  });
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(Date.parse(timestamp) >= before - 1_000 && Date.parse(timestamp) <= Date.now() + 1_000);
  await world.end();
  assert.deepEqual(await types(), ['auction.ended']);
  assert.equal((await act(await world.makeOpen(), 'cancel')).status, 200);
  assert.deepEqual(await types(), ['auction.ended']);
  assert.deepEqual(await types(other), [], 'of its own company only');
});

test('FEED-9 a notified winner, an accepted offer and released bids are sent', async () => {
  const sold = await world.sell();
  assert.deepEqual(await types(), ['auction.ended', 'winner.notified']);
  assert.equal((await act(sold, 'notify-winner')).status, 200);
  assert.deepEqual(await types(), [], 'nothing happens twice');
  const offered = await world.end();
  const { body } = await world.offer(offered, 2);
  await queued();
  assert.equal((await world.answer(world.bo, body.id, 'accept')).status, 200);
  assert.deepEqual(await types(), ['winner.notified']);
  const [declined, due] = [await world.end(), await world.end()];
  await queued();
  assert.equal((await act(declined, 'decline')).status, 200);
  assert.deepEqual(await types(), ['bids.released']);
  await world.pass(due, 'decision');
  await settleDue(node.context, node.app.log);
  assert.deepEqual(
    (await queuedSoon()).map(({ type }) => type),
    ['bids.released'],
  );
});

test('FEED-9 relisting is sent for the predecessor, and releases bids that are still binding', async () => {
  const categories = [await makeCategory(db)];
  const [bound, free] = [await world.end({ categories }), await world.end({ categories })];
  assert.equal((await act(free, 'decline')).status, 200);
  await queued();
  const { body: successor } = await act(bound, 'relist');
  const sent = await queued();
  assert.deepEqual(
    sent.map((body) => body.type),
    ['bids.released', 'auction.relisted'],
  );
  assert.equal(sent[1].data.auction_id, bound);
  assert.deepEqual(sent[1].data.relisted_as, { id: successor.id, number: successor.number });
  assert.equal((await act(free, 'relist')).status, 201);
  assert.deepEqual(await types(), ['auction.relisted']);
  const itself = await world.end(
    { categories, start_bid: 20_000, relist_dismantling: true, relist_start_bid_percent: 50 },
    [],
  );
  await queued();
  await relistDue(node.context);
  const [only, ...more] = await queuedSoon();
  assert.deepEqual([only.type, only.data.auction_id, more], ['auction.relisted', itself, []]);
});

test('FEED-9 deletion, hand-over, an undone purchase and an approved certificate are sent', async () => {
  const deleted = await world.makeOpen();
  const answer = await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  assert.equal(answer.status, 204);
  assert.deepEqual(await types(), ['auction.deleted']);
  const [sold, undone] = [await world.sell(), await world.sell()];
  await queued();
  const handed = await act(sold, 'collection/hand-over', {
    reason: 'Legitimation',
    collected_by: 'Bo',
  });
  assert.equal(handed.status, 200, JSON.stringify(handed.body));
  assert.deepEqual(await types(), ['collection.handed_over']);
  const back = await act(undone, 'collection/undo', { reason: 'Ångrat', agreed: true });
  assert.equal(back.status, 200, JSON.stringify(back.body));
  assert.deepEqual(await types(), ['collection.undone']);
  const [approved, waived] = [await dismantling.sold(), await dismantling.sold()];
  for (const id of [approved, waived]) await dismantling.send(dismantling.winner.user_id, id);
  await queued(dismantlers);
  assert.equal((await dismantling.judge(waived, 'waive', 'Nej')).status, 200);
  assert.deepEqual(await types(dismantlers), []);
  assert.equal((await dismantling.judge(approved, 'approve')).status, 200);
  assert.deepEqual(await types(dismantlers), ['deregistration.approved']);
});

test('FEED-9 only chosen events are sent, none from the time when it was off, and none of a rolled-back transaction', async () => {
  const { rows } = await sql<{ admin: number }>`
    select u.id as admin from users u join webhooks w on w.company_id = u.company_id
    where w.id = ${own} and u.role = 30 limit 1`.execute(db);
  const change = (body: object) => node.call(rows[0]!.admin, 'PATCH', `/api/webhooks/${own}`, body);
  await change({ events: ['winner.notified'] });
  await world.sell();
  assert.deepEqual(await types(), ['winner.notified']);
  await change({ events: [...WEBHOOK_EVENTS], active: false });
  await world.end();
  await change({ active: true });
  assert.deepEqual(await types(), []);
  const id = await world.makeOpen();
  const rolledBack = db.transaction().execute(async (tx) => {
    await sql`
      insert into audit_log (company_id, auction_id, action) values (${world.company}, ${id}, 'delete')`.execute(
      tx,
    );
    const { rows: inside } = await sql`select from webhook_deliveries`.execute(tx);
    assert.equal(inside.length, 1);
    throw new Error('rolled back');
  });
  await assert.rejects(rolledBack, /rolled back/);
  assert.deepEqual(await types(), []);
});

test('FEED-9 an action succeeds while a webhook is being removed', async () => {
  const removed = await addWebhook(manager);
  const auction = await world.makeOpen();
  let cancelling: ReturnType<typeof act> | undefined;
  await node.owner.transaction().execute(async (tx) => {
    await sql`delete from webhooks where id = ${removed}`.execute(tx);
    cancelling = act(auction, 'cancel');
    await untilBlocked(tx, node.owner);
  });
  assert.equal((await cancelling!).status, 200);
  assert.deepEqual(await types(), ['auction.ended']);
});
