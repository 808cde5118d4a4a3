import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { makeBidder } from '../../../test/bidders.ts';
import { makeAuction, makeCompany, makeStaff } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode({ limits: 'real' });

const { manager, ada, bo, makeOpen, act } = await makeSeller(node);

const change = (auction: number, body: object, user = manager) =>
  node.call(user, 'PATCH', `/api/auctions/${auction}/collection`, body);
const handOver = (auction: number, body: object = {}) =>
  act(auction, 'collection/hand-over', { collected_by: 'Kim Åkesson', ...body });
const readAuction = async (auction: number, user = manager) =>
  (await node.call(user, 'GET', `/api/auctions/${auction}`)).body;
const collectionOf = async (auction: number, user = manager) =>
  (await readAuction(auction, user)).collection;

/** An auction that Bo has won over Ada and was notified of. */
async function makeSold(values: { company?: number; hidden_bids?: boolean } = {}) {
  const auction = await makeOpen(values);
  await ada.place(auction, 100);
  await bo.place(auction, 200);
  await act(auction, 'cancel');
  await act(auction, 'bids/2/select-winner');
  assert.equal((await act(auction, 'notify-winner')).status, 200);
  return auction;
}

/** Makes free storage have ended `days` ago. */
const makeLate = (auction: number, days: number) =>
  sql`
    update collections set free_until = ${addDays(stockholmDate(new Date()), -days)}::date
    where auction_id = ${auction}`.execute(db);

test('PICK-1, PICK-2, AUC-13 the notification creates the collection, with a code for the winner and staff only', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  await act(auction, 'cancel');
  await act(auction, 'bids/2/select-winner');
  assert.equal(await collectionOf(auction), null);
  await takeEmails(node);
  await act(auction, 'notify-winner');
  const staffs = await collectionOf(auction);
  const winners = await collectionOf(auction, bo.user_id);
  assert.deepEqual(winners, staffs);
  assert.match(winners.release_code, /^[2-9A-HJ-NP-Z]{6}$/);
  assert.equal(winners.state, 'awaiting');
  assert.equal(winners.free_until, (await readAuction(auction)).pickup_date);
  assert.deepEqual([winners.storage_days, winners.storage_cost], [0, 0]);
  assert.equal(await collectionOf(auction, ada.user_id), null);
  const [email] = await takeEmails(node);
  assert.equal(email?.kind, 'winner');
  const code = `${winners.release_code.slice(0, 3)}-${winners.release_code.slice(3)}`;
  assert.ok(email.text.includes(code));
});

test('PICK-1, AUC-8 another winner ends the collection, and its code is no longer valid', async () => {
  const auction = await makeSold();
  const { release_code } = await collectionOf(auction);
  assert.equal((await act(auction, 'bids/1/select-winner', { reason: 'Närmare' })).status, 200);
  assert.equal(await collectionOf(auction), null);
  assert.equal(await collectionOf(auction, bo.user_id), null);
  assert.deepEqual((await handOver(auction, { release_code })).body, {
    detail: 'Ingen vinnare är meddelad.',
  });
  await act(auction, 'notify-winner');
  const renewed = await collectionOf(auction, ada.user_id);
  assert.notEqual(renewed.release_code, release_code);
  assert.equal((await handOver(auction, { release_code })).status, 400);
  assert.equal((await handOver(auction, { release_code: renewed.release_code })).status, 200);
});

