// Imports go down only, and never round: `node checks/floors.ts [tree]`.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { findCircles } from './circles.ts';
import { isTest, refuseImport, refusePlace } from './floor-plan.ts';
import { type Import, listSources, readImports, root } from './source-tree.ts';

/** Every breach of the floors in the workspaces below `tree`, one line each. */
export function findBreaches(tree: string): string[] {
  const breaches: string[] = [];
  const graph = new Map<string, string[]>();
  const declared = readDependencies(tree);
  for (const file of listSources(tree)) {
    const misplaced = refusePlace(file);
    if (misplaced) breaches.push(`${file}: ${misplaced}`);
    const imports = readImports(tree, file);
    graph.set(
      file,
      imports.flatMap((target) => ('file' in target ? [target.file] : [])),
    );
    for (const target of imports) {
      const refusal = refuseImport(file, target) ?? refuseUndeclared(file, target, declared);
      const name = 'file' in target ? target.file : target.module;
      if (refusal) breaches.push(`${file} → ${name}: ${refusal}`);
    }
  }
  const circles = findCircles(graph).map((circle) => `a circle: ${circle.join(' → ')}`);
  return [...breaches, ...circles];
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

/** A file that does not parse is a breach too, and hides the others. */
function findBreachesOrReason(tree: string): string[] {
  try {
    return findBreaches(tree);
  } catch (error) {
    if (error instanceof SyntaxError) return [error.message];
    throw error;
  }
}

if (import.meta.main) {
  const breaches = findBreachesOrReason(process.argv[2] ?? root);
  for (const breach of breaches) console.error(breach);
  console.log(
    breaches.length === 0 ? 'floors: imports go down only' : `floors: ${breaches.length} breaches`,
  );
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
