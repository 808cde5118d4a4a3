// Every workspace with sources passes the type checker: `npm run types`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { listSources, root, workspaces } from './source-tree.ts';

const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** Whether `workspace` passes; the compiler's findings go to this process's output. */
async function passes(workspace: string): Promise<boolean> {
  const child = spawn(process.execPath, [compiler, '-p', workspace], {
    cwd: root,
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  return status === 0;
}

const sources = listSources(root);
const checked = workspaces.filter((each) => sources.some((file) => file.startsWith(`${each}/`)));
const failed: string[] = [];
for (const workspace of checked) if (!(await passes(workspace))) failed.push(workspace);
console.log(
  failed.length === 0 ? `types: ${checked.join(' ')}` : `types: wrong in ${failed.join(' ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
