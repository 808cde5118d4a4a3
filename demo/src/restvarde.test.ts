import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const RESTVARDE = join(import.meta.dirname, '../../restvarde.mjs');

test('OPS-13, OPS-14 without DATABASE_URL a command uses the embedded database, which can be backed up and restored into another', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-embedded-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // A backup does not contain SECRET; a restored database needs the original one.
  const SECRET = randomBytes(36).toString('base64');
  const restvarde = async (dataDir: string, ...args: string[]) => {
    const { DATABASE_URL: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, [RESTVARDE, ...args], {
      env: { ...env, SECRET, DATA_DIR: join(folder, dataDir) },
    });
    return stdout.trim();
  };
  await restvarde('one', 'superuser', 'siv@bolag.example', 'Siv', 'Rask');
  const backups = join(folder, 'backups');
  assert.match(await restvarde('one', 'backup', backups), /: \d+ rows, 0 files/);
  const [name] = (await readdir(backups)).filter((one) => one.startsWith('2'));
  assert.match(
    await restvarde('two', 'restore', join(backups, name!)),
    /^Restored into the database .*: \d+ rows/,
  );
  assert.match(
    await restvarde('two', 'erase', 'siv@bolag.example', '--dry-run').catch(String),
    /Somebody else has to erase you/,
  );
});
