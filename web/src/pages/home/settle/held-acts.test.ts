import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { HELD_MS, type HeldAct, openHeldActs } from './held-acts.ts';

mock.timers.enable({ apis: ['setTimeout'] });

/** Acts by auction, with what was sent, done and refused. */
function open() {
  const log: string[] = [];
  const acts = openHeldActs({
    onSent: (id) => log.push(`done ${id}`),
    onRefused: ({ auction_id }, reason) => log.push(`refused ${auction_id}: ${reason}`),
  });
  const act = (auction_id: number, fault?: string): HeldAct => ({
    auction_id,
    text: '',
    send() {
      log.push(`sent ${auction_id}`);
      return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
    },
  });
  return { acts, act, log };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('HOME-8 an act is sent after ten seconds, each by its own time', async () => {
  const { acts, act, log } = open();
  acts.hold(act(1));
  mock.timers.tick(HELD_MS - 1);
  acts.hold(act(2));
  assert.deepEqual(log, []);
  mock.timers.tick(1);
  await settle();
  assert.deepEqual(log, ['sent 1', 'done 1']);
  assert.deepEqual(
    acts.get().waiting.map(({ auction_id }) => auction_id),
    [2],
  );
  mock.timers.tick(HELD_MS);
  await settle();
  assert.deepEqual(log, ['sent 1', 'done 1', 'sent 2', 'done 2']);
  assert.deepEqual([...acts.get().settled], [1, 2]);
});

test('HOME-8 the newest act is undone first, and is never sent', async () => {
  const { acts, act, log } = open();
  acts.hold(act(1));
  acts.hold(act(2));
  assert.equal(acts.undo()?.auction_id, 2);
  assert.equal(acts.undo()?.auction_id, 1);
  assert.equal(acts.undo(), null);
  mock.timers.tick(HELD_MS);
  await settle();
  assert.deepEqual(log, []);
});

test('HOME-8 leaving sends the waiting actions once, before it returns', async () => {
  const { acts, act, log } = open();
  acts.hold(act(1));
  acts.hold(act(2));
  const left = acts.flush();
  assert.deepEqual(log, ['sent 1', 'sent 2']);
  await left;
  mock.timers.tick(HELD_MS);
  await settle();
  assert.deepEqual(log, ['sent 1', 'sent 2', 'done 1', 'done 2']);
});

test('HOME-8 a refused car is in the queue again with the reason, until it is acted on', async () => {
  const { acts, act, log } = open();
  acts.hold(act(1, 'Objektet är redan upplagt på nytt.'));
  await acts.flush();
  assert.deepEqual(log, ['sent 1', 'refused 1: Objektet är redan upplagt på nytt.']);
  assert.equal(acts.get().settled.has(1), false);
  assert.equal(acts.get().refused.get(1), 'Objektet är redan upplagt på nytt.');
  acts.hold(act(1));
  assert.equal(acts.get().refused.size, 0);
});
