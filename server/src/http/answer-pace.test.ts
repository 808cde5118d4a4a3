import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { openAnswerPace } from './answer-pace.ts';

const SLOW = { burst: 2, every_ms: 3_600_000, longest_ms: 3_600_000 };

/** Whether the wait has ended by now. */
async function isAnswered(waiting: Promise<void>): Promise<boolean> {
  const later = new Promise<false>((resolve) => setImmediate(resolve, false));
  return Promise.race([waiting.then(() => true), later]);
}

test('LIMIT-3 the first refused calls are answered at once, and the next waits while other keys do not', async () => {
  const pace = openAnswerPace(1, SLOW);
  const answer = (key: string) => pace.wait(key, new Socket());
  assert.deepEqual(
    await Promise.all([answer('a'), answer('a'), answer('a'), answer('b')].map(isAnswered)),
    [true, true, false, true],
  );
  pace.stop();
});

test('LIMIT-3 a multiplier of two answers twice as many refused calls at once', async () => {
  const pace = openAnswerPace(2, SLOW);
  const answers = Array.from({ length: 5 }, () => pace.wait('a', new Socket()));
  assert.deepEqual(await Promise.all(answers.map(isAnswered)), [true, true, true, true, false]);
  pace.stop();
});

test('LIMIT-3 after a long flood a reply waits at most the longest wait, and soon replies are immediate again', async () => {
  const pace = openAnswerPace(1, { burst: 1, every_ms: 50, longest_ms: 50 });
  const ended = () => new Socket().destroy();
  for (let time = 0; time < 10_000; time++) void pace.wait('a', ended());
  // Without the longest wait this would take eight minutes.
  await pace.wait('a', new Socket());
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(await isAnswered(pace.wait('a', new Socket())), true);
  pace.stop();
});

test('LIMIT-3 each further refused call waits longer, up to the longest wait', async () => {
  const pace = openAnswerPace(1, { burst: 0, every_ms: 40, longest_ms: 100 });
  const start = performance.now();
  const answer = async () => {
    await pace.wait('a', new Socket());
    return performance.now() - start;
  };
  const waits = await Promise.all([answer(), answer(), answer(), answer(), answer()]);
  for (const [at, least] of [40, 80, 100, 100, 100].entries()) {
    assert.ok(waits[at]! >= least - 2, `${waits}`);
  }
});

test('LIMIT-3 a wait ends when the caller hangs up or the node stops', async () => {
  const pace = openAnswerPace(1, { ...SLOW, burst: 0 });
  const [gone, other] = [new Socket(), new Socket()];
  const [left, waiting] = [pace.wait('a', gone), pace.wait('a', other)];
  gone.destroy();
  await left;
  assert.equal(await isAnswered(waiting), false);
  pace.stop();
  await waiting;
  await pace.wait('a', new Socket());
});

test('LIMIT-3 a caller who pipelines requests on a waiting connection is disconnected', async () => {
  const pace = openAnswerPace(1, { ...SLOW, burst: 0 });
  const socket = new Socket();
  const first = pace.wait('a', socket);
  await pace.wait('a', socket);
  assert.equal(socket.destroyed, true);
  await first;
});

test('LIMIT-3 a long-lived connection does not accumulate listeners', async () => {
  const pace = openAnswerPace(1, { burst: 0, every_ms: 1, longest_ms: 1 });
  const socket = new Socket();
  const before = socket.listenerCount('close');
  for (let time = 0; time < 3; time++) await pace.wait('a', socket);
  assert.equal(socket.listenerCount('close'), before);
});
