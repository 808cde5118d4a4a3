import { execFileSync } from 'node:child_process';

/** The ids of the processes that decode pictures for this one, by a word of their program. */
export function findDecoders(program = 'decoder-process'): number[] {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  return children
    .split('\n')
    .filter((line) => line.includes(program))
    .map((line) => Number.parseInt(line, 10));
}
