// Imports go down only, and never round: `node checks/floors.ts [tree]`.
import { findCircles } from './circles.ts';
import { refuseImport, refusePlace } from './floor-plan.ts';
import { listSources, readImports, root } from './source-tree.ts';

/** Every breach of the floors in the workspaces below `tree`, one line each. */
export function findBreaches(tree: string): string[] {
  const breaches: string[] = [];
  const graph = new Map<string, string[]>();
  for (const file of listSources(tree)) {
    const misplaced = refusePlace(file);
    if (misplaced) breaches.push(`${file}: ${misplaced}`);
    const imports = readImports(tree, file);
    graph.set(
      file,
      imports.flatMap((target) => ('file' in target ? [target.file] : [])),
    );
    for (const target of imports) {
      const refusal = refuseImport(file, target);
      const name = 'file' in target ? target.file : target.module;
      if (refusal) breaches.push(`${file} → ${name}: ${refusal}`);
    }
  }
  const circles = findCircles(graph).map((circle) => `a circle: ${circle.join(' → ')}`);
  return [...breaches, ...circles];
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
