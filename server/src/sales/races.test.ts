import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { untilWaiting } from '../../test/eventually.ts';
import { makeCategory, makeStaff } from '../../test/factories.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { type Answer, openTestNode } from '../../test/test-node.ts';

/** Acts that exclude each other, waiting for one lock: the first to get it wins (GEN-4). */

const { node } = await openTestNode();

const world = await makeSaleWorld(node);

/** Holds the auction's lock until every act waits for it, then runs `first` and releases it. */
async function meet(
  auction: number,
  acts: (() => Promise<Answer>)[],
  first: ReturnType<typeof sql> | null = null,
): Promise<Answer[]> {
  const { db } = node.context.pool;
  const started = await db.transaction().execute(async (holder) => {
    await sql`select from auction_standings where auction_id = ${auction} for update`.execute(
      holder,
    );
    const answers: Promise<Answer>[] = [];
    for (const act of acts) {
      answers.push(act());
      await untilWaiting(db, answers.length);
    }
    if (first) await first.execute(holder);
    return answers;
  });
  return Promise.all(started);
}

const offered = async () => {
  const auction = await world.end();
  const { id } = (await world.offer(auction, 2)).body;
  return { auction, id: id as number };
};
const stateOf = async (auction: number) => {
  const { offers, winning_bid, sale_status } = await world.see(world.manager, auction);
  return { offer: offers[0]?.state, winning_bid, sale_status };
};
const sentences = (answers: Answer[]) => answers.map(({ body }) => body?.detail ?? null);

test('OFFER-8, GEN-4 an accept that waited for the lock past the deadline is too late', async () => {
  const { auction, id } = await offered();
  const [answer] = await meet(
    auction,
    [() => world.answer(world.bo, id, 'accept')],
    sql`update offers set created_at = created_at - interval '9 days', expires_at = now_ms() where id = ${id}`,
  );
  assert.deepEqual(answer!.body, { detail: 'Erbjudandet gäller inte längre.' });
  assert.deepEqual(await stateOf(auction), {
    offer: 'expired',
    winning_bid: null,
    sale_status: 'pending',
  });
});

test('OFFER-9, GEN-4 the first of an accept and a withdrawal wins, in both orders', async () => {
  const gone = 'Erbjudandet gäller inte längre.';
  for (const isFirst of [true, false]) {
    const { auction, id } = await offered();
    const accept = () => world.answer(world.bo, id, 'accept');
    const withdraw = () =>
      node.call(world.manager, 'DELETE', `/api/auctions/${auction}/offers/${id}`);
    const answers = await meet(auction, isFirst ? [accept, withdraw] : [withdraw, accept]);
    assert.deepEqual(sentences(answers), [null, gone]);
    assert.deepEqual(
      await stateOf(auction),
      isFirst
        ? { offer: 'accepted', winning_bid: 58_000, sale_status: 'won' }
        : { offer: 'withdrawn', winning_bid: null, sale_status: 'pending' },
    );
  }
});

test('OFFER-5, AUC-8, GEN-4 the first of «Ej såld» and a selection wins, in both orders', async () => {
  for (const isFirst of [true, false]) {
    const auction = await world.end();
    const decline = () => world.act(auction, 'decline');
    const choose = () => world.act(auction, 'bids/2/select-winner');
    const answers = await meet(auction, isFirst ? [decline, choose] : [choose, decline]);
    assert.deepEqual(
      sentences(answers),
      isFirst
        ? [null, 'Buden är inte längre bindande. Ge ett erbjudande i stället.']
        : [null, 'Det finns inget att avgöra.'],
    );
  }
});

test('RELIST-3, RELIST-9, AUC-8, GEN-4 the first of a relisting and a selection wins, in both orders', async () => {
  for (const isFirst of [true, false]) {
    const category = await makeCategory(node.context.pool.db);
    const auction = await world.end({ categories: [category] });
    const relist = () => world.act(auction, 'relist');
    const choose = () => world.act(auction, 'bids/2/select-winner');
    const answers = await meet(auction, isFirst ? [relist, choose] : [choose, relist]);
    assert.deepEqual(sentences(answers), [
      null,
      isFirst ? 'Objektet är upplagt på nytt.' : 'Auktionen har en vinnare.',
    ]);
    const { winning_bid, relisted_as } = await world.see(world.manager, auction);
    assert.deepEqual([winning_bid === null, relisted_as !== null], [isFirst, isFirst]);
  }
});

test('OFFER-9, AUC-8, GEN-4 the first of an accept and a selection wins, in both orders', async () => {
  for (const isFirst of [true, false]) {
    const { auction, id } = await offered();
    const accept = () => world.answer(world.bo, id, 'accept');
    const choose = () => world.act(auction, 'bids/1/select-winner', { reason: 'Närmare' });
    const answers = await meet(auction, isFirst ? [accept, choose] : [choose, accept]);
    assert.deepEqual(
      sentences(answers),
      isFirst
        ? [null, 'Erbjudandet är antaget: köpet är bindande.']
        : [null, 'Erbjudandet gäller inte längre.'],
    );
    assert.equal((await stateOf(auction)).winning_bid, isFirst ? 58_000 : 50_000);
  }
});

test('OFFER-7, GEN-4 one of many concurrent offers is open, and one of many concurrent accepts is a purchase', async () => {
  const auction = await world.end();
  const offers = await Promise.all(Array.from({ length: 6 }, () => world.offer(auction, 2)));
  const made = offers.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  const accepts = await Promise.all(
    Array.from({ length: 6 }, () => world.answer(world.bo, made[0]!.body.id, 'accept')),
  );
  assert.ok(accepts.every(({ status }) => status === 200));
  const { rows } = await sql`select from bids where auction_id = ${auction} and is_offer`.execute(
    node.context.pool.db,
  );
  assert.equal(rows.length, 1);
});

test('STN-8, OFFER-11 an accept that meets the removal of its station is refused', async () => {
  const own = await makeSaleWorld(node);
  const auction = await own.end();
  const { id } = (await own.offer(auction, 2)).body;
  const [answer] = await meet(
    auction,
    [() => own.answer(own.bo, id, 'accept')],
    sql`update offers set state = 'withdrawn', settled_at = now_ms() where id = ${id}`,
  );
  assert.deepEqual(answer!.body, { detail: 'Erbjudandet gäller inte längre.' });
  assert.equal((await own.see(own.manager, auction)).winning_bid, null);
});

test('STN-8, GEN-4 removing a station during an offer and a selection completes both', async () => {
  const own = await makeSaleWorld(node);
  const { db } = node.context.pool;
  const admin = await makeStaff(db, own.company, 30);
  const auction = await own.end();
  const waiting = async (count: number) => untilWaiting(db, count);
  const [removal, choice] = await db.transaction().execute(async (holder) => {
    await sql`select from service_stations where id = ${own.bo.id} for update`.execute(holder);
    const removing = node.call(admin, 'DELETE', `/api/service-stations/${own.bo.id}`);
    await waiting(1);
    // Created after the removal has read the offers and before it locks the station.
    await sql`
      insert into offers (auction_id, bid_id, amount, expires_at, created_by)
      values (${auction}, 2, 58000, now_ms() + interval '1 day', ${own.manager})`.execute(db);
    const choosing = own.act(auction, 'bids/2/select-winner');
    await waiting(2);
    return [removing, choosing];
  });
  assert.deepEqual([(await removal).status, (await choice).status], [204, 200]);
  const { offers, winning_bid } = await own.see(own.manager, auction);
  assert.deepEqual([offers[0].state, winning_bid !== null], ['withdrawn', true]);
});
