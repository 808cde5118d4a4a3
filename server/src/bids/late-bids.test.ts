import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { checkInvariants, readBidding } from '../../test/check-invariants.ts';
import { shiftAuction } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { ada, makeOpen } = await makeSeller(node);

/** Sets the end to `seconds` from now, by the database's clock. */
async function setEnd(auction: number, seconds: number): Promise<void> {
  await sql`
    update auction_standings set end_dt = now_ms() + make_interval(secs => ${seconds})
    where auction_id = ${auction}`.execute(db);
}

test('BID-6 a late bid moves the end to its time plus the extension, in open and sealed auctions', async () => {
  for (const hidden_bids of [false, true]) {
    const auction = await makeOpen({ hidden_bids, extension_minutes: 3 });
    await setEnd(auction, 60);
    const answer = await ada.bid(auction, 100);
    assert.equal(answer.body.extended, true);
    const { bids, standing } = await checkInvariants(db, auction);
    assert.equal(standing.end_dt.getTime() - bids[0]!.placed_at.getTime(), 180_000);
    assert.equal(answer.body.end_dt, standing.end_dt.toISOString());
  }
});

test('BID-6 early bids, refused bids and an extension of 0 minutes do not move the end', async () => {
  const early = await makeOpen({ extension_minutes: 3 });
  await setEnd(early, 600);
  const off = await makeOpen({ extension_minutes: 0 });
  await setEnd(off, 60);
  for (const auction of [early, off]) {
    assert.equal((await ada.bid(auction, 100)).body.extended, false);
    await checkInvariants(db, auction);
  }
  const refused = await makeOpen({ extension_minutes: 3, start_bid: 1_000 });
  await setEnd(refused, 60);
  const end = (await readBidding(db, refused)).standing.end_dt;
  assert.equal((await ada.bid(refused, 999)).status, 400);
  assert.deepEqual((await readBidding(db, refused)).standing.end_dt, end);
});

test('BID-6 each late bid moves the end later, never earlier', async () => {
  const auction = await makeOpen({ extension_minutes: 10 });
  await setEnd(auction, 30);
  for (let amount = 1; amount <= 5; amount++) {
    assert.equal((await ada.bid(auction, amount)).status, 201);
    // Nine minutes pass. The auction is still within its last ten.
    await node.owner
      .updateTable('bids')
      .set({
        placed_at: sql`placed_at - interval '9 minutes'`,
        end_before: sql`end_before - interval '9 minutes'`,
        end_after: sql`end_after - interval '9 minutes'`,
      })
      .where('auction_id', '=', auction)
      .execute();
    await shiftAuction(db, auction, -540);
  }
  const { bids } = await checkInvariants(db, auction);
  assert.ok(bids.every((bid) => bid.end_after > bid.end_before));
});
