import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

type Package = {
  link?: boolean;
  resolved?: string;
  optional?: boolean;
} & Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>;

/**
 * What `npm install --omit=dev --workspace <name>` installs, as folders below the root: packages under
 * node_modules, and the workspaces that it imports.
 */
export function listProductionPackages(root: string, workspace: string): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Partial<Package>>;
  };
  const found = new Set<string>();
  const add = (folder: string) => {
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder]!;
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const place = nearest(packages, folder, name);
      // Optional packages may be for another system, and are not always in the lock.
      if (place) add(packages[place]!.link ? packages[place]!.resolved! : place);
    }
  };
  add(workspace);
  return found;
}

/** Where Node finds a package for a file in `folder`: the nearest node_modules on the way up. */
function nearest(packages: object, folder: string, name: string): string | undefined {
  for (let at = folder; ; at = posix.dirname(at)) {
    const place = posix.join(at === '.' ? '' : at, 'node_modules', name);
    if (place in packages) return place;
    if (at === '.') return undefined;
  }
}
