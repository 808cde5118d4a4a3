import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockholmDate } from '@restvarde/contract/dates';
import { workingDeadline } from '@restvarde/contract/working-days';
import { sql } from 'kysely';
import { endNow, makeAuction } from '../../test/factories.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { addressOf, kindsTo, takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { settleDue } from './settle-due.ts';

const { node } = await openTestNode();

const world = await makeSaleWorld(node);

const seenBy = async (user: number, auction: number) => {
  const { sale_status, decision_due_at } = await world.see(user, auction);
  return { sale_status, decision_due_at };
};
const dueIn = (days: number) => workingDeadline(new Date(), days).toISOString();
const standingOf = (auction: number) =>
  node.context.pool.db
    .selectFrom('auction_standings')
    .selectAll()
    .where('auction_id', '=', auction)
    .executeTakeFirstOrThrow();
const errorOf = ({ status, body }: { status: number; body: { detail?: string } }) => [
  status,
  body.detail,
];

test('OFFER-3, GEN-3 below the reserve the seller decides within the company’s number of working days, also after cancelling', async () => {
  const { ada, bo, manager } = world;
  const ended = await world.end();
  for (const user of [ada.user_id, bo.user_id, manager]) {
    assert.deepEqual(await seenBy(user, ended), {
      sale_status: 'pending',
      decision_due_at: dueIn(2),
    });
  }
  const values = { company: world.company, creator: manager, decision_days: 10 };
  const cancelled = await makeAuction(node.context.pool.db, values);
  await ada.bid(cancelled, 100);
  assert.equal((await seenBy(ada.user_id, cancelled)).sale_status, null, 'before the end');
  await world.act(cancelled, 'cancel');
  assert.deepEqual(await seenBy(ada.user_id, cancelled), {
    sale_status: 'pending',
    decision_due_at: dueIn(10),
  });
});

test('OFFER-3, AUC-13 in a sealed auction bidders see the same whether or not the reserve was met', async () => {
  const { ada } = world;
  const sealed = { hidden_bids: true, hidden_reservation_price: true };
  const met = await world.end({ ...sealed, reservation_price: 51_000 });
  const unmet = await world.end({ ...sealed, reservation_price: 90_000 });
  assert.deepEqual(await seenBy(ada.user_id, met), await seenBy(ada.user_id, unmet));
  assert.notEqual((await standingOf(met)).winning_bid_id, null);
  // In an open auction the winner is public: there is nothing to decide.
  const open = await world.end({ reservation_price: 51_000 });
  assert.equal((await standingOf(open)).decision_due_at, null);
});

test('OFFER-1, OFFER-3, GEN-1 without a deadline the bids are not released, and bidders see that the decision is pending', async () => {
  const { ada, manager } = world;
  const auction = await world.end({ decision_days: 0 });
  assert.deepEqual(await seenBy(ada.user_id, auction), {
    sale_status: 'pending',
    decision_due_at: null,
  });
  await sql`update auction_standings set closed_at = closed_at where auction_id = ${auction}`.execute(
    node.context.pool.db,
  );
  await settleDue(node.context, node.app.log);
  assert.equal((await standingOf(auction)).bids_released_at, null);
  const { body } = await node.call(manager, 'GET', '/api/todo');
  const found = body.find((one: { auction_id: number }) => one.auction_id === auction);
  assert.deepEqual([found.kind, found.due_at], ['no_winner', null]);
});

test('OFFER-11 without a valid bid there is nothing to decide', async () => {
  const { ada, manager } = world;
  const none = await world.end({}, []);
  assert.deepEqual(await seenBy(manager, none), { sale_status: null, decision_due_at: null });
  const { db } = node.context.pool;
  const removed = await makeAuction(db, {
    company: world.company,
    creator: manager,
    reservation_price: 900,
    decision_days: 2,
  });
  await ada.bid(removed, 100);
  await node.call(manager, 'DELETE', `/api/auctions/${removed}/bids/1`);
  await world.act(removed, 'cancel');
  assert.equal((await standingOf(removed)).decision_due_at, null);
  assert.deepEqual(await seenBy(ada.user_id, removed), {
    sale_status: null,
    decision_due_at: null,
  });
  assert.deepEqual(errorOf(await world.act(removed, 'decline')), [
    400,
    'Det finns inget att avgöra.',
  ]);
});

test('OFFER-4, OFFER-6 the bids are not binding from the deadline on, even before their release is stored', async () => {
  const { ada, bo, manager } = world;
  const auction = await world.end();
  await takeEmails(node);
  await world.pass(auction, 'decision');
  assert.equal((await seenBy(ada.user_id, auction)).sale_status, 'unsold');
  assert.deepEqual(errorOf(await world.act(auction, 'bids/2/select-winner')), [
    400,
    'Buden är inte längre bindande. Ge ett erbjudande i stället.',
  ]);
  assert.equal((await standingOf(auction)).bids_released_at, null, 'a refusal writes nothing');
  assert.ok((await settleDue(node.context, node.app.log)) >= 1);
  assert.equal(await settleDue(node.context, node.app.log), 0);
  const { bids_released_at, decision_due_at } = await standingOf(auction);
  assert.deepEqual(bids_released_at, decision_due_at);
  assert.deepEqual(await world.history(auction), ['release bids']);
  const emails = await takeEmails(node);
  for (const user of [ada.user_id, bo.user_id]) {
    const to = await addressOf(node, user);
    assert.deepEqual(kindsTo(emails, to), ['bids-released']);
    const { text } = emails.find((email) => email.to === to)!;
    assert.match(
      text,
      /Säljaren har inte antagit något bud\. Du är inte längre bunden av ditt bud\./,
    );
  }
  assert.deepEqual(kindsTo(emails, await addressOf(node, manager)), ['sale-unsold']);
});

