import { posix } from 'node:path';
import { LAYER_ORDER, type LayerOrder, MAY_IMPORT, TESTS_MAY_IMPORT } from './layer-order.ts';
import type { Import } from './source-tree.ts';

const notForWidgets =
  /^(@tanstack\/(react-router|router|react-query|query)|react-router|react-hook-form|@hookform)/;

/** Whether a file is a test or only for tests. It may import any layer of its workspace. */
export function isTest(file: string): boolean {
  return /\.(test|e2e|operations|reliability)\.tsx?$|(?<!^tools)\/test\/|^proof\//.test(file);
}

/** Returns why `from` may not import `target`, whatever their layers; null if it may. */
export function refuseImport(from: string, target: Import): string | null {
  const [workspace = ''] = from.split('/');
  if ('module' in target) return isTest(from) ? null : refuseModule(from, target.module);
  const [other = ''] = target.file.split('/');
  if (isTest(from) && TESTS_MAY_IMPORT[workspace]?.includes(other)) return null;
  if (workspace === 'proof' && MAY_IMPORT.proof!.includes(other)) return null;
  if (isTest(target.file) && other !== workspace && other !== 'e2e')
    return 'only tests import tests';
  if (other !== workspace) return refuseWorkspace(workspace, other);
  const isAllowed = !isTest(target.file) || isTest(from) || workspace === 'e2e';
  return isAllowed ? null : 'only tests import tests';
}

function refuseModule(from: string, module: string): string | null {
  if (from.startsWith('contract/') && module !== 'zod/mini') {
    return 'the contract imports only itself and zod/mini';
  }
  if (from.startsWith('web/src/ui/') && notForWidgets.test(module)) {
    return 'ui knows no router, query or form library';
  }
  return null;
}

function refuseWorkspace(workspace: string, other: string): string | null {
  if (MAY_IMPORT[workspace]?.includes(other)) return null;
  if (workspace === 'contract') return 'the contract imports only itself and zod/mini';
  if (other === 'server' && workspace === 'e2e') {
    return `${workspace} starts the server as a process, and never imports it`;
  }
  return `${workspace} never imports ${other}`;
}

/** Returns why a file may not be in its folder; null if it may. */
export function refusePlace(file: string, order: LayerOrder = LAYER_ORDER): string | null {
  if (/\/index\.(ts|tsx|mts)$/.test(file)) return 'no barrels: name the file by its subject';
  const [workspace = '', folder] = file.split('/');
  if (folder !== 'src' || isTest(file) || !order[workspace]) return null;
  return unitOf(file, order)
    ? null
    : 'belongs to no layer: give it one in tools/checks/layer-order.ts';
}

/** A folder or file that the order names. */
interface Unit {
  name: string;
  layer: string;
  /** The number of the group. */
  height: number;
}

/** The unit of the order that a file belongs to: the entry that says most of its path. */
function unitOf(file: string, order: LayerOrder): Unit | undefined {
  const [workspace = '', folder, ...rest] = file.split('/');
  if (folder !== 'src' || isTest(file)) return undefined;
  const path = rest.join('/');
  const groups = Object.entries(order[workspace] ?? {}).flatMap(([layer, some]) =>
    some.map((entries) => ({ layer, entries })),
  );
  return groups
    .flatMap(({ layer, entries }, height) =>
      entries.map((entry) => ({ name: within(entry, path), layer, height })),
    )
    .filter((unit): unit is Unit => unit.name !== undefined)
    .sort((one, other) => other.name.length - one.name.length)
    .map((unit) => ({ ...unit, name: `${workspace}/src/${unit.name}` }))[0];
}

/** What an entry of the order calls the unit of a path: `pages/*` gives `pages/home`; undefined outside it. */
function within(entry: string, path: string): string | undefined {
  if (entry.endsWith('/*')) {
    const [parent = '', child, ...deeper] = path.split('/');
    const isIn = deeper.length > 0 && parent === entry.slice(0, -2);
    return isIn ? `${parent}/${child}` : undefined;
  }
  return path === entry || path.startsWith(`${entry}/`) ? entry : undefined;
}

/** How an import within a workspace breaks the order of its layers; null when it does not. */
export function findBreach(from: string, to: string, order: LayerOrder): string | null {
  if (from.split('/')[0] !== to.split('/')[0]) return null;
  const [unit, target] = [unitOf(from, order), unitOf(to, order)];
  if (!unit || !target || unit.name === target.name || target.height < unit.height) return null;
  const where = target.height === unit.height ? 'beside' : 'above';
  return `${target.name} (${target.layer}) is ${where} ${unit.name} (${unit.layer})`;
}

/**
 * The folder that a file counts for where folders may not import each other round: its own, but itself when the
 * order names it, so that a workspace's root holds its lowest and its highest files. Null for tests.
 */
export function folderOf(file: string, order: LayerOrder): string | null {
  if (isTest(file)) return null;
  return unitOf(file, order)?.name === file ? file : posix.dirname(file);
}
