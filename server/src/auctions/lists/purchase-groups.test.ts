import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { PURCHASE_GROUPS, purchaseGroupOf } from '@restvarde/contract/sale/journey';
import { sql } from 'kysely';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { startTestNode } from '../../../test/test-node.ts';

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const world = await makeSaleWorld(node);
const today = stockholmDate(new Date());
const day = (days: number) => addDays(today, days);

/** An auction that Bo has won, in this state. */
async function won(values: Record<string, unknown> = {}): Promise<number> {
  const auction = await world.sell();
  const columns = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (columns.length > 0) {
    await sql`update collections set ${sql.join(columns)} where auction_id = ${auction}`.execute(
      db,
    );
  }
  return auction;
}
const handedOver = {
  handed_over_at: new Date(),
  collected_by: 'Kim',
  storage_days: 3,
  storage_cost: 3_000,
};
const call = async (path: string, user = world.bo.user_id) => {
  const { status, body } = await node.call(user, 'GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('LIST-17 Vunna auktioner is grouped by urgency, as the contract groups each card, and so are its pages', async () => {
  const paid = { paid_at: day(-1) };
  await won(paid);
  await won({ free_until: day(-3) });
  await won();
  await won({ ...handedOver, ...paid });
  await won(handedOver);
  // No day counts while the seller has the money and the buyer no code; and waived days do not.
  await won({
    free_until: day(-2),
    paid_at: day(-3),
    release_after_payment: true,
    released_at: null,
  });
  await won({ free_until: day(-2), waived_days: 2 });
  await won({ free_until: day(-2), waived_days: 1 });
  await won({ free_until: day(0), ...paid });
  await won({ undone_at: new Date(), storage_days: 0, storage_cost: 0 });
  for (let more = 0; more < 20; more += 1) await won(paid);
  const cards: AuctionCard[] = [];
  for (let path: string | null = '/api/won-auctions'; path !== null; ) {
    const body: { results: AuctionCard[]; next: string | null } = await call(path);
    cards.push(...body.results);
    path = body.next;
  }
  assert.equal(cards.length, 30);
  assert.equal(new Set(cards.map(({ id }) => id)).size, 30);
  const places = cards.map((card) => PURCHASE_GROUPS.indexOf(purchaseGroupOf(card)));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  const counts = Object.groupBy(cards, purchaseGroupOf);
  assert.deepEqual(
    PURCHASE_GROUPS.map((group) => counts[group]?.length ?? 0),
    [2, 3, 23, 0, 2],
  );
  // The oldest end first, of those that are done the newest.
  for (const group of ['collect', 'done'] as const) {
    const ends = counts[group]!.map(({ end_dt }) => end_dt);
    const sorted = ends.toSorted();
    assert.deepEqual(ends, group === 'done' ? sorted.toReversed() : sorted);
  }
});

test('LIST-17, OFFER-8 the menu counts open offers, and purchases with something late or due today', async () => {
  const count = () => call('/api/my-tasks', world.ada.user_id);
  const none = await count();
  assert.deepEqual(none, { open_offers: 0, due_purchases: 0 });
  const auction = await world.end();
  const { body } = await world.offer(auction, 1, { reason: 'Närmare' });
  assert.deepEqual(await count(), { open_offers: 1, due_purchases: 0 });
  await world.answer(world.ada, body.id, 'accept');
  assert.deepEqual(await count(), { open_offers: 0, due_purchases: 0 });
  const set = (change: string) =>
    sql`update collections set ${sql.raw(change)} where auction_id = ${auction}`.execute(db);
  const due = async () => (await count()).due_purchases;
  await set('free_until = stockholm_today()');
  assert.equal(await due(), 1);
  await set('free_until = stockholm_today() + 1, booked_dt = now()');
  assert.equal(await due(), 1);
  await set("booked_dt = now() + interval '2 days'");
  assert.equal(await due(), 0);
  await set("ended_at = now() - interval '31 days'");
  assert.equal(await due(), 1);
  await set('paid_at = stockholm_today()');
  assert.equal(await due(), 0);
  assert.equal((await node.call(world.manager, 'GET', '/api/my-tasks')).status, 403);
});
