import type { ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../config.ts';

/** What a command was asked. */
export interface Asked {
  env: Environment;
  /** What stands behind its name. */
  args: string[];
  options: Record<string, unknown>;
  isDry: boolean;
  /** Prints a line, which says of a dry run that nothing is kept. */
  say(line: string): void;
}

/** One thing that an operator asks of `npm run restvarde`. */
export interface Command {
  /** Its line in `--help`. */
  summary: string;
  /** What `--help` behind it tells. */
  help: string;
  /** What stands behind its name: as help shows it, and at least and at most how many. None unless said. */
  arguments?: { usage: string; least: number; most: number };
  options?: ParseArgsOptionsConfig;
  /**
   * Does it by the environment of a node: 0 when all is well, 1 when it is not. With `isDry` it tells what it would do,
   * and changes nothing. Done again it changes nothing more.
   * @throws StartError when it cannot be done.
   */
  run(asked: Asked): Promise<0 | 1>;
}
