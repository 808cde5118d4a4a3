import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Standing } from './apply-standing.ts';
import { noticeOf } from './change-notice.ts';

const before: Standing = {
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

test('BID-11 a rival’s bid and a lost lead are announced', () => {
  const news = noticeOf(before, { ...before, highest_bid: 49_000 });
  assert.equal(news.sentence, 'Nytt bud: 49\u00a0000\u00a0kr. Du är överbjuden.');
  assert.equal(news.is_bid, true);
  assert.equal(news.extended_to, null);
});

test('BID-11 the new end after a late bid is announced', () => {
  const end_dt = '2026-11-20T13:33:00.000Z';
  const news = noticeOf(before, { ...before, highest_bid: 49_000, end_dt });
  assert.match(news.sentence ?? '', /Förlängd till 14:33\.$/);
  assert.equal(news.extended_to, end_dt);
});

test('BID-1 the station’s own bid flashes; the answer to the call announces it, not the notice', () => {
  const news = noticeOf(before, { ...before, highest_bid: 49_000, my_bid: 49_000 });
  assert.equal(news.sentence, null);
  assert.equal(news.is_bid, true);
});

test('BID-11 a notice of the station’s own bid and a higher one announces only the lost lead', () => {
  const start = { ...before, my_bid: null };
  const news = noticeOf(start, { ...start, my_bid: 49_000, highest_bid: 50_000 });
  assert.equal(news.sentence, 'Nytt bud: 50\u00a0000\u00a0kr. Du är överbjuden.');
});

test('AUC-9 a removed bid is announced', () => {
  const other = noticeOf(before, { ...before, highest_bid: 40_000, my_bid: 48_500 });
  assert.match(other.sentence ?? '', /^Ett bud har tagits bort/);
  const own = noticeOf(before, { ...before, highest_bid: null, my_bid: null });
  assert.match(own.sentence ?? '', /^Ditt bud har tagits bort/);
});

test('AUC-5 the end is announced, and not as an extension', () => {
  const end_dt = '2026-11-20T13:33:00.000Z';
  const news = noticeOf(before, { ...before, is_active: false, end_dt });
  assert.equal(news.sentence, 'Auktionen är avslutad.');
  assert.equal(news.extended_to, null);
});

test('BID-6, BID-11 an end that moves within the same minute is announced with seconds', () => {
  const first = { ...before, end_dt: '2026-11-20T13:33:12.340Z' };
  const news = noticeOf(first, {
    ...first,
    highest_bid: 49_000,
    end_dt: '2026-11-20T13:33:41.120Z',
  });
  assert.match(news.sentence ?? '', /Förlängd till 14:33:41\.$/);
});

test('AUC-14, BID-11 the notice says when the reserve is met and when it no longer is', () => {
  const below = { ...before, reserve_met: false };
  const met = noticeOf(below, { ...below, highest_bid: 60_000, reserve_met: true });
  assert.match(met.sentence ?? '', /^Nytt bud: .* Reservationspriset är uppnått\.$/);
  // The answer to the call announces the bid; this notice announces the reserve.
  const own = noticeOf(below, { ...below, my_bid: 60_000, highest_bid: 60_000, reserve_met: true });
  assert.equal(own.sentence, 'Reservationspriset är uppnått.');
  const removed = noticeOf({ ...before, reserve_met: true }, { ...before, reserve_met: false });
  assert.equal(removed.sentence, 'Reservationspriset är inte uppnått.');
});
