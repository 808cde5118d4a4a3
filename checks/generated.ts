// What is generated is fresh: `node checks/generated.ts`. The commands inherit the environment:
// TEST_DATABASE_URL spares the types of the database a PostgreSQL of their own.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-tree.ts';

/** A generated file, and the Node arguments of the command that prints what it should hold. */
export type Generated = { file: string; command: string[]; renew: string };

const generated: Generated[] = [
  {
    file: 'server/src/db/types.generated.ts',
    command: ['server/test/generate-types.ts', '--stdout'],
    renew: 'npm run types:db',
  },
];

/** Why a file is not what its command prints; null when it is. */
export function findStale(tree: string, { file, command, renew }: Generated): string | null {
  const run = spawnSync(process.execPath, command, {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  if (run.status !== 0) return `${file}: its command failed\n${run.stderr.trimEnd()}`;
  const path = join(tree, file);
  if (!existsSync(path)) return `${file} is missing: ${renew}`;
  return readFileSync(path, 'utf8') === run.stdout ? null : `${file} is stale: ${renew}`;
}

if (import.meta.main) {
  const stale = generated.flatMap((each) => findStale(root, each) ?? []);
  for (const line of stale) console.error(line);
  if (stale.length === 0) console.log('generated: all fresh');
  process.exitCode = stale.length === 0 ? 0 : 1;
}
