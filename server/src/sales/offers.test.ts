import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveMessage } from '@restvarde/contract/live';
import { workingDeadline } from '@restvarde/contract/working-days';
import { sql } from 'kysely';
import { untilWaiting } from '../../test/eventually.ts';
import { makeCategory, makeStaff } from '../../test/factories.ts';
import { listen, openReadySocket } from '../../test/live-socket.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { addressOf, kindsTo, takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { settleDue } from './settle-due.ts';

const { node } = await openTestNode();

const world = await makeSaleWorld(node);

const outcomeOf = ({ status, body }: { status: number; body: object }) => [status, body];
const standingOf = async (auction: number) => {
  const { bid_count, highest_bid, leading_bid_id, winning_bid_id, end_dt } =
    await node.context.pool.db
      .selectFrom('auction_standings')
      .selectAll()
      .where('auction_id', '=', auction)
      .executeTakeFirstOrThrow();
  return { bid_count, highest_bid, leading_bid_id, winning_bid_id, end_dt };
};
const GONE = [400, { detail: 'Erbjudandet gäller inte längre.' }];

test('OFFER-7, OFFER-8, GEN-7 only its station sees an offer: on the page, in its list and by email', async () => {
  const { ada, bo, manager } = world;
  const auction = await world.end();
  await takeEmails(node);
  const made = await world.offer(auction, 2);
  assert.equal(made.status, 201);
  const expires_at = workingDeadline(new Date(), 1).toISOString();
  const { id } = made.body;
  const { service_station_name: _station, created_at: _at, ...rest } = made.body;
  assert.deepEqual(rest, { id, bid_id: 2, amount: 58_000, expires_at, state: 'open' });
  const own = { id, amount: 58_000, expires_at, state: 'open' };
  assert.deepEqual((await world.see(bo.user_id, auction)).offer, own);
  assert.equal((await world.see(bo.user_id, auction)).offers, null);
  assert.equal((await world.see(ada.user_id, auction)).offer, null);
  assert.equal((await world.see(manager, auction)).offers.length, 1);
  const { body } = await node.call(bo.user_id, 'GET', '/api/my-auctions');
  assert.deepEqual(body.results[0].offer, own, 'before all else in Mina auktioner');
  const emails = await takeEmails(node);
  assert.deepEqual(kindsTo(emails, await addressOf(node, bo.user_id)), ['offer']);
  assert.equal(emails.length, 1);
  const plain = emails[0]!.text.replaceAll('\u00a0', ' ');
  for (const part of ['52 000 kr', '58 000 kr exkl. moms', 'Svara senast:']) {
    assert.ok(plain.includes(part), part);
  }
  assert.deepEqual(await world.history(auction), ['make offer']);
});

test('OFFER-7 an offer with a wrong amount, recipient or time is refused', async () => {
  const auction = await world.end();
  const wrong = async (bid: number, terms: object) =>
    outcomeOf(await world.offer(auction, bid, terms));
  assert.deepEqual(await wrong(2, { amount: 52_000 }), [
    400,
    { amount: ['Erbjudandet måste vara högre än budet 52\u00a0000\u00a0kr.'] },
  ]);
  assert.deepEqual(await wrong(2, { amount: 60_001 }), [
    400,
    { amount: ['Erbjudandet får inte överstiga reservationspriset.'] },
  ]);
  for (const days of [0, 6]) {
    assert.deepEqual(await wrong(2, { days }), [400, { days: ['Ange mellan 1 och 5 vardagar'] }]);
  }
  assert.deepEqual(await wrong(1, {}), [
    400,
    { reason: ['Ange varför ett annat bud än det högsta väljs.'] },
  ]);
  assert.equal((await world.offer(auction, 9)).status, 404);
  assert.equal((await world.offer(auction, 1, { reason_code: 'unpaid' })).status, 201);
  assert.deepEqual(await wrong(2, {}), [400, { detail: 'Det finns redan ett öppet erbjudande.' }]);
  // A bid that meets the reserve, or has none to meet, can be accepted as it is.
  const cut = await world.end({ reservation_price: null });
  await node.context.pool.db
    .updateTable('auction_standings')
    .set({ winning_bid_id: null })
    .where('auction_id', '=', cut)
    .execute();
  assert.deepEqual(outcomeOf(await world.offer(cut, 2)), [
    400,
    { detail: 'Budet kan antas som det är: välj vinnare.' },
  ]);
  const won = await world.end({ reservation_price: 1 });
  assert.deepEqual(outcomeOf(await world.offer(won, 2)), [
    400,
    { detail: 'Auktionen har redan en vinnare.' },
  ]);
});

