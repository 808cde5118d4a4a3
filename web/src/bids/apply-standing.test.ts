import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions';
import type { PlacedBid } from '@restvarde/contract/bids';
import type { LiveMessage } from '@restvarde/contract/live';
import { applyPlacedBid, applyStanding, keepNewer } from './apply-standing.ts';

const at = (second: number) => `2026-11-20T13:30:${String(second).padStart(2, '0')}.000Z`;

const known = {
  id: 7,
  hidden_bids: false,
  highest_bid: 48_000,
  bid_count: 6,
  minimum_allowed_bid: 48_500,
  my_bid: 48_000,
  end_dt: at(59),
  is_active: true,
  standing_at: at(10),
} as Auction;

const message: LiveMessage = {
  auction_id: 7,
  bid: 48_500,
  min_bid: 49_000,
  end_dt: at(59),
  at: at(11),
  bid_count: 7,
  closed: false,
};

const placed: PlacedBid = {
  bid: 49_000,
  outcome: 'leading',
  extended: false,
  end_dt: at(59),
  highest_bid: 49_000,
  bid_count: 8,
  minimum_allowed_bid: 49_500,
  my_bid: 49_000,
  standing_at: at(12),
};

test('LIVE-2 a message moves highest bid, minimum, count and end', () => {
  const next = applyStanding(known, { ...message, end_dt: at(58) });
  assert.equal(next.highest_bid, 48_500);
  assert.equal(next.minimum_allowed_bid, 49_000);
  assert.equal(next.bid_count, 7);
  assert.equal(next.end_dt, at(58));
  assert.equal(next.standing_at, at(11));
  assert.equal(next.my_bid, 48_000, 'what a message does not name stays');
});

test('LIVE-2 an older message changes nothing, nor does one about another auction', () => {
  assert.equal(applyStanding(known, { ...message, at: at(9) }), known);
  assert.equal(applyStanding(known, { ...message, auction_id: 8 }), known);
});

test('LIVE-2 a message that says nothing new gives the same object, so nothing is drawn again', () => {
  const once = applyStanding(known, message);
  assert.equal(applyStanding(once, message), once);
});

test('AUC-9 a removed bid lowers what is shown, and takes an own bid away', () => {
  const next = applyStanding(known, { ...message, bid: 47_000, min_bid: 47_500, my_bid: null });
  assert.equal(next.highest_bid, 47_000);
  assert.equal(next.my_bid, null);
});

test('LIVE-3 in a sealed auction a station learns its own bid and no highest', () => {
  const sealed = { ...known, hidden_bids: true, highest_bid: null, bid_count: null };
  const next = applyStanding(sealed, { ...message, bid: 50_000, my_bid: 50_000, bid_count: null });
  assert.equal(next.highest_bid, null);
  assert.equal(next.bid_count, null);
  assert.equal(next.my_bid, 50_000);
});

test('AUC-13 staff see the highest of a sealed auction', () => {
  const next = applyStanding({ ...known, hidden_bids: true }, message);
  assert.equal(next.highest_bid, 48_500);
});

test('AUC-5 a closed auction is not active any more', () => {
  assert.equal(applyStanding(known, { ...message, closed: true }).is_active, false);
});

test('BID-1 the answer to a bid moves the standing', () => {
  const next = applyPlacedBid(known, placed);
  assert.equal(next.my_bid, 49_000);
  assert.equal(next.highest_bid, 49_000);
});

test('LIVE-2 an answer that a message has overtaken moves only the own bid', () => {
  const ahead = applyStanding(known, { ...message, bid: 60_000, at: at(13) });
  const next = applyPlacedBid(ahead, placed);
  assert.equal(next.highest_bid, 60_000);
  assert.equal(next.my_bid, 49_000);
});

test('LIVE-2 a fetched auction keeps the standing of a message that overtook it', () => {
  const ahead = applyStanding(known, message);
  const fetched = { ...known, description: 'Ny text' };
  assert.equal(keepNewer(fetched, ahead).highest_bid, 48_500);
  assert.equal(keepNewer(fetched, ahead).description, 'Ny text');
  assert.equal(keepNewer(fetched, undefined), fetched);
});
