// Every source passes the type checker: `npm run types`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './source-tree.ts';

/**
 * What runs in Node, in one piece, since most of it imports the server; what runs in a browser; and the tests and the bench
 * that drive one. The last two know a browser's types, by which a forgotten `name` or `status` passes.
 */
const PROJECTS = ['.', 'web', 'e2e'];

const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** Whether a project passes; the compiler's findings go to this process's output. */
async function passes(project: string): Promise<boolean> {
  const child = spawn(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  return status === 0;
}

for (const project of PROJECTS) if (!(await passes(project))) process.exitCode = 1;
