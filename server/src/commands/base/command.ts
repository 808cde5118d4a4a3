import type { ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../../config.ts';

/** A parsed command line. */
export interface Invocation {
  env: Environment;
  /** Positional arguments. */
  args: string[];
  options: Record<string, unknown>;
  isDry: boolean;
  /** Prints a line; in a dry run it is marked as such. */
  print(line: string): void;
}

/** A command of `npm run restvarde`. */
export interface Command {
  /** Its line in `--help`. */
  summary: string;
  /** The text of `<command> --help`. */
  help: string;
  /** Positional arguments: usage text and allowed number. Default: none. */
  arguments?: { usage: string; least: number; most: number };
  options?: ParseArgsOptionsConfig;
  /**
   * Runs the command with the environment of a node. Returns 0 if all is well, else 1. With `isDry` it reports what it
   * would do and changes nothing. Idempotent.
   * @throws StartError if it cannot run.
   */
  run(invocation: Invocation): Promise<0 | 1>;
}