test('OFFER-4 with a selected winner the deadline does not release the bids, and the decision is overdue', async () => {
  const auction = await world.end({ hidden_bids: true, reservation_price: 51_000 });
  await world.pass(auction, 'decision');
  await settleDue(node.context, node.app.log);
  assert.equal((await standingOf(auction)).bids_released_at, null);
  const { sale_status, decision_due_at } = await seenBy(world.ada.user_id, auction);
  assert.equal(sale_status, 'pending');
  assert.ok(Date.parse(decision_due_at) <= Date.now());
});

test('OFFER-3 once the winner is notified, it sees that it won and the others that they lost', async () => {
  const { ada, bo } = world;
  for (const hidden_bids of [false, true]) {
    const auction = await world.end({ hidden_bids });
    await world.act(auction, 'bids/2/select-winner');
    assert.equal((await seenBy(bo.user_id, auction)).sale_status, 'pending');
    await world.act(auction, 'notify-winner');
    assert.equal((await seenBy(bo.user_id, auction)).sale_status, 'won');
    assert.equal((await seenBy(ada.user_id, auction)).sale_status, 'lost');
    assert.equal((await seenBy(world.manager, auction)).sale_status, 'won');
  }
});

test('OFFER-5 «Ej såld» releases the bids at once and notifies all bidders once', async () => {
  const { ada, manager } = world;
  for (const decision_days of [0, 2]) {
    const auction = await world.end({ decision_days });
    await takeEmails(node);
    const declined = await world.act(auction, 'decline', { reason: 'För lågt' });
    assert.equal(declined.status, 200);
    assert.equal(declined.body.sale_status, 'unsold');
    assert.equal((await seenBy(ada.user_id, auction)).sale_status, 'unsold');
    const emails = await takeEmails(node);
    assert.deepEqual(kindsTo(emails, await addressOf(node, ada.user_id)), ['bids-released']);
    assert.deepEqual(kindsTo(emails, await addressOf(node, manager)), ['sale-unsold']);
    const again = await world.act(auction, 'decline');
    assert.deepEqual(errorOf(again), [400, 'Det finns inget att avgöra.']);
    assert.deepEqual(await world.history(auction), ['decline sale']);
  }
  const running = await makeAuction(node.context.pool.db, {
    company: world.company,
    creator: manager,
  });
  await ada.bid(running, 10);
  assert.deepEqual(errorOf(await world.act(running, 'decline')), [
    400,
    'Det finns inget att avgöra.',
  ]);
});

test('GEN-4 an auction past its end is closed before an act, so that a bid that has won cannot be declined', async () => {
  const { db } = node.context.pool;
  const auction = await makeAuction(db, { company: world.company, creator: world.manager });
  await world.ada.bid(auction, 100);
  await endNow(db, auction);
  assert.deepEqual(errorOf(await world.act(auction, 'decline')), [
    400,
    'Det finns inget att avgöra.',
  ]);
  assert.equal((await world.act(auction, 'notify-winner')).status, 200);
  const standing = await standingOf(auction);
  assert.deepEqual([standing.winning_bid_id, standing.closed_at !== null], [1, true]);
});

test('OFFER-2 the terms of the decision are shown before bidding, without revealing a hidden reserve', async () => {
  const { db } = node.context.pool;
  const { ada, company, manager } = world;
  const termsOf = async (values: object) => {
    const id = await makeAuction(db, { company, creator: manager, decision_days: 3, ...values });
    const { sale_terms, decision_days } = await world.see(ada.user_id, id);
    return [sale_terms, decision_days];
  };
  assert.deepEqual(await termsOf({}), ['highest_wins', 3]);
  assert.deepEqual(await termsOf({ reservation_price: 900 }), ['reserve', 3]);
  for (const reservation_price of [900, null]) {
    assert.deepEqual(await termsOf({ hidden_reservation_price: true, reservation_price }), [
      'hidden_reserve',
      3,
    ]);
  }
});

test('OFFER-11 lowering the reserve to the highest bid leaves nothing to decide', async () => {
  const auction = await world.end({ reservation_price: 52_000 });
  const { winning_bid_id, decision_due_at } = await standingOf(auction);
  assert.deepEqual([winning_bid_id, decision_due_at], [2, null]);
  assert.equal(stockholmDate(new Date(dueIn(1))) > stockholmDate(new Date()), true);
});
