import type { ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../config.ts';

/** One thing that an operator asks of `npm run restvarde`. */
export interface Command {
  /** Its line in `--help`. */
  summary: string;
  /** What `--help` behind it tells. */
  help: string;
  options?: ParseArgsOptionsConfig;
  /**
   * Does it by the environment of a node: 0 when all is well, 1 when it is not. With `isDry` it tells what it would do,
   * and changes nothing.
   * @throws StartError when it cannot be done.
   */
  run(asked: {
    env: Environment;
    options: Record<string, unknown>;
    isDry: boolean;
  }): Promise<0 | 1>;
}
