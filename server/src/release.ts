import packageJson from '../package.json' with { type: 'json' };

export const VERSION = packageJson.version;

/**
 * The oldest release whose nodes can run on this one's schema (OPS-8). Change it only in a release that removes
 * something: to the first release that does not use what is removed.
 */
export const RUNS_BESIDE = '0.1.0';

/** Whether version `one` is newer than `other`; each is three numbers separated by dots. */
export function isNewer(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((version) => version.split('.').map(Number));
  const at = mine!.findIndex((part, place) => part !== theirs![place]);
  return at >= 0 && mine![at]! > theirs![at]!;
}
