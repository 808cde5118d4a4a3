import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readBidding } from '../../test/check-invariants.ts';
import { type AuctionValues, endNow } from '../../test/factories.ts';
import { listen, openReadySocket } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';

const { node, db } = await openTestNode();

const { manager, ada, bo, makeOpen, bidByTurns } = await makeSeller(node);

/** A cancelled auction with bids of 100, 200 and 300 kronor. */
async function makeEnded(values: Partial<AuctionValues> = {}): Promise<number> {
  const auction = await makeOpen(values);
  await bidByTurns(auction, [100, 200, 300]);
  await node.call(manager, 'POST', `/api/auctions/${auction}/cancel`);
  return auction;
}

const select = (auction: number, bid: number, reason?: string, user = manager) =>
  node.call(user, 'POST', `/api/auctions/${auction}/bids/${bid}/select-winner`, {
    ...(reason === undefined ? {} : { reason }),
  });

const standingOf = async (auction: number) => (await readBidding(db, auction)).standing;

test('AUC-8 the highest bid is selected without a reason, another only with one, which is stored', async () => {
  const auction = await makeEnded();
  for (const reason of [undefined, '', '   ']) {
    const refused = await select(auction, 1, reason);
    assert.deepEqual(
      [refused.status, refused.body],
      [400, { reason: ['Ange varför ett annat bud än det högsta väljs.'] }],
    );
  }
  assert.equal((await standingOf(auction)).winning_bid_id, null);
  const highest = await select(auction, 3);
  assert.equal(highest.status, 200);
  assert.deepEqual(
    [highest.body.winning_bid_id, highest.body.winning_bid, highest.body.has_notified_winner],
    [3, 300, false],
  );
  const other = await select(auction, 1, '  Närmare till uppställningsplatsen ');
  assert.equal(other.body.winning_bid_id, 1);
  const standing = await standingOf(auction);
  assert.equal(standing.winner_reason, 'Närmare till uppställningsplatsen');
  const back = await select(auction, 3);
  assert.equal(back.status, 200);
  assert.equal((await standingOf(auction)).winner_reason, null);
  const log = await db
    .selectFrom('audit_log')
    .select(['user_id', 'before', 'after'])
    .where('auction_id', '=', auction)
    .where('action', '=', 'select winner')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    log.map((row) => [row.user_id, row.before, row.after]),
    [
      [manager, { winning_bid_id: null }, { winning_bid_id: 3, amount: 300 }],
      [
        manager,
        { winning_bid_id: 3 },
        { winning_bid_id: 1, amount: 100, reason: 'Närmare till uppställningsplatsen' },
      ],
      [manager, { winning_bid_id: 1 }, { winning_bid_id: 3, amount: 300 }],
    ],
  );
});

test('AUC-8 the winning bid cannot be selected again', async () => {
  const auction = await makeEnded();
  await select(auction, 3);
  const again = await select(auction, 3);
  assert.deepEqual([again.status, again.body], [400, { detail: 'Budet är redan vinnande bud.' }]);
});

test('AUC-8 a winner can be selected once the auction has ended, closed or not', async () => {
  const active = await makeOpen({ extension_minutes: 0 });
  await ada.bid(active, 100);
  const early = await select(active, 1);
  assert.deepEqual(
    [early.status, early.body],
    [400, { detail: 'Vinnare kan väljas när auktionen är avslutad.' }],
  );
  await endNow(db, active);
  assert.equal((await select(active, 1)).status, 200);
  const standing = await standingOf(active);
  assert.ok(standing.closed_at);
  assert.equal(await closeEnded(node.context), 0);
  assert.deepEqual(await standingOf(active), standing);
});

test('AUC-8, AUC-11 a selected winner replaces the automatic one', async () => {
  const auction = await makeOpen({ extension_minutes: 0 });
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  await endNow(db, auction);
  await closeEnded(node.context);
  assert.equal((await standingOf(auction)).winning_bid_id, 2);
  assert.equal((await select(auction, 1, 'Den första kan inte hämta')).status, 200);
  assert.equal((await standingOf(auction)).winning_bid_id, 1);
});

test('AUC-8 a new winner has not been notified, even if the former one was', async () => {
  const auction = await makeEnded();
  await select(auction, 3);
  await sql`
    update auction_standings set winner_notified_at = now_ms() where auction_id = ${auction}`.execute(
    db,
  );
  const notified = await node.call(manager, 'GET', `/api/auctions/${auction}`);
  assert.equal(notified.body.has_notified_winner, true);
  const changed = await select(auction, 2, 'Den första kan inte hämta');
  assert.equal(changed.body.has_notified_winner, false);
  assert.equal((await standingOf(auction)).winner_notified_at, null);
});

