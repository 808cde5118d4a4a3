import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationSentence, type WonCollection, winnerSteps } from './winner-steps.ts';

const won = {
  end_dt: '2026-11-20T23:30:00.000Z',
  winner_notified_at: '2026-11-23T08:00:00.000Z',
};
const stepsOf = (change: object, collection: WonCollection | null = null) =>
  winnerSteps({ ...won, ...change }, collection).map(({ what, when }) => `${what} ${when}`);

test('LIST-6, TERMS-1 the days of the winner count from the end, and to examine from the notice, in Stockholm', () => {
  assert.deepEqual(stepsOf({}), [
    'Hämta senast 2026-12-01',
    'Undersök senast 2026-12-03',
    'Betala senast 2026-12-21, före hämtning',
  ]);
});

test('LIST-6 steps are sorted by deadline, also after a late notice', () => {
  assert.deepEqual(stepsOf({ winner_notified_at: '2026-12-20T08:00:00.000Z' }), [
    'Hämta senast 2026-12-01',
    'Betala senast 2026-12-21, före hämtning',
    'Undersök senast 2026-12-30',
  ]);
});

test('LIST-6, PICK-6 the object is collected by the last day of free storage, and once it is paid that is said instead', () => {
  const collection = { free_until: '2026-12-10', paid_at: null, handed_over_at: null };
  assert.deepEqual(stepsOf({}, collection), [
    'Undersök senast 2026-12-03',
    'Hämta senast 2026-12-10',
    'Betala senast 2026-12-21, före hämtning',
  ]);
  const paid = { ...collection, paid_at: '2026-11-30' };
  assert.deepEqual(stepsOf({}, paid), [
    'Undersök senast 2026-12-03',
    'Hämta senast 2026-12-10',
    'Betalt 2026-11-30',
  ]);
  const handed_over_at = '2026-12-01T09:00:00.000Z';
  assert.deepEqual(stepsOf({}, { ...collection, handed_over_at }), [
    'Undersök senast 2026-12-03',
    'Betala senast 2026-12-21',
  ]);
});

test('MAIL-1, LIST-6 the change of owner is told with the days of the law, and not of what is sold for parts', () => {
  assert.equal(
    registrationSentence({ damage_condition: 'REPAIR' }),
    'Anmäl ägarbyte inom 10 dagar: anmälan ska ha kommit in till Transportstyrelsen.',
  );
  assert.equal(
    registrationSentence({ damage_condition: 'DISASSEMBLY' }),
    'Lämnas till auktoriserad bilskrotare.',
  );
});
