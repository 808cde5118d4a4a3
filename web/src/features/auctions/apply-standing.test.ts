import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveMessage } from '@restvarde/contract/live';
import { applyStanding, leadOf, type Standing } from './apply-standing.ts';

const open: Standing = {
  id: 7,
  end_dt: '2026-11-20T13:30:00.000Z',
  hidden_bids: false,
  highest_bid: 48_500,
  minimum_allowed_bid: 49_000,
  bid_count: 7,
  my_bid: 48_500,
  my_max_bid: null,
  my_max_state: null,
  reservation_price: null,
  reserve_met: null,
  is_active: true,
  standing_at: '2026-11-20T13:00:00.000Z',
};

const message: LiveMessage = {
  auction_id: 7,
  bid: 49_000,
  min_bid: 49_500,
  end_dt: '2026-11-20T13:33:00.000Z',
  at: '2026-11-20T13:00:00.001Z',
  bid_count: 8,
  closed: false,
};

test('AUC-9 a lower own bid means a removal, until the next bid; a card does not record it', () => {
  const page = { ...open, my_removed_bid: null };
  const removed = applyStanding(page, { ...message, my_bid: null });
  assert.equal(removed.my_removed_bid, 48_500);
  const rivals = applyStanding(removed, { ...message, bid: 52_000 });
  assert.equal(rivals.my_removed_bid, 48_500);
  const again = applyStanding(rivals, { ...message, my_bid: 53_000 });
  assert.equal(again.my_removed_bid, null);
  assert.equal('my_removed_bid' in applyStanding(open, { ...message, my_bid: null }), false);
});

test('LIVE-2 a message updates highest bid, minimum, end and count', () => {
  assert.deepEqual(applyStanding(open, message), {
    ...open,
    highest_bid: 49_000,
    minimum_allowed_bid: 49_500,
    end_dt: message.end_dt,
    bid_count: 8,
    standing_at: message.at,
  });
});

test('AUC-15 the phase of a sale follows the messages and never goes back', () => {
  const phase = (sale_phase: Standing['sale_phase'], change: Partial<LiveMessage>) =>
    applyStanding({ ...open, sale_phase: sale_phase ?? null }, { ...message, ...change })
      .sale_phase;
  assert.equal(phase('running', { bid_count: 1 }), 'bid_on');
  assert.equal(phase('upcoming', { bid_count: 1 }), 'bid_on');
  assert.equal(phase('running', { bid_count: 0 }), 'running');
  assert.equal(phase('bid_on', { bid_count: 0 }), 'bid_on');
  assert.equal(phase('running', { closed: true }), 'ended');
  assert.equal(phase('sold', { closed: true }), 'sold');
  assert.equal(phase(null, { bid_count: 1 }), null);
  assert.equal('sale_phase' in applyStanding(open, message), false);
});

test('LIVE-2 an older message, or one about another auction, changes nothing', () => {
  assert.equal(applyStanding(open, { ...message, at: '2026-11-20T12:59:59.999Z' }), open);
  assert.equal(applyStanding(open, { ...message, auction_id: 8 }), open);
});

test('LIVE-2 a removed bid lowers the highest bid', () => {
  const after = applyStanding(open, {
    ...message,
    bid: null,
    min_bid: 10_000,
    bid_count: 0,
    my_bid: null,
  });
  assert.equal(after.highest_bid, null);
  assert.equal(after.my_bid, null);
});

test('LIVE-3 in a sealed auction a station gets its own bid but not the highest', () => {
  const sealed = { ...open, hidden_bids: true, highest_bid: null, bid_count: null, my_bid: null };
  const after = applyStanding(sealed, { ...message, bid: 12_000, my_bid: 12_000, bid_count: null });
  assert.equal(after.highest_bid, null);
  assert.equal(after.bid_count, null);
  assert.equal(after.my_bid, 12_000);
});

test('LIVE-3 in a sealed auction its own staff get the highest bid', () => {
  const after = applyStanding({ ...open, hidden_bids: true, my_bid: null }, message);
  assert.equal(after.highest_bid, 49_000);
  assert.equal(after.my_bid, null);
});

test('AUC-1 the pickup date moves with the end', () => {
  const moved = { ...message, end_dt: '2026-11-30T23:30:00.000Z' };
  assert.equal(
    applyStanding({ ...open, pickup_date: '2026-11-30' }, moved).pickup_date,
    '2026-12-11',
  );
});

test('AUC-14 a bid that reaches a known reserve meets it', () => {
  const reserved = { ...open, reservation_price: 49_000, reserve_met: false };
  assert.equal(applyStanding(reserved, message).reserve_met, true);
  const hidden = { ...open, reserve_met: false };
  assert.equal(applyStanding(hidden, message).reserve_met, false);
});

test('AUC-5 a closed auction is no longer active', () => {
  assert.equal(applyStanding(open, { ...message, closed: true }).is_active, false);
});

test('BID-11 a station leads, is outbid or has no standing', () => {
  assert.equal(leadOf(open), 'leading');
  assert.equal(leadOf(applyStanding(open, message)), 'outbid');
  assert.equal(leadOf({ my_bid: null, highest_bid: 5 }), null);
  assert.equal(leadOf({ my_bid: 5, highest_bid: null }), null);
});

test('LIVE-2 a message without changes returns the same object, so nothing renders again', () => {
  const once = applyStanding(open, message);
  assert.equal(applyStanding(once, message), once);
});