test('OFFER-6, OFFER-7 after the release an offer may equal the bid', async () => {
  const auction = await world.end();
  await world.act(auction, 'decline');
  assert.deepEqual(outcomeOf(await world.offer(auction, 2, { amount: 51_999 })), [
    400,
    { amount: ['Erbjudandet får inte vara lägre än budet 52\u00a0000\u00a0kr.'] },
  ]);
  const { status, body } = await world.offer(auction, 2, { amount: 52_000, days: 3 });
  assert.equal(status, 201);
  assert.equal(body.expires_at, workingDeadline(new Date(), 3).toISOString());
  assert.equal((await world.answer(world.bo, body.id, 'accept')).status, 200);
  assert.equal((await world.see(world.ada.user_id, auction)).sale_status, 'lost');
});

test('OFFER-7 while bids are binding an offer ends no later than they do, and extends no binding', async () => {
  const { ada } = world;
  const auction = await world.end({ decision_days: 2, hidden_bids: true });
  const { decision_due_at } = await world.see(ada.user_id, auction);
  const { body } = await world.offer(auction, 2, { days: 5 });
  assert.equal(body.expires_at, decision_due_at);
  assert.equal((await world.see(ada.user_id, auction)).decision_due_at, decision_due_at);
});

test('OFFER-7 no offer can be made with less than an hour to answer', async () => {
  const auction = await world.end({ decision_days: 2 });
  const bindFor = (minutes: number) =>
    sql`update auction_standings set decision_due_at = now() + make_interval(mins => ${minutes})
      where auction_id = ${auction}`.execute(node.owner);
  await bindFor(59);
  assert.deepEqual(outcomeOf(await world.offer(auction, 2, { days: 5 })), [
    400,
    {
      detail:
        'Auktionen ska avgöras inom en timme, och ett erbjudande måste gälla i minst en timme. Ge det när buden inte längre är bindande.',
    },
  ]);
  await bindFor(62);
  assert.equal((await world.offer(auction, 2, { days: 5 })).status, 201);
});

test('OFFER-9, AUC-10 accepting is a purchase: a last bid, a notified winner, one email', async () => {
  const { ada, bo } = world;
  const auction = await world.end();
  const before = await standingOf(auction);
  const { id } = (await world.offer(auction, 2, { reason_code: 'withdrew' })).body;
  await takeEmails(node);
  const accepted = await world.answer(bo, id, 'accept');
  assert.equal(accepted.status, 200);
  const { winning_bid, my_bid, sale_status, offer, has_notified_winner } = accepted.body;
  assert.deepEqual(
    { winning_bid, my_bid, sale_status, offer, has_notified_winner },
    {
      winning_bid: 58_000,
      my_bid: 52_000,
      sale_status: 'won',
      offer: null,
      has_notified_winner: true,
    },
  );
  assert.deepEqual(await standingOf(auction), { ...before, winning_bid_id: 3 });
  const { body: timeline } = await node.call(world.manager, 'GET', `/api/auctions/${auction}/bids`);
  assert.deepEqual(
    timeline.results.map((bid: { bid: number; is_offer: boolean; is_winning_bid: boolean }) => [
      bid.bid,
      bid.is_offer,
      bid.is_winning_bid,
    ]),
    [
      [58_000, true, true],
      [52_000, false, false],
      [50_000, false, false],
    ],
  );
  const emails = await takeEmails(node);
  assert.deepEqual(kindsTo(emails, await addressOf(node, bo.user_id)), ['winner']);
  const text = emails[0]!.text.replaceAll('\u00a0', ' ');
  assert.match(text, /Du har antagit erbjudandet/);
  assert.match(text, /Pris: 58 000 kr/);
  const { results } = (await node.call(bo.user_id, 'GET', '/api/won-auctions')).body;
  assert.ok(results.some((card: { id: number }) => card.id === auction));
  // Accepting again returns the first answer.
  assert.equal((await world.answer(bo, id, 'accept')).body.winning_bid, 58_000);
  assert.deepEqual(outcomeOf(await world.answer(bo, id, 'decline')), GONE);
  const bound = [400, { detail: 'Erbjudandet är antaget: köpet är bindande.' }];
  for (const bid of [1, 2]) {
    const chosen = await world.act(auction, `bids/${bid}/select-winner`, { reason: 'Annan' });
    assert.deepEqual(outcomeOf(chosen), bound);
  }
  assert.equal((await world.act(auction, 'bids/3/select-winner')).status, 404);
  assert.deepEqual(await world.history(auction), ['make offer', 'accept offer']);
  assert.equal((await world.see(ada.user_id, auction)).winning_bid, 58_000);
});

