import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { BID_SENTENCE, tooLow } from '@restvarde/contract/bids/bid-rules';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { checkInvariants, readBidding } from '../../test/check-invariants.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();
const other = await node.startAnother();

const OTHER_CALL = { detail: 'Nyckeln har redan använts för ett annat anrop.' };

const { company, ada, bo, makeOpen } = await makeSeller(node);

const nodeOf = (index: number) => (index % 2 === 0 ? node : other);

test('BID-8 forty concurrent requests with one key on two nodes are one bid with one answer', async () => {
  for (const hidden_bids of [false, true]) {
    const auction = await makeOpen({ hidden_bids });
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ada.bid(auction, 1_000, { key, on: nodeOf(index) })),
    );
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([201]));
    assert.equal(new Set(answers.map((answer) => answer.raw)).size, 1);
    assert.equal((await checkInvariants(db, auction)).bids.length, 1);
    await bo.bid(auction, 2_000);
    const later = await ada.bid(auction, 1_000, { key, on: other });
    assert.equal(later.raw, answers[0]!.raw, 'also after later bids');
  }
});

test('BID-8 concurrent duplicates on two nodes have one effect per key', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  const calls = Array.from({ length: 30 }, (_, index) => ({
    key: randomUUID(),
    amount: 1 + index,
  }));
  const answers = await Promise.all(
    calls.flatMap(({ key, amount }) =>
      [0, 1, 2, 3].map(async (on) => ({
        key,
        ...(await ada.bid(auction, amount, { key, on: nodeOf(on) })),
      })),
    ),
  );
  const byKey = Map.groupBy(answers, (answer) => answer.key);
  for (const duplicates of byKey.values())
    assert.equal(new Set(duplicates.map((answer) => answer.raw)).size, 1);
  const accepted = [...byKey.values()].filter(([one]) => one!.status === 201);
  assert.equal((await checkInvariants(db, auction)).bids.length, accepted.length);
});

test('BID-8 the same key with another body is refused with 422 and does nothing', async () => {
  const auction = await makeOpen();
  const elsewhere = await makeOpen();
  const key = randomUUID();
  const first = await ada.bid(auction, 100, { key });
  for (const [target, amount, terms] of [
    [auction, 200, undefined],
    [elsewhere, 100, undefined],
    [auction, 100, true],
  ] as const) {
    const answer = await ada.bid(target, amount, { key, terms, on: other });
    assert.deepEqual([answer.status, answer.body], [422, OTHER_CALL]);
  }
  assert.equal((await ada.bid(auction, 100, { key })).raw, first.raw);
  assert.equal(
    (await bo.bid(auction, 200, { key })).status,
    201,
    'keys of different users are independent',
  );
  assert.equal((await readBidding(db, elsewhere)).bids.length, 0);
  await checkInvariants(db, auction);
});

test('BID-8 a key used for two auctions at once on two nodes takes effect on one', async () => {
  for (let round = 0; round < 10; round++) {
    const auctions = [await makeOpen(), await makeOpen()];
    const key = randomUUID();
    const bystanders = auctions.map((auction, index) => bo.bid(auction, 50, { on: nodeOf(index) }));
    const answers = await Promise.all(
      auctions.map((auction, index) => ada.bid(auction, 100, { key, on: nodeOf(index) })),
    );
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [201, 422]);
    const refused = answers.find((answer) => answer.status === 422);
    assert.deepEqual(refused?.body, OTHER_CALL);
    for (const bystander of await Promise.all(bystanders)) {
      // Refused only if the keyed bid on the same auction came first.
      if (bystander.status !== 201) assert.equal(bystander.body.bid[0], tooLow(101));
    }
    const bidding = await Promise.all(auctions.map((auction) => checkInvariants(db, auction)));
    const keyed = bidding.flatMap(({ bids }) => bids.filter((bid) => bid.amount === 100));
    assert.equal(keyed.length, 1);
  }
});

test('BID-8 a refusal by the auction’s rules is returned again for the same key', async () => {
  const auction = await makeOpen({ start_bid: 500 });
  const key = randomUUID();
  const refused = await ada.bid(auction, 100, { key });
  assert.deepEqual([refused.status, refused.body], [400, { bid: [tooLow(500)] }]);
  await bo.bid(auction, 900);
  const again = await ada.bid(auction, 100, { key, on: other });
  assert.deepEqual([again.status, again.raw], [400, refused.raw]);

  const ended = await makeOpen({ ends: -1 });
  const late = randomUUID();
  assert.deepEqual((await ada.bid(ended, 100, { key: late })).body, { bid: [BID_SENTENCE.ended] });
  assert.deepEqual((await ada.bid(ended, 100, { key: late })).body, { bid: [BID_SENTENCE.ended] });
});

test('BID-8 malformed bids, unseen auctions and missing terms do not use up the key', async () => {
  const auction = await makeOpen();
  const newcomer = await makeBidder(node, company, { terms: false });
  const key = randomUUID();
  assert.equal((await newcomer.bid(auction, 'x', { key })).status, 400);
  assert.equal((await newcomer.bid(999_999, 100, { key, terms: true })).status, 404);
  assert.equal((await newcomer.bid(auction, 100, { key })).status, 400);
  const { rows } = await sql`
    select from idempotency_keys where user_id = ${newcomer.user_id}`.execute(db);
  assert.equal(rows.length, 0);
  await newcomer.place(auction, 100, { key, terms: true });
});

test('BID-8 a key has 1 to 255 characters, and requests without one are independent', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  for (const key of ['', ' ', 'with space', 'å', 'k'.repeat(256)]) {
    const answer = await ada.bid(auction, 100, { key });
    assert.deepEqual([answer.status, answer.body], [400, { detail: 'Ogiltig Idempotency-Key.' }]);
  }
  await ada.place(auction, 100, { key: 'k'.repeat(255) });
  await ada.place(auction, 100, { key: 'k'.repeat(255) });
  assert.equal((await readBidding(db, auction)).bids.length, 1);
  await ada.place(auction, 200);
  assert.deepEqual((await ada.bid(auction, 200)).body, { bid: [tooLow(201)] });
});
