import { execFileSync } from 'node:child_process';

/** Process ids of this process's picture decoders, by a word of their command line. */
export function findDecoders(program = 'decoder-process'): number[] {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  return children
    .split('\n')
    .filter((line) => line.includes(program))
    .map((line) => Number.parseInt(line, 10));
}

/** Kills them. */
export function killDecoders(): void {
  for (const pid of findDecoders()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}
