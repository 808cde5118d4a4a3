import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeReview } from './review.ts';

const auction = { minimum_allowed_bid: 49_000, highest_bid: 48_500 };

test('BID-9 from twice the minimum up a line says by how much a bid exceeds it', () => {
  assert.equal(judgeReview(97_999, auction).excess, null);
  assert.equal(
    judgeReview(98_000, auction).excess,
    'Det är 49\u00a0000\u00a0kr mer än lägsta bud.',
  );
});

test('BID-9 a minimum that rose past the bid is told with the highest bid', () => {
  const { risen, excess } = judgeReview(49_000, {
    minimum_allowed_bid: 52_500,
    highest_bid: 52_000,
  });
  assert.equal(risen, 'Högsta bud är nu 52\u00a0000\u00a0kr. Lägsta bud är 52\u00a0500\u00a0kr.');
  assert.equal(excess, null);
  assert.equal(judgeReview(49_000, auction).risen, null);
});

test('AUC-13 of a sealed auction the risen minimum names no other bid', () => {
  const { risen } = judgeReview(10, { minimum_allowed_bid: 20, highest_bid: null });
  assert.equal(risen, 'Lägsta bud är nu 20\u00a0kr.');
});
