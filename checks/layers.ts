// Imports go down only, and never round: `node checks/layers.ts [tree]`.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { findCircles } from './circles.ts';
import { findBreach, isTest, refuseImport, refusePlace } from './import-rules.ts';
import { FOLDER_LIMIT, LAYER_ORDER, type LayerOrder } from './layer-order.ts';
import { type Import, listSources, listStyles, readImports, root } from './source-tree.ts';

/** All that breaks the order in the workspaces below `tree`, a line or more each. */
export function findFaults(tree: string, order: LayerOrder = LAYER_ORDER): string[] {
  const faults: string[] = [];
  const graph = new Map<string, string[]>();
  const breaches = new Map<string, string[]>();
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
      const refusal = refuseImport(file, target) ?? refuseUndeclared(file, target, declared);
      if (refusal) faults.push(`${file} → ${name}: ${refusal}`);
      const breach = 'file' in target ? findBreach(file, target.file, order) : null;
      if (!breach) continue;
      const line = `${file} → ${name}: ${breach.why}`;
      breaches.set(breach.pair, [...(breaches.get(breach.pair) ?? []), line]);
    }
  }
  return [
    ...faults,
    ...compareExceptions(breaches, order.exceptions),
    ...compareFolders([...files, ...listStyles(tree)], order.largeFolders),
    ...findCircles(graph).map((circle) => `a circle: ${circle.join(' → ')}`),
  ];
}

/** The exceptions stand, and neither become more nor are forgotten when they have become fewer. */
function compareExceptions(
  breaches: Map<string, string[]>,
  exceptions: Record<string, number>,
): string[] {
  const pairs = new Set([...breaches.keys(), ...Object.keys(exceptions)]);
  return [...pairs].flatMap((pair) => {
    const lines = breaches.get(pair) ?? [];
    const allowed = exceptions[pair] ?? 0;
    if (lines.length > allowed && allowed > 0) {
      return [`${pair}: ${lines.length} imports, and ${allowed} are exceptions`, ...lines];
    }
    return lines.length < allowed
      ? [reportFewer('exceptions', pair, lines.length)]
      : lines.slice(allowed);
  });
}

function compareFolders(files: string[], largeFolders: Record<string, number>): string[] {
  const counts = Map.groupBy(files, posix.dirname);
  const folders = new Set([...counts.keys(), ...Object.keys(largeFolders)]);
  return [...folders].flatMap((folder) => {
    const count = counts.get(folder)?.length ?? 0;
    const allowed = largeFolders[folder] ?? 0;
    if (count > Math.max(allowed, FOLDER_LIMIT)) {
      return [`${folder}: ${count} files: give its subjects folders of their own`];
    }
    const left = count > FOLDER_LIMIT ? count : 0;
    return left < allowed ? [reportFewer('largeFolders', folder, left)] : [];
  });
}

function reportFewer(list: 'exceptions' | 'largeFolders', entry: string, left: number): string {
  const change = left === 0 ? 'strike it out' : `write ${left}`;
  return `${entry}: ${left} left: ${change} in \`${list}\` of checks/layer-order.ts`;
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
  return known.has(name) ? null : `${name} is no production dependency of its workspace`;
}

/** A file that does not parse is a fault too, and hides the others. */
function findFaultsOrReason(tree: string): string[] {
  try {
    return findFaults(tree);
  } catch (error) {
    if (error instanceof SyntaxError) return [error.message];
    throw error;
  }
}

if (import.meta.main) {
  const faults = findFaultsOrReason(process.argv[2] ?? root);
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0 ? 'layers: imports go down only' : `layers: ${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
