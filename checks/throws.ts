// A function's docstring names the errors that it refuses with: `node checks/throws.ts [tree]`.
import { type Node, Visitor } from 'oxc-parser';
import { isTest } from './import-rules.ts';
import { LAYER_ORDER } from './layer-order.ts';
import { listSources, parseWithComments, resolveImport, root } from './source-tree.ts';

const DOMAIN_ERROR = 'server/src/http/domain-error.ts';

/** A function at the top of a file. */
interface TopFunction {
  file: string;
  name: string;
  line: number;
  isExported: boolean;
  docstring: string;
  /** What it refuses with: itself, and then what it calls. */
  statuses: Set<number>;
  /** What it calls, as `file#name`. */
  calls: string[];
}

/**
 * Every exported function of the server's features below `tree` whose docstring does not name with `@throws` each
 * status that it refuses with: by itself, or by a function that it calls. What a method of an object throws is not
 * seen; routes are passed over, since their endpoints say it, and so is what opens something with methods.
 */
export function findUnnamed(tree: string): string[] {
  const kinds = readKinds(tree);
  const functions = listSources(tree)
    .filter((file) => /^server\/src\//.test(file) && !isTest(file) && file !== DOMAIN_ERROR)
    .flatMap((file) => readFunctions(tree, file, kinds));
  const byName = new Map(functions.map((one) => [`${one.file}#${one.name}`, one]));
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const { statuses, calls } of functions) {
      const before = statuses.size;
      for (const name of calls)
        for (const status of byName.get(name)?.statuses ?? []) statuses.add(status);
      if (statuses.size > before) isDone = false;
    }
  }
  return functions
    .filter(
      ({ file, name, isExported }) => isExported && isFeature(file) && !/^open[A-Z]/.test(name),
    )
    .flatMap(({ file, line, name, docstring, statuses }) => {
      const [, named = ''] = docstring.split('@throws');
      const missing = [...statuses].filter((status) => !named.includes(String(status))).sort();
      if (missing.length === 0) return [];
      return [
        `${file}:${line}: ${name} refuses with ${missing.join(', ')}: say when after @throws`,
      ];
    });
}

const FEATURES = (LAYER_ORDER.server?.features ?? []).flat().map((unit) => `server/src/${unit}`);

const isFeature = (file: string) =>
  FEATURES.some((unit) => file.startsWith(unit)) && !file.endsWith('routes.ts');

/** The status of each `refuse.<kind>()`. */
function readKinds(tree: string): Map<string, number> {
  const kinds = new Map<string, number>();
  let kind = '';
  // The parser walks in the order of the text: an error belongs to the property before it.
  new Visitor({
    Property: ({ key }) => {
      if (key.type === 'Identifier') kind = key.name;
    },
    NewExpression: (node) => {
      const status = statusOf(node);
      if (status !== null) kinds.set(kind, status);
    },
  }).visit(parseWithComments(tree, DOMAIN_ERROR).program);
  return kinds;
}

/** Of `new DomainError(404, …)`: 404. */
function statusOf(node: Node): number | null {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier') return null;
  const [status] = node.arguments;
  const isError = node.callee.name === 'DomainError' && status?.type === 'Literal';
  return isError && typeof status.value === 'number' ? status.value : null;
}

function readFunctions(tree: string, file: string, kinds: Map<string, number>): TopFunction[] {
  const { program, source, comments } = parseWithComments(tree, file);
  const imported = new Map<string, string>();
  const spans: (TopFunction & { start: number; end: number })[] = [];
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const target = resolveImport(tree, file, statement.source.value);
      for (const one of statement.specifiers) {
        if (one.type !== 'ImportSpecifier' || !('file' in target)) continue;
        const name = one.imported.type === 'Identifier' ? one.imported.name : one.local.name;
        imported.set(one.local.name, `${target.file}#${name}`);
      }
      continue;
    }
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declaration = isExported ? statement.declaration : statement;
    const doc = comments.findLast(({ end }) => end <= statement.start);
    const isAbove = doc && source.slice(doc.end, statement.start).trim() === '';
    for (const name of namesOf(declaration)) {
      spans.push({
        file,
        name,
        isExported,
        line: source.slice(0, statement.start).split('\n').length,
        docstring: isAbove ? doc.value : '',
        statuses: new Set(),
        calls: [],
        start: statement.start,
        end: statement.end,
      });
    }
  }
  const around = ({ start }: Node) => spans.find((one) => one.start <= start && start < one.end);
  new Visitor({
    NewExpression: (node) => {
      const status = statusOf(node);
      if (status !== null) around(node)?.statuses.add(status);
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === 'Identifier') {
        around(node)?.calls.push(imported.get(callee.name) ?? `${file}#${callee.name}`);
      } else if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier') {
        const isRefusing = callee.object.name === 'refuse';
        const status =
          isRefusing && callee.property.type === 'Identifier'
            ? kinds.get(callee.property.name)
            : undefined;
        if (status !== undefined) around(node)?.statuses.add(status);
      }
    },
  }).visit(program);
  return spans;
}

/** The functions that a statement declares, by name. */
function namesOf(statement: Node | null): string[] {
  if (statement?.type === 'FunctionDeclaration') return statement.id ? [statement.id.name] : [];
  if (statement?.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' ? [id.name] : [],
  );
}

if (import.meta.main) {
  const found = findUnnamed(process.argv[2] ?? root);
  for (const line of found) console.error(line);
  console.log(found.length === 0 ? 'throws: named' : `throws: ${found.length} not named`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