test('OFFER-9 a declined offer leaves the bid binding, notifies the manager and is in «Att göra»', async () => {
  const { bo, manager } = world;
  const auction = await world.end();
  const { id } = (await world.offer(auction, 2)).body;
  const kindOf = async () =>
    (await node.call(manager, 'GET', '/api/todo')).body.find(
      (one: { auction_id: number }) => one.auction_id === auction,
    )?.kind;
  assert.equal(await kindOf(), undefined, 'it waits for the station');
  await takeEmails(node);
  assert.equal((await world.answer(bo, id, 'decline')).body.offer.state, 'declined');
  assert.equal(await kindOf(), 'offer_answered');
  const [email, ...more] = await takeEmails(node);
  assert.deepEqual(
    [email?.kind, email?.to, more],
    ['offer-answered', await addressOf(node, manager), []],
  );
  assert.equal((await world.see(bo.user_id, auction)).sale_status, 'pending');
  assert.deepEqual(outcomeOf(await world.answer(bo, id, 'accept')), GONE);
  assert.equal(
    (await world.offer(auction, 2, { amount: 55_000 })).status,
    201,
    'another offer is possible',
  );
  assert.equal(await kindOf(), undefined);
  await world.act(auction, 'bids/2/select-winner');
  assert.equal(await kindOf(), 'not_notified');
});

test('OFFER-8 an offer has expired from its deadline on, even before that is stored', async () => {
  const { bo, manager } = world;
  const auction = await world.end();
  const { id } = (await world.offer(auction, 2)).body;
  await world.pass(auction, 'offer');
  assert.equal((await world.see(bo.user_id, auction)).offer.state, 'expired');
  assert.deepEqual(outcomeOf(await world.answer(bo, id, 'accept')), GONE);
  await takeEmails(node);
  assert.ok((await settleDue(node.context, node.app.log)) >= 1);
  assert.deepEqual(await world.history(auction), ['make offer', 'expire offer']);
  assert.deepEqual(kindsTo(await takeEmails(node), await addressOf(node, manager)), [
    'offer-answered',
  ]);
  assert.equal((await world.see(bo.user_id, auction)).sale_status, 'pending');
  assert.equal((await world.offer(auction, 2)).status, 201);
});

test('OFFER-8 an offer whose station is being removed delays no other that expires', async () => {
  const [removed, other] = [await world.end(), await world.end()];
  const { id } = (await world.offer(removed, 2)).body;
  await world.offer(other, 2);
  for (const auction of [removed, other]) await world.pass(auction, 'offer');
  const { db } = node.context.pool;
  const isRead = Promise.withResolvers<void>();
  const removal = db.transaction().execute(async (tx) => {
    await sql`update offers set state = 'withdrawn', settled_at = now_ms() where id = ${id}`.execute(
      tx,
    );
    isRead.resolve();
    // Until the poll waits for the offer.
    await untilWaiting(db);
  });
  await isRead.promise;
  assert.equal(await settleDue(node.context, node.app.log), 1);
  await removal;
  assert.equal((await world.see(world.bo.user_id, other)).offer.state, 'expired');
  assert.deepEqual(await world.history(removed), ['make offer']);
});

test('OFFER-7, OFFER-5 selecting a winner, declining the sale and withdrawing end an offer', async () => {
  const { bo, manager } = world;
  for (const path of ['bids/2/select-winner', 'decline', 'offers']) {
    const auction = await world.end();
    const { id } = (await world.offer(auction, 2)).body;
    const { status } = await (path === 'offers'
      ? node.call(manager, 'DELETE', `/api/auctions/${auction}/offers/${id}`)
      : world.act(auction, path));
    assert.equal(status, path === 'offers' ? 204 : 200);
    assert.equal((await world.see(manager, auction)).offers[0].state, 'withdrawn');
    assert.deepEqual(outcomeOf(await world.answer(bo, id, 'accept')), GONE);
    const again = await node.call(manager, 'DELETE', `/api/auctions/${auction}/offers/${id}`);
    assert.deepEqual(outcomeOf(again), GONE);
  }
});

test('HOME-7 declining and relisting withdraw no offer if they are asked not to', async () => {
  const { bo, manager } = world;
  for (const [path, body] of [
    ['decline', { withdraw_offer: false }],
    ['relist', { withdraw_offer: '0' }],
  ] as const) {
    const auction = await world.end({ categories: [await makeCategory(node.context.pool.db)] });
    const { id } = (await world.offer(auction, 2)).body;
    assert.deepEqual(outcomeOf(await world.act(auction, path, body)), [
      400,
      { detail: 'Det finns redan ett öppet erbjudande.' },
    ]);
    assert.equal((await world.see(bo.user_id, auction)).offer.state, 'open');
    const taken = await node.call(manager, 'DELETE', `/api/auctions/${auction}/offers/${id}`);
    assert.equal(taken.status, 204);
    const again = await world.act(auction, path, body);
    assert.equal(again.status, path === 'relist' ? 201 : 200, JSON.stringify(again.body));
  }
});

