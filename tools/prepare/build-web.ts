import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root, startNode } from './child.mjs';
import { withLock } from './install.mjs';

const STAMP = join(root, 'web/dist/.stamp');

/** Builds the web app if its sources have changed since the last build. Throws with Vite's output. */
export async function buildWebIfStale(): Promise<void> {
  if (isBuilt(hashSources())) return;
  await withLock(async () => {
    const sources = hashSources();
    if (isBuilt(sources)) return;
    console.log('Building the web app …');
    const vite = startNode(['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = new Promise((resolve) => vite.once('close', resolve));
    const output = await Promise.all([text(vite.stdout!), text(vite.stderr!)]);
    if ((await closed) !== 0) throw new Error(`${output.join('')}\nThe web app was not built.`);
    writeFileSync(STAMP, sources);
  });
}

function isBuilt(sources: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
}

function hashSources(): string {
  const files = globSync(['{web,contract/src}/**/*.*', 'docs/integrations.md'], {
    cwd: root,
    exclude: (path) =>
      /(^|[\\/])(node_modules|dist|\.[^\\/]+)$|\.(test\.tsx?|tsbuildinfo)$/.test(path),
  });
  const hash = createHash('sha256');
  for (const file of [...files.sort(), 'package-lock.json']) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
