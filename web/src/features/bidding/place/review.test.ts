import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeReview } from './review.ts';

const auction = { minimum_allowed_bid: 49_000, highest_bid: 48_500, my_bid: null };

test('BID-9 from twice the minimum on, the review shows the excess', () => {
  assert.equal(judgeReview(97_999, auction).excessText, null);
  assert.equal(
    judgeReview(98_000, auction).excessText,
    'Det är 49\u00a0000\u00a0kr mer än lägsta nästa bud.',
  );
});

test('BID-9 a minimum that has risen above the bid is shown with the highest bid', () => {
  const { risenText, excessText } = judgeReview(49_000, {
    minimum_allowed_bid: 52_500,
    highest_bid: 52_000,
    my_bid: null,
  });
  assert.equal(
    risenText,
    'Högsta bud är nu 52\u00a0000\u00a0kr. Lägsta nästa bud är 52\u00a0500\u00a0kr.',
  );
  assert.equal(excessText, null);
  assert.equal(judgeReview(49_000, auction).risenText, null);
});

test('AUC-13 in a sealed auction the risen minimum mentions no other bid', () => {
  const { risenText } = judgeReview(10, { minimum_allowed_bid: 20, highest_bid: null, my_bid: 10 });
  assert.equal(risenText, 'Lägsta nästa bud är nu 20\u00a0kr.');
});

test('BID-9 a leading station is warned before raising its own bid', () => {
  const leadsText = (change: object) => judgeReview(50_000, { ...auction, ...change }).leadsText;
  assert.equal(leadsText({ my_bid: 48_500 }), 'Du leder redan med 48\u00a0500\u00a0kr.');
  assert.equal(leadsText({ my_bid: 48_000 }), null);
  assert.deepEqual(judgeReview(48_000, { ...auction, my_bid: 48_500 }), {
    excessText: null,
    leadsText: 'Du leder redan med 48\u00a0500\u00a0kr.',
    risenText: 'Lägsta nästa bud är 49\u00a0000\u00a0kr.',
  });
  assert.equal(
    leadsText({ my_bid: 48_000, highest_bid: null }),
    null,
    'hidden bids are not revealed',
  );
});

test('AUTO-13 from ten times the minimum on, the review of a maximum shows the excess', () => {
  assert.equal(judgeReview(489_999, auction, true).excessText, null);
  assert.match(judgeReview(490_000, auction, true).excessText ?? '', /441\s000\skr mer/);
});

test('AUTO-5 a leader may review a maximum less than a step above its bid, but not equal to it', () => {
  const led = { ...auction, my_bid: 48_500 };
  assert.equal(judgeReview(48_501, led, true).risenText, null);
  assert.match(judgeReview(48_500, led, true).risenText ?? '', /högre än ditt bud/);
});
