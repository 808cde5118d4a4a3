import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { StartError } from '@restvarde/server/start-error';
import { lockFolder } from './folder-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'restvarde-lock-'));
after(() => rmSync(folder, { recursive: true }));

test('one of two simultaneous callers gets the folder, and the other is refused', () => {
  // Another process that has begun to take the lock.
  const other = new DatabaseSync(join(folder, 'lock'));
  other.exec('begin; select * from sqlite_schema');
  const unlock = lockFolder(folder);
  assert.throws(() => lockFolder(folder), StartError);
  other.close();
  unlock();
  lockFolder(folder)();
});
