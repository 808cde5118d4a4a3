import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { workingDeadline } from '@restvarde/contract/working-days';
import { sql } from 'kysely';
import { makeAuction, makeCategory, shiftAuction } from '../../../test/factories.ts';
import { makeSaleWorld, type SaleWorld } from '../../../test/sales/sale-world.ts';
import { addressOf, kindsTo, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { closeEnded } from '../../auctions/lifecycle/close-ended.ts';
import { renderJob } from '../../email/emails.ts';
import { settleDue } from '../settle-due.ts';
import { relistDue } from './relist-due.ts';

const { node } = await openTestNode();

const world = await makeSaleWorld(node);
const cars = await makeCategory(node.context.pool.db);
beforeEach(() => takeEmails(node));

const enabled = { relist_dismantling: true, relist_start_bid_percent: 50 };
/** An auction that ended a day ago, of a company that relists unsold objects for dismantling. */
const end = (values: Parameters<SaleWorld['end']>[0] = {}, bids: number[] = []) =>
  world.end({ categories: [cars], start_bid: 20_001, ...enabled, ...values }, bids);
const relistAll = async () => {
  while ((await relistDue(node.context)) > 0);
};
const see = (auction: number) => world.see(world.manager, auction);
const successorOf = async (auction: number) => {
  await relistAll();
  return (await see(auction)).relisted_as?.id as number | undefined;
};
const decline = async (auction: number) =>
  assert.equal((await world.act(auction, 'decline')).status, 200);

test('RELIST-6 a repairable object without bids is relisted for dismantling, with the prices and the time of its terms', async () => {
  const was = await end({
    relist_days: 9,
    relist_reservation_percent: 40,
    reservation_price: 30_001,
  });
  const before = await see(was);
  const successor = await see((await successorOf(was))!);
  assert.equal(successor.damage_condition, 'DISASSEMBLY');
  assert.equal(successor.start_bid, 10_000);
  assert.equal(successor.reservation_price, 12_000);
  assert.equal(successor.is_active, true);
  const last = addDays(stockholmDate(new Date(successor.start_dt)), 9);
  assert.equal(successor.end_dt, stockholmInstant(`${last}T14:00`).toISOString());
  const same = ['manufacturer', 'model', 'registration_number', 'hidden_bids', 'created_by'];
  for (const field of same) assert.deepEqual(successor[field], before[field], field);
  assert.deepEqual(successor.relisted_from, { id: was, number: before.number });
  const history = async (id: number) =>
    (await node.call(world.manager, 'GET', `/api/auctions/${id}/history`)).body.at(-1);
  for (const id of [was, successor.id]) {
    const { action, user } = await history(id);
    assert.deepEqual([action, user], ['relist', null], 'nobody did it');
  }
});

test('RELIST-7 an object is relisted after «Ej såld» or the end of the time to decide, and its bidders are notified', async () => {
  const declined = await end({}, [50_000]);
  const timed = await end({}, [50_000]);
  for (const auction of [declined, timed]) assert.equal(await successorOf(auction), undefined);
  await decline(declined);
  await world.pass(timed, 'decision');
  await settleDue(node.context, node.app.log);
  for (const auction of [declined, timed]) {
    assert.notEqual(await successorOf(auction), undefined);
    assert.equal((await world.see(world.ada.user_id, auction)).sale_status, 'unsold');
  }
  const kinds = kindsTo(await takeEmails(node), await addressOf(node, world.ada.user_id));
  assert.deepEqual(
    kinds.filter((kind) => kind === 'bids-released'),
    ['bids-released', 'bids-released'],
  );
});

test('RELIST-7, AUC-13 the successor of a sealed auction does not reveal whether there were bids', async () => {
  const { db } = node.context.pool;
  const own = await makeSaleWorld(node);
  const endOwn = (decision_days: number, bids: number[]) =>
    own.end(
      { categories: [cars], start_bid: 20_001, ...enabled, hidden_bids: true, decision_days },
      bids,
    );
  const isRelisted = async (auction: number) => {
    await relistAll();
    return (await own.see(own.manager, auction)).relisted_as !== null;
  };
  const dueOf = async (auction: number) => {
    const { rows } = await sql<{ due: Date | null; closed_at: Date; decided: Date | null }>`
      select relist_due_at as due, closed_at, decision_due_at as decided
      from auction_standings where auction_id = ${auction}`.execute(db);
    return rows[0]!;
  };
  for (const decision_days of [0, 2]) {
    const [without, declined, timed] = [
      await endOwn(decision_days, []),
      await endOwn(decision_days, [50_000]),
      await endOwn(decision_days, [50_000]),
    ];
    const { due, closed_at } = await dueOf(without);
    const decided = workingDeadline(closed_at, Math.max(1, decision_days)).getTime();
    assert.equal(due!.getTime(), decided + 60_000);
    await own.act(declined, 'decline');
    // They ended within the same day.
    assert.deepEqual((await dueOf(declined)).due, due);
    for (const one of [without, declined]) assert.equal(await isRelisted(one), false);
    if (decision_days === 0) continue;
    await own.pass(timed, 'decision');
    await settleDue(node.context, node.app.log);
    const released = await dueOf(timed);
    assert.equal(released.due!.getTime(), released.decided!.getTime() + 60_000);
    assert.equal(await isRelisted(timed), false);
    await sql`update auction_standings set relist_due_at = now_ms() where auction_id in (${timed}, ${without})`.execute(
      db,
    );
    for (const one of [without, timed]) assert.equal(await isRelisted(one), true);
  }
});

test('RELIST-7 below the reserve and without a time to decide, an object is relisted after «Ej såld»', async () => {
  const was = await end({ decision_days: 0 }, [50_000]);
  await settleDue(node.context, node.app.log);
  assert.equal(await successorOf(was), undefined);
  await decline(was);
  assert.notEqual(await successorOf(was), undefined);
});

test('RELIST-7 an object with a winner, for dismantling or without the setting is not relisted', async () => {
  for (const values of [
    { reservation_price: 40_000 },
    { damage_condition: 'DISASSEMBLY' },
    { relist_dismantling: false },
  ] as const) {
    const was = await end(values, [50_000]);
    if (values !== undefined && !('reservation_price' in values)) await decline(was);
    assert.equal(await successorOf(was), undefined, JSON.stringify(values));
    const without = await end(values);
    if (!('reservation_price' in values)) assert.equal(await successorOf(without), undefined);
  }
});

test('RELIST-6 the successor is for dismantling, and has no successor', async () => {
  const second = (await successorOf(await end()))!;
  await shiftAuction(node.context.pool.db, second, -40 * 86_400);
  await closeEnded(node.context);
  assert.equal((await see(second)).is_active, false);
  assert.equal(await successorOf(second), undefined);
});

test('RELIST-7 a cancelled auction is never relisted, with or without bids, or after a later «Ej såld»', async () => {
  for (const bids of [[], [50_000]]) {
    const values = { company: world.company, creator: world.manager, categories: [cars] };
    const was = await makeAuction(node.context.pool.db, { ...values, ...enabled });
    for (const bid of bids) await world.ada.place(was, bid);
    assert.equal((await world.act(was, 'cancel')).status, 200);
    if (bids.length > 0) await decline(was);
    assert.equal(await successorOf(was), undefined);
  }
});

test('RELIST-7 an object deleted, relisted by hand or bought meanwhile is not relisted', async () => {
  const deleted = await end();
  assert.equal((await node.call(world.manager, 'DELETE', `/api/auctions/${deleted}`)).status, 204);
  const byHand = await end();
  const { body: successor } = await world.act(byHand, 'relist');
  const bought = await end({}, [50_000]);
  await decline(bought);
  const { id } = (await world.offer(bought, 1, { amount: 50_000 })).body;
  assert.equal((await world.answer(world.ada, id, 'accept')).status, 200);
  await relistAll();
  const { rows } = await sql<{ relisted_from: number; id: number }>`
    select relisted_from, id from auctions where relisted_from in (${deleted}, ${byHand}, ${bought})`.execute(
    node.context.pool.db,
  );
  assert.deepEqual(rows, [{ relisted_from: byHand, id: successor.id }]);
});

test('RELIST-7 an open offer delays it until the offer is declined', async () => {
  const was = await end({}, [50_000]);
  await decline(was);
  const { id } = (await world.offer(was, 1, { amount: 50_000 })).body;
  assert.equal(await successorOf(was), undefined);
  assert.equal((await see(was)).offers[0].state, 'open');
  await world.answer(world.ada, id, 'decline');
  assert.equal(await successorOf(was), undefined, 'until the offer would have ended');
  await sql`update auction_standings set relist_due_at = now_ms() where auction_id = ${was}`.execute(
    node.context.pool.db,
  );
  assert.notEqual(await successorOf(was), undefined);
});

test('RELIST-8 concurrent nodes create one successor, and a node that dies leaves it to the others', async () => {
  const auctions = [await end(), await end(), await end()];
  const { db } = node.context.pool;
  await db
    .transaction()
    .execute(async (dying) => {
      await sql`select from auction_standings where auction_id = any(${auctions}::integer[]) for no key update`.execute(
        dying,
      );
      assert.equal(await relistDue(node.context), 0, 'a sale that is locked is skipped');
      throw new Error('It dies.');
    })
    .catch(() => {});
  await Promise.all([relistAll(), relistAll(), relistAll()]);
  for (const auction of auctions) {
    const { rows } = await sql`select id from auctions where relisted_from = ${auction}`.execute(
      db,
    );
    assert.equal(rows.length, 1);
  }
});

test('RELIST-8 a failure does not block the others and is retried later', async () => {
  const { owner } = node;
  const failing = await end({ manufacturer: 'Felande' });
  await sql`
    create function fail_for_the_test() returns trigger language plpgsql as
    $$ begin raise exception 'The disk is full.'; end $$`.execute(owner);
  await sql`
    create trigger fail_for_the_test before insert on auctions
    for each row when (new.manufacturer = 'Felande') execute function fail_for_the_test()`.execute(
    owner,
  );
  const fine = await end();
  await assert.rejects(relistAll, /disk is full/);
  assert.notEqual(await successorOf(fine), undefined);
  await sql`drop trigger fail_for_the_test on auctions`.execute(owner);
  assert.equal(await successorOf(failing), undefined, 'not yet');
  await sql`update auction_standings set relist_due_at = now_ms() where auction_id = ${failing}`.execute(
    owner,
  );
  assert.notEqual(await successorOf(failing), undefined);
});

test('RELIST-8, FORM-8 an object that fails the form’s rules is not relisted: «Historik» has the reason, and the manager gets an email', async () => {
  const own = await makeCategory(node.context.pool.db, world.company);
  const was = await end({ is_global: true, categories: [own] });
  await takeEmails(node);
  assert.equal(await successorOf(was), undefined);
  const { body } = await node.call(world.manager, 'GET', `/api/auctions/${was}/history`);
  const { action, user, after: noted } = body.at(-1);
  assert.deepEqual([action, user], ['fail to relist', null]);
  assert.equal(noted.reason, 'Välj minst en gemensam kategori');
  const emails = (await takeEmails(node)).filter(({ kind }) => kind === 'not-relisted');
  assert.deepEqual(
    emails.map(({ to }) => to),
    [await addressOf(node, world.manager)],
  );
  assert.match(emails[0]!.text, /Välj minst en gemensam kategori/);
  await relistAll();
  assert.deepEqual(await takeEmails(node), [], 'once');
});

test('RELIST-9, MAIL-4 the company’s end email and daily summary say that the object is relisted, with the link', async () => {
  const { db } = node.context.pool;
  await sql`
    update companies set ended_auction_email = 'slut@bolag.example', auction_summary_email = 'dag@bolag.example'
    where id = ${world.company}`.execute(db);
  const [relisted, plain] = [await end(), await end({ relist_dismantling: false })];
  const ended = (await takeEmails(node)).filter(({ kind }) => kind === 'company-ended');
  const says = /Läggs upp på nytt för demontering/;
  assert.deepEqual(
    ended.map(({ text }) => [text.includes(`/auctions/${relisted}`), says.test(text)]),
    [
      [true, true],
      [false, false],
    ],
  );
  await relistAll();
  const job = {
    kind: 'company-summary',
    company_id: world.company,
    day: '2026-11-20',
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  };
  const summary = await renderJob(node.context, job, '');
  assert.match(summary!.text, says);
  // The list under the heading.
  const [, section = ''] = summary!.text.split(says);
  const [list = ''] = section.split('\n\n');
  assert.match(list, new RegExp(`/auctions/${relisted}\\b`));
  assert.doesNotMatch(list, new RegExp(`/auctions/${plain}\\b`));
  const declined = await end({}, [50_000]);
  await decline(declined);
  const unsold = (await takeEmails(node)).find(({ kind }) => kind === 'sale-unsold');
  assert.match(unsold!.text, says);
  await sql`update companies set ended_auction_email = '' where id = ${world.company}`.execute(db);
});

test('RELIST-9 deleting the successor frees the predecessor, which is not relisted automatically again', async () => {
  const was = await end({}, [50_000]);
  await decline(was);
  const successor = await successorOf(was);
  assert.deepEqual((await world.offer(was, 1)).body, { detail: 'Objektet är upplagt på nytt.' });
  await node.call(world.manager, 'DELETE', `/api/auctions/${successor}`);
  assert.equal(await successorOf(was), undefined);
  assert.equal((await world.act(was, 'relist')).status, 201);
});
