import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What a browser reads of an endpoint. It validates no answers, and only the bodies of some forms. */
const READ = new Set(['method', 'path', 'may', 'download']);

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** The table of an auction's fields, whose `schema` describes answers. */
const FIELDS = 'AUCTION_FIELDS';

/** Calls `visit` with a node and all nodes below it, except those below a node for which it returns false. */
function walk(node: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && !visit(node as Node)) return;
    for (const part of Object.values(node)) walk(part, visit);
  }
}

const propertiesOf = (node: Node | undefined) => (node?.properties as Node[] | undefined) ?? [];

const nameOf = (property: Node) => String((property.key as Node | undefined)?.name);

/** The names of the endpoints whose `body` a form reads, and of all else that has a `body` in the app. */
const FORMS = new Set(
  globSync('../src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .flatMap((source) => source.match(/\w+(?=\.body\b)/g) ?? []),
);

/** Removes the properties of endpoints, and the schemas of fields, that only the server reads. */
function withoutSchemas(code: string, program: unknown): string {
  const cuts: Node[] = [];
  walk(program, (node) => {
    const { id, init } = node as unknown as Partial<Record<string, Node>>;
    if (node.type !== 'VariableDeclarator') return true;
    const isRead = (one: Node) =>
      one.type !== 'Property' ||
      READ.has(nameOf(one)) ||
      (nameOf(one) === 'body' && FORMS.has(String(id?.name)));
    const [value] = (init?.arguments as Node[] | undefined) ?? [];
    if ((init?.callee as Node | undefined)?.name === 'endpoint')
      cuts.push(...propertiesOf(value).filter((one) => !isRead(one)));
    if (id?.name === FIELDS)
      for (const field of propertiesOf(init))
        cuts.push(...propertiesOf(field.value as Node).filter((one) => nameOf(one) === 'schema'));
    return false;
  });
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, ''),
      code,
    );
}

/** Marks every call that runs when the module is loaded as without side effects. */
function withPureCalls(code: string, program: unknown): string {
  const starts = new Set<number>();
  walk(program, (node) => {
    const name = String(((node.callee as Node | undefined)?.property as Node | undefined)?.name);
    if (node.type === 'CallExpression' && name !== 'config') starts.add(node.start);
    return !/Function/.test(node.type);
  });
  return [...starts]
    .sort((a, b) => b - a)
    .reduce((kept, at) => `${kept.slice(0, at)}/* @__PURE__ */ ${kept.slice(at)}`, code);
}

/**
 * Makes the contract smaller for browsers. A browser trusts the answers, so their
 * schemas are only types there. They are removed from the endpoints, and what remains is marked as without side
 * effects, so that the bundler leaves out what a page does not use.
 */
export const endpointCalls: Plugin = {
  name: 'endpoint-calls',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler(code) {
      const calls = withoutSchemas(code, this.parse(code));
      return { code: withPureCalls(calls, this.parse(calls)), map: null };
    },
  },
};