test('GEN-5 offers to other stations or of other companies do not exist', async () => {
  const { ada, bo } = world;
  const auction = await world.end();
  const { id } = (await world.offer(auction, 2)).body;
  for (const how of ['accept', 'decline'] as const) {
    assert.equal((await world.answer(ada, id, how)).status, 404);
    assert.equal((await world.answer(bo, 2_000_000_000, how)).status, 404);
  }
  const stranger = await makeStaff(node.context.pool.db, (await makeSaleWorld(node)).company);
  const { status } = await node.call(stranger, 'DELETE', `/api/auctions/${auction}/offers/${id}`);
  assert.equal(status, 404);
});

test('OFFER-8, BID-2 a station that has not accepted the terms accepts them with the offer', async () => {
  const { bo } = world;
  const auction = await world.end();
  const { id } = (await world.offer(auction, 2)).body;
  await node.owner.deleteFrom('accepted_terms').where('user_id', '=', bo.user_id).execute();
  assert.deepEqual(outcomeOf(await world.answer(bo, id, 'accept')), [
    400,
    { has_accepted_terms: ['Du måste godkänna de allmänna köpvillkoren'] },
  ]);
  const accepted = await node.call(bo.user_id, 'POST', `/api/offers/${id}/accept`, {
    has_accepted_terms: true,
  });
  assert.equal(accepted.status, 200);
  const { body } = await node.call(bo.user_id, 'GET', '/api/users/me');
  assert.equal(body.has_accepted_terms, true);
});

test('OFFER-11, STN-8 the offer of a removed station is withdrawn, and it gets no new one', async () => {
  const own = await makeSaleWorld(node);
  const auction = await own.end();
  await own.offer(auction, 2);
  const admin = await makeStaff(node.context.pool.db, own.company, 30);
  assert.equal(
    (await node.call(admin, 'DELETE', `/api/service-stations/${own.bo.id}`)).status,
    204,
  );
  const [offer] = (await own.see(own.manager, auction)).offers;
  assert.deepEqual([offer.state, offer.service_station_name], ['withdrawn', null]);
  assert.deepEqual(await own.history(auction), ['make offer', 'withdraw offer']);
  assert.deepEqual(outcomeOf(await own.offer(auction, 2)), [
    400,
    { detail: 'Verkstaden är borttagen.' },
  ]);
});

test('OFFER-10 a reason code suffices, except «Annat», which needs text; stored and exported, hidden from stations', async () => {
  const { ada, manager } = world;
  const auction = await world.end();
  const choose = (body: object) => world.act(auction, 'bids/1/select-winner', body);
  assert.equal((await choose({ reason_code: 'other' })).status, 400);
  assert.equal((await choose({ reason_code: 'nonsense' })).status, 400);
  const chosen = await choose({ reason_code: 'not_competent', reason: 'Se avtal' });
  assert.equal(chosen.status, 200);
  const { body: history } = await node.call(manager, 'GET', `/api/auctions/${auction}/history`);
  assert.equal(history.at(-1).after.reason_code, 'not_competent');
  await world.act(auction, 'notify-winner');
  const { body: csv } = await node.call(manager, 'GET', '/api/auctions/export?ordering=-end_dt');
  const lines = String(csv).split('\r\n');
  assert.match(lines[0]!, /;Skäl;Beslut;/);
  const number = (await world.see(manager, auction)).number;
  assert.match(
    lines.find((line) => line.startsWith(number))!,
    /;Bedöms inte kunna reparera fackmässigt: Se avtal;Såld;/,
  );
  assert.doesNotMatch(
    JSON.stringify(await world.see(ada.user_id, auction)),
    /fackmässigt|not_competent/,
  );
});

/** A message about changed facts. A message about the end may still arrive. */
const tellsFacts = ({ facts_changed }: LiveMessage) => facts_changed === true;

test('OFFER-7, LIVE-2, GEN-4 an offer is live for its station and staff only, sealed or open', async () => {
  const { ada, bo, manager } = world;
  const address = await listen(node);
  for (const hidden_bids of [false, true]) {
    const auction = await world.end({ hidden_bids });
    const [adas, bos, staff] = await Promise.all(
      [ada.access, bo.access, (await node.logIn(manager)).access].map((access) =>
        openReadySocket(address, `/ws/auction/${auction}/`, access),
      ),
    );
    const { id } = (await world.offer(auction, 2)).body;
    await bos!.next(tellsFacts);
    await staff!.next(tellsFacts);
    await world.answer(bo, id, 'decline');
    await staff!.next(tellsFacts);
    await world.act(auction, 'decline');
    // The release is sent to every bidder.
    await adas!.next(tellsFacts);
    assert.equal(adas!.frames.filter((frame) => tellsFacts(JSON.parse(frame))).length, 1);
    for (const live of [adas, bos, staff]) live!.socket.close();
  }
});
