import assert from 'node:assert/strict';
import { test } from 'node:test';
import { winnerSteps } from './winner-steps.ts';

test('LIST-6, TERMS-1 the days of the winner count from the end, and to examine from the notice, in Stockholm', () => {
  const steps = winnerSteps({
    end_dt: '2026-11-20T23:30:00.000Z',
    winner_notified_at: '2026-11-23T08:00:00.000Z',
  });
  assert.deepEqual(
    steps.map(({ what, when }) => `${what} ${when}`),
    [
      'Hämta senast 2026-12-01',
      'Anmäl ägarbyte inom 10 dagar från hämtning',
      'Undersök senast 2026-12-03',
      'Betala senast 2026-12-21',
    ],
  );
});
