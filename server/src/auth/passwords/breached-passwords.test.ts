import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openBreachedPasswords } from './breached-passwords.ts';

const folder = await mkdtemp(join(tmpdir(), 'restvarde-breached-'));
after(() => rm(folder, { recursive: true }));

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

async function listOf(passwords: string[], lineEnd = '\r\n') {
  const file = join(folder, `${passwords.length}${lineEnd.length}`);
  const lines = passwords.map((one, at) => `${sha1(one)}:${7 ** (at % 9)}`).sort();
  await writeFile(file, lines.map((line) => line + lineEnd).join(''));
  return openBreachedPasswords(file);
}

test('AUTH-14 exactly the passwords of the list are found', async () => {
  for (const [count, lineEnd] of [
    [0, '\n'],
    [1, '\r\n'],
    [2, '\n'],
    [700, '\r\n'],
  ] as const) {
    const passwords = Array.from({ length: count }, (_, at) => `vårens lösenord ${at}`);
    const isBreached = await listOf(passwords, lineEnd);
    for (const one of passwords) assert.equal(await isBreached(one), true, one);
    for (let at = 0; at < 100; at++) assert.equal(await isBreached(`sommarens ${at}`), false);
  }
});

test('AUTH-14 without a list no password is breached, and with an unreadable one the check fails', async () => {
  assert.equal(await openBreachedPasswords(null)('password1234'), false);
  const isBreached = openBreachedPasswords(join(folder, 'none'));
  await assert.rejects(isBreached('tre blå hästar'), { code: 'ENOENT' });
});
