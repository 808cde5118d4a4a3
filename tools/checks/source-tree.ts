import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Program, parseSync, Visitor } from 'oxc-parser';

/** The repository's root folder. */
export const root = join(import.meta.dirname, '../..');

/** The workspaces, lowest layer first. */
export const workspaces = ['contract', 'server', 'demo', 'web', 'e2e', 'proof', 'tools'];

/** What a file imports: a file of ours (path below the root) or a package (its specifier). */
export type Import = { file: string } | { module: string };

/** Every TypeScript file of the workspaces below `tree`, as sorted paths with forward slashes. */
export function listSources(tree: string): string[] {
  return list(tree, '{ts,tsx}');
}

/** Every style sheet of the workspaces below `tree`. */
export function listStyles(tree: string): string[] {
  return list(tree, 'css');
}

function list(tree: string, endings: string): string[] {
  const found = globSync(
    workspaces.map((workspace) => `${workspace}/**/*.${endings}`),
    {
      cwd: tree,
      exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(path),
    },
  );
  return found.map((path) => path.replaceAll('\\', '/')).sort();
}

/** Parses a file. @throws SyntaxError with the parser's message. */
export function parse(tree: string, file: string): Program {
  const { program, errors } = parseSync(file, readFileSync(join(tree, file), 'utf8'));
  if (errors[0]) throw new SyntaxError(`${file} does not parse: ${errors[0].message}`);
  return program;
}

/** Everything a file imports, including types and lazy imports. */
export function readImports(tree: string, file: string): Import[] {
  const specifiers = new Set<string>();
  const add = (source: unknown) => {
    const value = (source as { value?: unknown } | null)?.value;
    if (typeof value === 'string') specifiers.add(value);
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(parse(tree, file));
  return [...specifiers].map((specifier) => resolveImport(tree, file, specifier));
}

/** The file of ours, or the package, that an import of `from` names. */
export function resolveImport(tree: string, from: string, specifier: string): Import {
  if (specifier.startsWith('.')) {
    return { file: posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')) };
  }
  const ours = /^@restvarde\/([\w-]+)(?:\/(.+))?$/.exec(specifier);
  if (!ours) return { module: specifier };
  const [, workspace = '', rest = ''] = ours;
  const published = `${workspace}/src/${rest}.ts`;
  return { file: existsSync(join(tree, published)) ? published : `${workspace}/${rest}` };
}
