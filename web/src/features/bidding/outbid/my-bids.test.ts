import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyBid } from '@restvarde/contract/bids/my-bids';
import type { LiveMessage } from '@restvarde/contract/live';
import { applyToMyBids, countOutbid, isOwnLead, newlyOutbid, outbidText } from './my-bids.ts';

const BID: MyBid = {
  auction_id: 7,
  manufacturer: 'Volvo',
  model: 'V60',
  my_bid: 40_000,
  highest_bid: 40_000,
  standing_at: '2026-11-20T10:00:00.000Z',
};
const MESSAGE: LiveMessage = {
  auction_id: 7,
  bid: 45_000,
  min_bid: 46_000,
  end_dt: '2026-11-20T12:00:00.000Z',
  at: '2026-11-20T10:01:00.000Z',
  bid_count: 2,
  closed: false,
};

test('LIVE-8 a rival’s bid takes the lead, and a raise takes it back', () => {
  const outbid = applyToMyBids([BID], MESSAGE)!;
  assert.equal(countOutbid(outbid), 1);
  const raised = { ...MESSAGE, bid: 50_000, my_bid: 50_000, at: '2026-11-20T10:02:00.000Z' };
  assert.equal(countOutbid(applyToMyBids(outbid, raised)!), 0);
});

test('LIVE-8, LIVE-2 an older message, or one about another auction, changes nothing', () => {
  const bids = [BID];
  assert.equal(applyToMyBids(bids, { ...MESSAGE, at: '2026-11-20T09:00:00.000Z' }), bids);
  assert.equal(applyToMyBids(bids, { ...MESSAGE, auction_id: 8 }), bids);
});

test('LIVE-8 an auction that ends, or whose own bid is removed, is no longer outbid', () => {
  assert.deepEqual(applyToMyBids([BID], { ...MESSAGE, closed: true }), []);
  assert.deepEqual(applyToMyBids([BID], { ...MESSAGE, my_bid: null }), []);
});

test('LIVE-8, AUC-13 an unknown own bid causes a refetch, except in a sealed auction', () => {
  const own = { ...MESSAGE, auction_id: 8, my_bid: 45_000 };
  assert.equal(applyToMyBids([BID], own), null);
  const bids = [BID];
  assert.equal(applyToMyBids(bids, { ...own, bid_count: null }), bids);
});

test('LIVE-8 only a lost lead is reported, and only once', () => {
  const led = new Set<number>();
  const outbid = { ...BID, highest_bid: 45_000 };
  assert.deepEqual(newlyOutbid(led, [outbid]), [], 'nobody saw it lead');
  assert.deepEqual(newlyOutbid(led, [BID]), []);
  assert.deepEqual(newlyOutbid(led, [outbid]), [outbid]);
  assert.deepEqual(newlyOutbid(led, [{ ...outbid, highest_bid: 46_000 }]), []);
});

test('LIVE-8, AUC-13 a message shows that the station’s own bid leads, before the list has it', () => {
  assert.equal(isOwnLead({ ...MESSAGE, my_bid: 45_000 }), true);
  assert.equal(isOwnLead({ ...MESSAGE, my_bid: 40_000 }), false);
  assert.equal(isOwnLead(MESSAGE), false);
  assert.equal(isOwnLead({ ...MESSAGE, my_bid: 45_000, bid_count: null }), false);
});

test('LIVE-8 the toast names the auction and the amount, or the number of auctions', () => {
  const outbid = { ...BID, highest_bid: 45_000 };
  assert.equal(
    outbidText([outbid]),
    'Du är överbjuden på Volvo V60. Nytt bud: 45\u00a0000\u00a0kr.',
  );
  assert.equal(outbidText([outbid, BID]), 'Du är överbjuden på 2 auktioner.');
});