test('PICK-2, PICK-3, SET-1 a code that requires payment appears with the payment and disappears without it', async () => {
  const careful = await makeCompany(db);
  const admin = await makeStaff(db, careful, 30);
  const set = await node.call(admin, 'PATCH', '/api/company', { release_after_payment: true });
  assert.equal(set.body.release_after_payment, true);
  const cyd = await makeBidder(node, careful);
  const auction = await makeAuction(db, { company: careful, creator: admin });
  await cyd.bid(auction, 100);
  await act(auction, 'cancel', {}, admin);
  await act(auction, 'bids/1/select-winner', {}, admin);
  await takeEmails(node);
  await act(auction, 'notify-winner', {}, admin);
  const [sent] = await takeEmails(node);
  assert.ok(sent?.text.includes('Objektet lämnas ut efter betalning.'));
  const { release_code } = await collectionOf(auction, admin);
  const winners = () => collectionOf(auction, cyd.user_id);
  assert.deepEqual([(await winners()).release_code, (await winners()).released_at], [null, null]);
  const give = () =>
    act(auction, 'collection/hand-over', { release_code, collected_by: 'Kim Åkesson' }, admin);
  assert.deepEqual((await give()).body, { detail: 'Objektet är inte betalt.' });

  const today = stockholmDate(new Date());
  assert.deepEqual((await change(auction, { paid_at: addDays(today, 1) }, admin)).body, {
    paid_at: ['Datumet kan inte vara i framtiden'],
  });
  assert.equal((await change(auction, { paid_at: today }, admin)).status, 200);
  assert.equal((await winners()).release_code, release_code);
  const [email] = await takeEmails(node);
  assert.deepEqual([email?.kind, email?.to], ['release-code', await addressOf(node, cyd.user_id)]);
  assert.equal((await change(auction, { paid_at: null }, admin)).status, 200);
  assert.equal((await winners()).release_code, null);
  await change(auction, { paid_at: today }, admin);
  assert.equal((await give()).status, 200);
  assert.deepEqual((await change(auction, { paid_at: null }, admin)).body, {
    detail: 'Objektet är utlämnat.',
  });
});

test('PICK-5 the code hands the object over once, storage is frozen, and both sides are notified', async () => {
  const auction = await makeSold();
  await makeLate(auction, 3);
  const { release_code, storage_days, storage_cost } = await collectionOf(auction);
  assert.deepEqual([storage_days, storage_cost], [3, 3_000]);
  assert.deepEqual((await handOver(auction, { release_code, collected_by: ' K ' })).body, {
    collected_by: ['Ange vem som hämtade'],
  });
  assert.deepEqual((await handOver(auction)).body, {
    reason: ['Ange varför utlämning sker utan kod'],
  });
  await takeEmails(node);
  const written = `${release_code.slice(0, 3)}-${release_code.slice(3)}`.toLowerCase();
  assert.equal((await handOver(auction, { release_code: written })).status, 200);
  const { state, collected_by, ...rest } = await collectionOf(auction, bo.user_id);
  assert.deepEqual([state, collected_by, rest.storage_cost], ['handed_over', 'Kim Åkesson', 3_000]);
  const emails = await takeEmails(node);
  assert.deepEqual(
    emails.map(({ kind, to }) => [kind, to]).toSorted(),
    [
      ['handed-over', await addressOf(node, bo.user_id)],
      ['handed-over', await addressOf(node, manager)],
    ].toSorted(),
  );
  assert.deepEqual((await handOver(auction, { release_code })).body, {
    detail: `Objektet är redan utlämnat ${stockholmDate(new Date())}.`,
  });
  await makeLate(auction, 9);
  assert.equal((await collectionOf(auction)).storage_days, 3);
  for (const [path, body] of [
    ['bids/1/select-winner', { reason: 'Hämtar' }],
    ['collection/undo', { reason: 'Hämtar inte', agreed: true }],
  ] as const) {
    assert.deepEqual((await act(auction, path, body)).body, { detail: 'Objektet är utlämnat.' });
  }
});

