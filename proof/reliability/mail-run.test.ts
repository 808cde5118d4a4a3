import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { breachesOf, runMail } from './mail-run.ts';

test('MAIL-2 despite killed workers and faults of the mail server no email is lost or sent without a cause', async () => {
  const database = await createTestDatabase();
  try {
    const report = await runMail({ databaseUrl: database.url, mails: 60, kills: 1, seed: 7 });
    assert.deepEqual(breachesOf(report), [], JSON.stringify(report));
    assert.ok(report.delivered > 30 && report.rolled_back > 0 && report.revoked > 0);
    assert.ok(report.faults > 0, 'the mail server had faults');
  } finally {
    await database.drop();
  }
});
