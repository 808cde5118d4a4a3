import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** Path of a system program; null if it is not installed. */
export function findProgram(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find(existsSync) ?? null;
}

/** The reason to skip a test that needs a program, with its package; false if it is installed. */
export const without = (name: string, from = name) =>
  findProgram(name) === null && `${name} is not installed: apt-get install ${from}`;

/** Runs a program until the test ends. */
export function runProgram(
  t: { after(work: () => unknown): void },
  name: string,
  args: string[],
): ChildProcess {
  const child = spawn(findProgram(name)!, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  t.after(() => {
    child.kill('SIGTERM');
    return ended;
  });
  return child;
}