test('PICK-5 staff may hand over without the code for a reason, which is stored', async () => {
  const auction = await makeSold();
  assert.equal((await handOver(auction, { reason: 'Telefonen var död' })).status, 200);
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}/history`);
  const entry = body.at(-1);
  assert.deepEqual(
    [entry.action, entry.after],
    ['hand over', { storage_days: 0, storage_cost: 0, reason: 'Telefonen var död' }],
  );
});

test('PICK-5 every empty field is refused in one answer', async () => {
  const auction = await makeSold();
  const collected_by = ['Ange vem som hämtade'];
  const withCode = { release_code: '-', collected_by: '' };
  assert.deepEqual((await handOver(auction, withCode)).body, {
    release_code: ['Ange köparens kod'],
    collected_by,
  });
  const withoutCode = { reason: ' ', collected_by: '' };
  assert.deepEqual((await handOver(auction, withoutCode)).body, {
    reason: ['Ange varför utlämning sker utan kod'],
    collected_by,
  });
});

test('PICK-5, LIMIT-1 five wrong codes are refused, the sixth attempt is blocked', async () => {
  const auction = await makeSold();
  const { release_code } = await collectionOf(auction);
  for (let tries = 0; tries < 5; tries += 1) {
    assert.deepEqual((await handOver(auction, { release_code: 'AAAAAA' })).body, {
      release_code: ['Koden stämmer inte.'],
    });
  }
  const sixth = await handOver(auction, { release_code });
  assert.equal(sixth.status, 429);
  assert.ok(Number(sixth.headers['retry-after']) > 0);
});

test('PICK-6 days that the seller waives are free, with a reason', async () => {
  const auction = await makeSold();
  await makeLate(auction, 4);
  assert.deepEqual((await change(auction, { waived_days: 1 })).body, {
    reason: ['Ange varför dygn stryks'],
  });
  assert.equal((await change(auction, { waived_days: 366, reason: 'För många' })).status, 400);
  const { body } = await change(auction, { waived_days: 3, reason: 'Grinden var låst' });
  assert.deepEqual([body.collection.storage_days, body.collection.storage_cost], [1, 1_000]);
});

test('PICK-8 a purchase is undone after the deadline or by agreement, and its buyer still sees the result', async () => {
  const auction = await makeSold();
  const { free_until, release_code } = await collectionOf(auction);
  assert.deepEqual((await act(auction, 'collection/undo', { reason: 'Hämtar inte' })).body, {
    detail: `Köpet kan hävas tidigast ${addDays(free_until, 1)}.`,
  });
  assert.equal((await act(auction, 'collection/undo')).status, 400);
  await makeLate(auction, 2);
  await takeEmails(node);
  const undone = await act(auction, 'collection/undo', { reason: 'Hämtar inte' });
  assert.equal(undone.status, 200);
  assert.equal(undone.body.winning_bid_id, null);
  const buyers = await readAuction(auction, bo.user_id);
  assert.deepEqual(
    [buyers.has_notified_winner, buyers.collection.state, buyers.collection.storage_cost],
    [false, 'undone', 2_000],
  );
  assert.equal(await collectionOf(auction, ada.user_id), null);
  const emails = await takeEmails(node);
  assert.deepEqual(
    emails.map(({ kind, to }) => [kind, to]),
    [['purchase-undone', await addressOf(node, bo.user_id)]],
  );
  assert.equal((await handOver(auction, { release_code })).status, 400);
  await act(auction, 'bids/1/select-winner', { reason: 'Nästa i tur' });
  await act(auction, 'notify-winner');
  assert.equal((await collectionOf(auction, ada.user_id)).state, 'awaiting');
  assert.equal((await collectionOf(auction, bo.user_id)).state, 'undone');

  const agreed = await makeSold();
  const answer = await act(agreed, 'collection/undo', { reason: 'Ångrat', agreed: true });
  assert.equal(answer.status, 200);
});

test('PICK-8, LIST-6, AUC-13 the card of an undone purchase stays with its buyer, beside the next buyer’s', async () => {
  const auction = await makeSold({ hidden_bids: true });
  const won = async (user: number) => {
    const [page, counts] = await Promise.all(
      ['won-auctions', 'won-auctions/counts'].map((path) =>
        node.call(user, 'GET', `/api/${path}?id=${auction}`),
      ),
    );
    const states = page!.body.results.map(
      (card: { collection: { state: string } | null }) => card.collection?.state,
    );
    assert.equal(counts!.body.ended, states.length);
    return states;
  };
  const each = () => Promise.all([ada.user_id, bo.user_id].map(won));
  assert.deepEqual(await each(), [[], ['awaiting']]);
  await act(auction, 'collection/undo', { reason: 'Ångrat', agreed: true });
  assert.deepEqual(await each(), [[], ['undone']]);
  await act(auction, 'bids/1/select-winner', { reason: 'Nästa i tur' });
  assert.deepEqual(await each(), [[], ['undone']]);
  await act(auction, 'notify-winner');
  assert.deepEqual(await each(), [['awaiting'], ['undone']]);
  // Selecting another winner without undoing leaves the former one no card.
  await act(auction, 'bids/2/select-winner');
  await act(auction, 'notify-winner');
  await act(auction, 'bids/1/select-winner', { reason: 'Närmare' });
  assert.deepEqual(await each(), [[], ['undone']]);
});

test('PICK-8, OFFER-5 the buyer of an undone purchase is not notified when the other bids are released', async () => {
  const auction = await makeSold();
  await act(auction, 'collection/undo', { reason: 'Ångrat', agreed: true });
  await takeEmails(node);
  assert.equal((await act(auction, 'decline')).status, 200);
  const sent = (await takeEmails(node)).filter(({ kind }) => kind === 'bids-released');
  assert.deepEqual(
    sent.map(({ to }) => to),
    [await addressOf(node, ada.user_id)],
  );
});

test('PICK-8, OFFER-7 after an undone purchase an offer may equal the bid, and extends no binding', async () => {
  const auction = await makeSold();
  const offer = (bid: number, amount: number) =>
    act(auction, `bids/${bid}/offers`, { amount, reason: 'Nästa i tur' });
  assert.deepEqual((await offer(1, 100)).body, { detail: 'Auktionen har redan en vinnare.' });
  await act(auction, 'collection/undo', { reason: 'Ångrat', agreed: true });
  assert.deepEqual((await offer(1, 99)).body, {
    amount: ['Erbjudandet får inte vara lägre än budet 100\u00a0kr.'],
  });
  const { status, body } = await offer(1, 100);
  assert.equal(status, 201);
  const accepted = await node.call(ada.user_id, 'POST', `/api/offers/${body.id}/accept`, {});
  assert.equal(accepted.status, 200);
  assert.equal((await collectionOf(auction, ada.user_id)).state, 'awaiting');
  assert.equal((await collectionOf(auction, bo.user_id)).state, 'undone');
});

test('PICK-5, GEN-4 one of many concurrent handovers takes effect, and the winner is notified once', async () => {
  const auction = await makeSold();
  const { release_code } = await collectionOf(auction);
  await takeEmails(node);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => handOver(auction, { release_code })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400]);
  assert.equal((await takeEmails(node)).length, 2);
});

test('PICK-8, AUC-8, GEN-4 handing over, undoing and selecting another winner exclude each other', async () => {
  for (const [path, body] of [
    ['collection/undo', { reason: 'Ångrat', agreed: true }],
    ['bids/1/select-winner', { reason: 'Närmare' }],
  ] as const) {
    for (let round = 0; round < 6; round += 1) {
      const auction = await makeSold();
      const { release_code } = await collectionOf(auction);
      const tries = [() => handOver(auction, { release_code }), () => act(auction, path, body)];
      if (round % 2) tries.reverse();
      const answers = await Promise.all(tries.map((attempt) => attempt()));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
      const { rows } = await sql<{ handed: boolean; won: boolean }>`
        select k.handed_over_at is not null as handed, s.winner_notified_at is not null as won
        from collections k join auction_standings s on s.auction_id = k.auction_id
        where k.auction_id = ${auction}`.execute(db);
      assert.equal(rows[0]?.handed, rows[0]?.won);
    }
  }
});