test('AUC-8 a removed bid, another auction’s bid or a missing bid cannot win', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/2`);
  await node.call(manager, 'POST', `/api/auctions/${auction}/cancel`);
  for (const bid of [2, 3, 99]) assert.equal((await select(auction, bid)).status, 404);
  assert.equal((await standingOf(auction)).winning_bid_id, null);
});

test('AUC-8 concurrent selections are all logged, and the last one applies', async () => {
  const auction = await makeEnded();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => select(auction, 1 + (index % 3), 'Prövas på nytt')),
  );
  const chosen = answers.filter((answer) => answer.status === 200).length;
  type Choice = { winning_bid_id: number | null };
  const { rows } = await sql<{ before: Choice; after: Choice }>`
    select before, after from audit_log
    where auction_id = ${auction} and action = 'select winner' order by id`.execute(db);
  assert.equal(rows.length, chosen);
  for (const [index, row] of rows.entries()) {
    assert.equal(row.before.winning_bid_id, rows[index - 1]?.after.winning_bid_id ?? null);
  }
  assert.equal((await standingOf(auction)).winning_bid_id, rows.at(-1)?.after.winning_bid_id);
});

test('AUC-8, AUC-13, LIVE-3 in a sealed auction only the station concerned is updated, on notification and withdrawal', async () => {
  const auction = await makeEnded({ hidden_bids: true });
  const address = await listen(node);
  const path = `/ws/auction/${auction}/`;
  const [winner, loser, staff] = await Promise.all(
    [ada.access, bo.access, (await node.logIn(manager)).access].map((access) =>
      openReadySocket(address, path, access),
    ),
  );
  const page = async () => {
    const { body } = await node.call(ada.user_id, 'GET', `/api/auctions/${auction}`);
    return { won: body.has_notified_winner, at: body.standing_at };
  };
  const before = await page();

  await select(auction, 3);
  await staff!.next();
  assert.deepEqual(await page(), before, 'selected, not notified yet');
  await node.call(manager, 'POST', `/api/auctions/${auction}/notify-winner`);
  await staff!.next();
  const message = await winner!.next();
  assert.deepEqual(await page(), { won: true, at: message.at });
  assert.ok(message.at > before.at);
  await select(auction, 2, 'Hämtar inte');
  await staff!.next();
  const withdrawn = await winner!.next();
  assert.deepEqual(await page(), { won: false, at: withdrawn.at });
  assert.ok(withdrawn.at > message.at);
  await node.call(manager, 'POST', `/api/auctions/${auction}/notify-winner`);
  await staff!.next();
  await loser!.next();
  assert.deepEqual([winner!.frames.length, loser!.frames.length], [2, 1]);
  for (const live of [winner, loser, staff]) live!.socket.close();
});

test('HOME-7, AUC-8, AUC-10 one call chooses and notifies the winner, and neither if the winner cannot be notified', async () => {
  const path = (id: number) => `/api/auctions/${id}/bids/3/select-winner`;
  const auction = await makeEnded();
  for (const _again of [1, 2]) {
    const { status, body } = await node.call(manager, 'POST', path(auction), { notify: true });
    assert.deepEqual(
      [status, body.winning_bid_id, body.has_notified_winner, body.sale_phase],
      [200, 3, true, 'sold'],
    );
  }
  const log = await db
    .selectFrom('audit_log')
    .select('action')
    .where('auction_id', '=', auction)
    .where('action', 'in', ['select winner', 'notify winner'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    log.map(({ action }) => action),
    ['select winner', 'notify winner'],
  );

  const unread = await makeEnded();
  const { service_station_id } = await db
    .selectFrom('bids')
    .select('service_station_id')
    .where('auction_id', '=', unread)
    .where('id', '=', 3)
    .executeTakeFirstOrThrow();
  const closed = (at: Date | null) =>
    db
      .updateTable('users')
      .set({ deactivated_at: at })
      .where('service_station_id', '=', service_station_id)
      .execute();
  await closed(new Date());
  const refused = await node.call(manager, 'POST', path(unread), { notify: true });
  await closed(null);
  assert.equal(refused.status, 400);
  assert.match(refused.body.detail, /ingen som kan meddelas/);
  assert.equal((await standingOf(unread)).winning_bid_id, null);
});

test('HOME-7 the same call does not undo a choice or an offer that others have made meanwhile', async () => {
  const chosen = await makeEnded();
  assert.equal((await select(chosen, 1, 'Närmare')).status, 200);
  const offered = await makeEnded({ reservation_price: 1_000 });
  const offer = { amount: 900, reason: 'Hämtar snabbt' };
  const made = await node.call(manager, 'POST', `/api/auctions/${offered}/bids/2/offers`, offer);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  for (const [auction, detail] of [
    [chosen, 'Auktionen har redan en vinnare.'],
    [offered, 'Det finns redan ett öppet erbjudande.'],
  ] as const) {
    const { status, body } = await node.call(
      manager,
      'POST',
      `/api/auctions/${auction}/bids/3/select-winner`,
      { notify: true },
    );
    assert.deepEqual([status, body], [400, { detail }]);
  }
  assert.equal((await standingOf(chosen)).winning_bid_id, 1);
});
