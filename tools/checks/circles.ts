/**
 * The import circles of a graph (file → files it imports): one circle, a shortest one, for each
 * group of files that reach each other, as the path walked, first file repeated last.
 */
export function findCircles(graph: Map<string, string[]>): string[][] {
  return findGroups(graph)
    .filter(([first = '', second]) => second !== undefined || graph.get(first)?.includes(first))
    .map((group) => findShortestCircle(graph, group));
}

/** Tarjan's strongly connected components. */
function findGroups(graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];

  function visit(file: string): number {
    let low = order.size;
    order.set(file, low);
    stack.push(file);
    onStack.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (onStack.has(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === order.get(file)) {
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) onStack.delete(member);
      groups.push(group);
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

/** A shortest path from the group's first file back to itself, breadth first. */
function findShortestCircle(graph: Map<string, string[]>, group: string[]): string[] {
  const start = [...group].sort()[0] ?? '';
  const inside = new Set(group);
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of queue) {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return [...path, start];
      if (!inside.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...path, next]);
    }
  }
  return [start, start];
}
