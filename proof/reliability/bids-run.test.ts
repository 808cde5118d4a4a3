import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { runBids } from './bids-run.ts';

test('BID-8, AUC-11, LIVE-2, DATA-3 despite killed, frozen and disconnected nodes no answered bid is lost or answered wrongly', async () => {
  const database = await createTestDatabase();
  try {
    const report = await runBids({
      databaseUrl: database.appUrl,
      seconds: 9,
      seed: 3,
      faults: ['kill', 'freeze', 'cut'],
    });
    const counts = JSON.stringify(report);
    assert.deepEqual(report.blind, [], counts);
    assert.ok(
      Object.values(report.found).every((found) => found.length === 0),
      counts,
    );
    assert.deepEqual(report.broken, [], counts);
    assert.deepEqual(report.differences, []);
    assert.ok(report.refused > 5, counts);
    assert.ok(Object.keys(report.faults).length >= 2, counts);
  } finally {
    await database.drop();
  }
});
