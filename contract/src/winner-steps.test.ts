import assert from 'node:assert/strict';
import { test } from 'node:test';
import { winnerSteps } from './winner-steps.ts';

const won = {
  end_dt: '2026-11-20T23:30:00.000Z',
  winner_notified_at: '2026-11-23T08:00:00.000Z',
  damage_condition: 'REPAIR',
} as const;
const stepsOf = (change: object) =>
  winnerSteps({ ...won, ...change }).map(({ what, when }) => `${what} ${when}`);

test('LIST-6, TERMS-1 the days of the winner count from the end, and to examine from the notice, in Stockholm', () => {
  assert.deepEqual(stepsOf({}), [
    'Hämta senast 2026-12-01',
    'Undersök senast 2026-12-03',
    'Anmäl ägarbyte inom 14 dagar från hämtning',
    'Betala senast 2026-12-21, före hämtning',
  ]);
});

test('LIST-6 what is due first stands first, also for one who was told late', () => {
  assert.deepEqual(stepsOf({ winner_notified_at: '2026-12-20T08:00:00.000Z' }), [
    'Hämta senast 2026-12-01',
    'Anmäl ägarbyte inom 14 dagar från hämtning',
    'Betala senast 2026-12-21, före hämtning',
    'Undersök senast 2026-12-30',
  ]);
});

test('TERMS-1 an object sold for parts is scrapped, and its change of owner not asked for', () => {
  const steps = stepsOf({ damage_condition: 'DISASSEMBLY' });
  assert.ok(steps.includes('Skrotas och avregistreras av auktoriserad bilskrotare'));
  assert.doesNotMatch(steps.join(), /ägarbyte/);
});
