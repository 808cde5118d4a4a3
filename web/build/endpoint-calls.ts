import type { Plugin } from 'vite';

/** What only the server reads of an endpoint: a browser validates no answers, and only the bodies of its forms. */
const SERVER_ONLY = new Set(['reply', 'summary', 'errors', 'params', 'query']);

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** The table of an auction's fields, whose `schema` describes answers. */
const FIELDS = 'AUCTION_FIELDS';

/** Calls `visit` with a node and all nodes below it. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) visit(node as Node);
    for (const part of Object.values(node)) walk(part, visit);
  }
}

const propertiesOf = (node: Node | undefined) => (node?.properties as Node[] | undefined) ?? [];

const nameOf = (property: Node) => String((property.key as Node | undefined)?.name);

/** Removes the properties of endpoints, and the schemas of fields, that only the server reads. */
function withoutReplies(code: string, program: unknown): string {
  const cuts: Node[] = [];
  walk(program, (node) => {
    const {
      callee,
      arguments: args,
      id,
      init,
    } = node as unknown as Partial<Record<string, Node>> & {
      arguments?: Node[];
    };
    if (node.type === 'CallExpression' && callee?.name === 'endpoint')
      cuts.push(...propertiesOf(args?.[0]).filter((one) => SERVER_ONLY.has(nameOf(one))));
    if (node.type === 'VariableDeclarator' && id?.name === FIELDS)
      for (const field of propertiesOf(init))
        cuts.push(...propertiesOf(field.value as Node).filter((one) => nameOf(one) === 'schema'));
  });
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, ''),
      code,
    );
}

/**
 * Makes the contract smaller for browsers, by two kilobytes of a first view. A browser trusts the answers, so their
 * schemas are only types there. They are removed from the endpoints and, since the bundler does not follow zod's
 * own annotations through its namespace, each schema is marked as without side effects, so that unused ones go.
 */
export const endpointCalls: Plugin = {
  name: 'endpoint-calls',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler(code) {
      const calls = withoutReplies(code, this.parse(code));
      return { code: calls.replace(/\bz\.(?!config)\w+\(/g, '/* @__PURE__ */ $&'), map: null };
    },
  },
};
