// The name of a duration ends in its unit: `node checks/units.ts [tree]`.
import { type Node, Visitor } from 'oxc-parser';
import { listSources, parseWithComments, root } from './source-tree.ts';

/** `_MS` and `_S` in constants, `Ms` elsewhere; the units of people and calendars in full. */
const WITH_UNIT =
  /^(ms|s|milliseconds|seconds|minutes|hours|days)$|[a-z\d]Ms$|_(ms|s|MS|S)$|[a-z](Seconds|Minutes|Hours|Days)$|_(minutes|hours|days|MINUTES|HOURS|DAYS)$/;
/** What a constant that is a duration is called. */
const DURATION =
  /(^|(?<!_A)_)(TIMEOUT|HEARTBEAT|PATIENCE|GAP|BACK_OFF|DELAYS?|PAUSE|WAIT|INTERVAL|LIFE|GRACE|DEADLINE|SECONDS?|MINUTE|HOUR|DAY|WEEK)$/;
/** A moment is no duration, though it is counted in a unit too. */
const NAMES_UNIT = /\b(milliseconds|seconds|minutes|hours|days)\b(?! (since|from now))/i;
/** Options of libraries that take a duration. */
const OPTION = /(timeout|delay|interval|staleTime|gcTime|seconds|millis)$/i;
const TIMERS = ['setTimeout', 'setInterval'];

/** Every duration without a unit in its name in the workspaces below `tree`, one line each. */
export function findUnitless(tree: string): string[] {
  return listSources(tree).flatMap((file) => findInFile(tree, file));
}

function findInFile(tree: string, file: string): string[] {
  const { program, source, comments } = parseWithComments(tree, file);
  const found = new Map<string, string>();
  const timers = new Set(TIMERS);
  const report = (name: string, at: number, why: string) => {
    const line = source.slice(0, at).split('\n').length;
    if (!WITH_UNIT.test(name)) found.set(`${name} ${line}`, `${file}:${line}: ${name} ${why}`);
  };
  const reportNames = (value: Node | undefined, why: string) => {
    for (const { name, at } of value ? namesIn(value) : []) report(name, at, why);
  };
  /** What the comment right above a node says. */
  const above = ({ start }: Node) => {
    const last = comments.findLast(({ end }) => end <= start);
    return last && /^\s*(export\s+)?(const\s+)?$/.test(source.slice(last.end, start))
      ? last.value
      : '';
  };
  new Visitor({
    ImportDeclaration({ source: module, specifiers }) {
      if (module.value !== 'node:timers/promises') return;
      for (const { local } of specifiers) timers.add(local.name);
    },
    CallExpression({ callee, arguments: given }) {
      const isSignal =
        callee.type === 'MemberExpression' &&
        source.slice(callee.start, callee.end) === 'AbortSignal.timeout';
      const isTimer = callee.type === 'Identifier' && timers.has(callee.name);
      // A timer takes what it calls first, and a pause its length.
      const delay = given.find(
        (_, at) => isSignal || (isTimer && at === (TIMERS.includes(callee.name) ? 1 : 0)),
      );
      reportNames(delay, 'is waited for');
    },
    ObjectExpression({ properties }) {
      for (const property of properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        const { name } = property.key;
        if (OPTION.test(name)) reportNames(property.value, `is given as ${name}`);
      }
    },
    VariableDeclarator({ id, init, start }) {
      if (id.type !== 'Identifier' || !/^[A-Z]/.test(id.name) || !init || !isNumeric(init)) return;
      if (DURATION.test(id.name)) report(id.name, start, 'is a duration');
      else if (NAMES_UNIT.test(above({ ...id, start })))
        report(id.name, start, 'has a unit in its comment');
    },
    TSPropertySignature(node) {
      const { key, typeAnnotation, start } = node;
      const type = typeAnnotation?.typeAnnotation.type;
      const isNumber = type === 'TSNumberKeyword' || type === 'TSArrayType';
      if (isNumber && key.type === 'Identifier' && NAMES_UNIT.test(above(node))) {
        report(key.name, start, 'has a unit in its comment');
      }
    },
  }).visit(program);
  return [...found.values()];
}

/** A number, or several: written out, or reckoned from numbers. */
function isNumeric(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number';
  if (node.type === 'BinaryExpression') return isNumeric(node.left) || isNumeric(node.right);
  if (node.type === 'ArrayExpression')
    return node.elements.length > 0 && node.elements.every((one) => one !== null && isNumeric(one));
  return false;
}

/** The names whose values make up a duration. What it is divided by is none, nor is what a function is asked with. */
function namesIn(node: Node): { name: string; at: number }[] {
  switch (node.type) {
    case 'Identifier':
      return [{ name: node.name, at: node.start }];
    case 'MemberExpression':
      return node.computed ||
        (node.object.type === 'Identifier' && WITH_UNIT.test(node.object.name))
        ? namesIn(node.object)
        : namesIn(node.property);
    case 'BinaryExpression':
      return [node.left, ...(node.operator === '/' ? [] : [node.right])].flatMap(namesIn);
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(namesIn);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(namesIn);
    case 'CallExpression':
      return node.callee.type === 'Identifier'
        ? namesIn(node.callee)
        : /^(min|max|round|ceil|floor)$/.test(lastName(node.callee))
          ? node.arguments.flatMap(namesIn)
          : [];
    default:
      return [];
  }
}

function lastName(node: Node): string {
  return node.type === 'MemberExpression' && node.property.type === 'Identifier'
    ? node.property.name
    : '';
}

if (import.meta.main) {
  const found = findUnitless(process.argv[2] ?? root);
  for (const line of found) console.error(line);
  console.log(
    found.length === 0 ? 'units: durations name theirs' : `units: ${found.length} missing`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
