import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeBenchWorld } from './testing/bench-world.ts';
import { prepareWave, readWave, type Wave } from './testing/end-wave.ts';
import { eventually } from './testing/eventually.ts';
import { type SmtpDouble, startSmtpDouble } from './testing/smtp-double.ts';
import { openTestHouse, type TestHouse } from './testing/test-house.ts';

/** Several transactions' worth. */
const AUCTIONS = 800;

let mail: SmtpDouble;
let house: TestHouse;
let auctions: number[];
/** How far the wave had come when the first letter was taken. */
let first: Promise<Wave> | undefined;

before(async () => {
  mail = await startSmtpDouble(
    () => 'taken',
    () => {
      first ??= readWave(house.platform.pool.db, auctions);
    },
  );
  house = await openTestHouse({ smtpUrl: mail.url });
  await house.working;
});
after(async () => {
  await house?.stop();
  await mail?.stop();
});

test('AUC-11 when many auctions end at once they are all closed before the first letter of it is sent', async () => {
  const { db } = house.platform.pool;
  ({ spread: auctions } = await makeBenchWorld(db, { bidders: 2, hot: 0, spread: AUCTIONS }));
  await prepareWave(db, auctions, { watchers: 1, startsIn: -1 });
  const wave = await eventually(async () => {
    assert.ok(first);
    return first;
  }, 20_000);
  assert.equal(wave.open, 0);
  assert.ok(wave.waiting > 0);
});
