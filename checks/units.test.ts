import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { plantTree } from './made-up-tree.ts';
import { findUnitless } from './units.ts';

const FILE = 'server/src/a.ts';

/** The names without a unit in a source, each with why it needs one. */
function found(t: TestContext, source: string): string[] {
  return findUnitless(plantTree(t, { [FILE]: source })).map((line) => line.replace(/^[^ ]* /, ''));
}

test('what a timer waits for has its unit in its name, through what it is reckoned from', (t) => {
  const why = 'is waited for';
  assert.deepEqual(found(t, 'setTimeout(f, wait);'), [`wait ${why}`]);
  assert.deepEqual(found(t, 'setInterval(f, poller.every);'), [`every ${why}`]);
  assert.deepEqual(found(t, 'setTimeout(f, steps[n]);'), [`steps ${why}`]);
  assert.deepEqual(found(t, 'setTimeout(f, late ? 10 : left());'), [`left ${why}`]);
  assert.deepEqual(found(t, 'setTimeout(f, Math.max(0, end - now()));'), [
    `end ${why}`,
    `now ${why}`,
  ]);
  assert.deepEqual(found(t, 'AbortSignal.timeout(patience);'), [`patience ${why}`]);
  const named = `import { setTimeout as pause } from 'node:timers/promises';\n`;
  assert.deepEqual(found(t, `${named}await pause(wait, undefined, { ref });`), [`wait ${why}`]);
});

test('a unit is said by the name, by what it belongs to, or by a number that stands there itself', (t) => {
  for (const delay of [
    'WAIT_MS',
    'waitMs',
    'job.wait_ms',
    'steps_ms[at]',
    'LIVE_MS.ping',
    'ms',
    '2 * DAY_MS',
    '1_000',
    '1000 / rate',
    'leftMs()',
    'step_s * Math.random()',
  ]) {
    assert.deepEqual(found(t, `setTimeout(f, ${delay});`), [], delay);
  }
  assert.deepEqual(found(t, 'setTimeout(f); pause(wait); other.setTimeout(wait);'), []);
});

test('so has what a library takes as a duration', (t) => {
  assert.deepEqual(found(t, 'open({ connectTimeout: patience });'), [
    'patience is given as connectTimeout',
  ]);
  assert.deepEqual(found(t, 'open({ timeout });'), ['timeout is given as timeout']);
  assert.deepEqual(found(t, 'open({ heartbeatSeconds: BEAT_S, retryDelay: (n) => n * 2 });'), []);
  assert.deepEqual(found(t, 'const { retry_delay } = row;'), []);
});

test('so has a constant that is called after a duration, or whose comment names a unit', (t) => {
  for (const value of ['20', '60 * 1_000', '60 * SECOND_MS', '[1, 2]']) {
    assert.deepEqual(found(t, `export const HEARTBEAT = ${value};`), ['HEARTBEAT is a duration']);
  }
  assert.deepEqual(found(t, '/** Kept for so long (seconds). */\nexport const KEPT = 5;'), [
    'KEPT has a unit in its comment',
  ]);
  assert.deepEqual(found(t, 'interface A {\n/** Milliseconds. */\nevery: number }'), [
    'every has a unit in its comment',
  ]);
  for (const fine of [
    'const DAY_S = 86_400;',
    'const BIDS_A_SECOND = 5;',
    'const PAUSE = new Map();',
    '/** Milliseconds since 1970. */\nconst BEGUN = 5;',
    '/** Kept for so long (seconds). */\nconst KEPT_S = 5;',
    '/** Two seconds later: */\n\nf();\nconst KEPT = 5;',
    'interface A {\n/** Milliseconds. */\nevery_ms: number; name: string }',
  ]) {
    assert.deepEqual(found(t, fine), [], fine);
  }
});

test('the command ends with 1 and names the place', (t) => {
  const tree = plantTree(t, { [FILE]: '\nconst TIMEOUT = 5;' });
  const command = join(import.meta.dirname, 'units.ts');
  const run = spawnSync(process.execPath, [command, tree], { encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.equal(run.stderr, 'server/src/a.ts:2: TIMEOUT is a duration\n');
});
