import packageJson from '../package.json' with { type: 'json' };

/** The version of this release. */
export const VERSION = packageJson.version;

/**
 * The oldest release whose nodes run on what this one makes of the database (OPS-8). A release that only adds leaves it;
 * one that removes what the release before has ceased to use sets it to that release.
 */
export const RUNS_BESIDE = '0.1.0';

/** Is version `one` newer than `other`? Both are three numbers by dots. */
export function isNewer(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((version) => version.split('.').map(Number));
  const at = mine!.findIndex((part, place) => part !== theirs![place]);
  return at >= 0 && mine![at]! > theirs![at]!;
}
