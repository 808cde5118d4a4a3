import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeTypes, TYPES_FILE } from '../../test/database-types.ts';
import { createTestDatabase } from '../../test/test-database.ts';

test('types.generated.ts describes the migrated database', async () => {
  const database = await createTestDatabase();
  try {
    const types = await describeTypes(database.url);
    assert.ok(types === readFileSync(TYPES_FILE, 'utf8'), 'It is stale: npm run types:db');
  } finally {
    await database.drop();
  }
});
