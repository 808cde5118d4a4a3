import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { findCircles } from './circles.ts';
import { findBreach, folderOf, isTest, refuseImport, refusePlace } from './import-rules.ts';
import { FOLDER_LIMIT, LAYER_ORDER, type LayerOrder } from './layer-order.ts';
import { type Import, listSources, listStyles, readImports } from './source-tree.ts';

/** The imports below `tree` that break the order of layers, circles, and folders that are too large; a line each. */
export function findFaults(tree: string, order: LayerOrder = LAYER_ORDER): string[] {
  const faults: string[] = [];
  const graph = new Map<string, string[]>();
  const folders = new Map<string, string[]>();
  const declared = readDependencies(tree);
  const files = listSources(tree);
  for (const file of files) {
    const misplaced = refusePlace(file, order);
    if (misplaced) faults.push(`${file}: ${misplaced}`);
    const imports = readImports(tree, file);
    graph.set(
      file,
      imports.flatMap((target) => ('file' in target ? [target.file] : [])),
    );
    for (const target of imports) {
      const name = 'file' in target ? target.file : target.module;
      const reason = refuseImport(file, target) ?? refuseUndeclared(file, target, declared);
      if (reason) faults.push(`${file} → ${name}: ${reason}`);
      if (!('file' in target)) continue;
      const breach = findBreach(file, target.file, order);
      if (breach) faults.push(`${file} → ${name}: ${breach}`);
      const [from, to] = [folderOf(file, order), folderOf(target.file, order)];
      if (from && to && from !== to) folders.set(from, [...(folders.get(from) ?? []), to]);
    }
  }
  return [
    ...faults,
    ...findLargeFolders([...files, ...listStyles(tree)]),
    ...findCircles(graph).map((circle) => `a circle: ${circle.join(' → ')}`),
    ...findCircles(folders).map((circle) => `a circle of folders: ${circle.join(' → ')}`),
  ];
}

function findLargeFolders(files: string[]): string[] {
  return [...Map.groupBy(files, posix.dirname)]
    .filter(([, inside]) => inside.length > FOLDER_LIMIT)
    .map(([folder, inside]) => `${folder}: ${inside.length} files: split it by subject`);
}

/** The production dependencies of the workspaces that production consists of, by workspace. */
function readDependencies(tree: string): Map<string, Set<string>> {
  const declared = new Map<string, Set<string>>();
  for (const workspace of ['contract', 'server', 'demo']) {
    const file = join(tree, workspace, 'package.json');
    if (!existsSync(file)) continue;
    const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
    declared.set(workspace, new Set(Object.keys(dependencies)));
  }
  return declared;
}

/** Only tests may import what `npm install --omit=dev` leaves out. */
function refuseUndeclared(
  file: string,
  target: Import,
  declared: Map<string, Set<string>>,
): string | null {
  const known = declared.get(file.split('/')[0]!);
  if (!known || isTest(file) || 'file' in target || isBuiltin(target.module)) return null;
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(target.module) ?? [target.module];
  return known.has(name) ? null : `${name} is not a production dependency of its workspace`;
}
