import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Share } from './limit-table.ts';
import { openTurns } from './turns.ts';

const SHARE: Share = {
  of: 'tests',
  by: 'user',
  at_once: 2,
  in_flight: 5,
  all_at_once: 3,
  all_in_flight: 8,
};

/** Work items that the test ends, and their starting order. */
function works() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    /** Ends the oldest first. */
    async end(count = 1) {
      for (const end of ends.splice(0, count)) end();
      await pause(0);
    },
  };
}

test('LIMIT-3 a user with more calls waits, and others’ calls run in between', async () => {
  const turns = openTurns({ ...SHARE, in_flight: 8 });
  const { begun, work, end } = works();
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => turns.take('a', work(name)));
  all.push(...['b1', 'b2'].map((name) => turns.take('b', work(name))));
  await pause(0);
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  await end();
  await end();
  assert.deepEqual(begun.slice(3), ['a3', 'b2']);
  for (let round = 0; round < 6; round++) await end(3);
  assert.deepEqual(begun.slice(5), ['a4']);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
});

test('LIMIT-3 a user with the maximum in flight is refused, with the time to retry', async () => {
  const turns = openTurns(SHARE);
  const { work, end } = works();
  const all = Array.from({ length: 5 }, () => turns.take(7, work('x')));
  await assert.rejects(turns.take(7, work('x')), {
    status: 429,
    body: { detail: 'Du gör för mycket på en gång. Försök igen om 1 sekund.' },
    headers: { 'retry-after': '1' },
  });
  all.push(...Array.from({ length: 3 }, () => turns.take(8, work('x'))));
  await assert.rejects(turns.take(9, work('x')), { status: 503, headers: { 'retry-after': '1' } });
  for (let round = 0; round < 8; round++) await end(3);
  await Promise.all(all);
  void turns.take(7, work('x'));
  await end();
});

test('LIMIT-3 a user with more than half of the maximum in flight gets one at a time', async () => {
  const turns = openTurns({ ...SHARE, at_once: 2, in_flight: 6 });
  const { begun, work, end } = works();
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => turns.take('a', work(name)));
  await end();
  assert.deepEqual(begun, ['a1', 'a2']);
  await end();
  assert.deepEqual(begun.slice(2), ['a3', 'a4']);
  for (let round = 0; round < 3; round++) await end(2);
  await Promise.all(all);
});

test('LIMIT-3 above half of the maximum, each call waits for as long as the previous one took', async () => {
  const turns = openTurns({ ...SHARE, at_once: 1, in_flight: 4, rests: true });
  const times: number[] = [];
  const work = async () => {
    times.push(performance.now());
    await pause(50);
  };
  await Promise.all(Array.from({ length: 4 }, () => turns.take('a', work)));
  const gaps = times.slice(1).map((time, at) => time - times[at]!);
  assert.ok(gaps[0]! >= 95 && gaps[1]! >= 95, `${gaps}`);
});

test('LIMIT-3 failed work releases its turn', async () => {
  const turns = openTurns({ ...SHARE, at_once: 1 });
  const fail = () => Promise.reject(new Error('no'));
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => turns.take('a', fail)));
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  assert.equal(await turns.take('a', async () => 'done'), 'done');
});
