import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/test-database.ts';
import { openPool } from './pool.ts';

const database = await createTestDatabase();
after(() => database.drop());

test('OPS-2 a pool that ends keeps no connection, by whichever way it was asked', async () => {
  for (const keeps of [false, true]) {
    const pool = openPool(database.url, 2, { keeps });
    await pool.pg.query('select 1');
    await pool.end();
    assert.equal(pool.pg.totalCount, 0);
  }
});
