import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlacedBid } from '@restvarde/contract/bids/bids';
import { ApiError } from '../../../base/api/api-error.ts';
import { LostBid, sendBid } from './send-bid.ts';

const placed = { bid: 49_000 } as PlacedBid;

/** Returns the answers in turn; throws errors. */
function scripted(...answers: (PlacedBid | Error)[]) {
  const waits: number[] = [];
  let uncertain = 0;
  let tries = 0;
  const run = sendBid(
    async () => {
      const answer = answers[tries++];
      if (answer instanceof Error) throw answer;
      return answer!;
    },
    {
      delays: [10, 20],
      wait: async (ms) => void waits.push(ms),
      onUncertain: () => void uncertain++,
    },
  );
  return { run, waits, seen: () => ({ tries, uncertain }) };
}

test('BID-8 a bid whose answer was lost is sent again with increasing delays', async () => {
  const { run, waits, seen } = scripted(new ApiError(0, null), new ApiError(503, null), placed);
  assert.equal(await run, placed);
  assert.deepEqual(waits, [10, 20]);
  assert.deepEqual(seen(), { tries: 3, uncertain: 2 });
});

test('BID-8 a domain error is final and ends the attempts', async () => {
  const refused = new ApiError(400, { bid: ['Auktionen är avslutad.'] });
  const { run, seen } = scripted(new ApiError(0, null), refused);
  await assert.rejects(run, refused);
  assert.equal(seen().tries, 2);
});

test('BID-8 without any answer the outcome is reported as unknown', async () => {
  const lost = new ApiError(0, null);
  await assert.rejects(scripted(lost, lost, lost).run, LostBid);
});
