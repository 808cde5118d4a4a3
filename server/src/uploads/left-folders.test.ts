import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

/** A process that, like a node, has a partial upload; prints its folder and keeps running. */
const NODE = `
  import { openUploadFolder, storeUpload } from '${join(import.meta.dirname, '../http/uploads.ts')}';
  const folder = await openUploadFolder();
  await storeUpload(folder, (async function* () { yield Buffer.from('half a picture'); })());
  console.log(folder);
  setInterval(() => {}, 1_000);
`;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restvarde-left-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function startNode() {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', NODE], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(child.stdout, 'data');
  return { child, uploads: String(output).trim() };
}

test('LIMIT-3 uploads of a killed node are removed when the next starts, and those in use stay', async () => {
  const [killed, running] = [await startNode(), await startNode()];
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  assert.ok(existsSync(killed.uploads));
  const foreign = join(folder, 'restvarde-uploads-of-somebody');
  await writeFile(foreign, '');
  const next = await startNode();
  assert.deepEqual(
    [killed.uploads, running.uploads, next.uploads, foreign].map((path) => existsSync(path)),
    [false, true, true, true],
  );
  for (const { child } of [running, next]) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
