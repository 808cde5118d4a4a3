// The words that ARCHITECTURE.md has given up, in the code: its names, its comments and its files.
import { type Node, Visitor } from 'oxc-parser';
import { readCodeWords } from './glossary.ts';
import { listSources, parseWithComments } from './source-tree.ts';

/** Every given-up word in the names and comments below `tree`, one line each. */
export function findGivenUpInCode(tree: string): string[] {
  const words = readCodeWords(tree);
  return listSources(tree).flatMap((file) => {
    const { names, comments } = readCode(tree, file);
    return words.flatMap(({ word, instead, pattern }) => {
      // «books()» is given up in names alone.
      const isForNames = word.endsWith('()');
      const found = [...names, ...(isForNames ? [] : comments)].filter(({ text }) =>
        pattern.test(text),
      );
      return found.map(
        ({ line, text }) => `${file}:${line}: «${word}» is given up for ${instead}: ${text}`,
      );
    });
  });
}

interface Text {
  line: number;
  text: string;
}

/** The names that a file declares, its own first, as words (`startNode` is «start node»); and its comments. */
function readCode(tree: string, file: string): { names: Text[]; comments: Text[] } {
  const { program, source, comments } = parseWithComments(tree, file);
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const names: Text[] = [{ line: 1, text: inWords(file) }];
  const add = (node: Node | null | undefined) => {
    if (node?.type === 'ObjectPattern')
      for (const property of node.properties) addProperty(property);
    else if (node?.type === 'ArrayPattern') for (const element of node.elements) add(element);
    else if (node?.type === 'AssignmentPattern') add(node.left);
    else if (node?.type === 'RestElement') add(node.argument);
    // With an underscore it is a column's or a field's name, which stands.
    else if (node?.type === 'Identifier' && !/[a-z]_/.test(node.name)) {
      names.push({ line: lineOf(node.start), text: inWords(node.name) });
    }
  };
  const addProperty = (property: Node) =>
    add(property.type === 'Property' ? property.value : property);
  const addFunction = ({ id, params }: { id?: Node | null; params: Node[] }) => {
    add(id);
    for (const param of params) add(param);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: addFunction,
    ArrowFunctionExpression: addFunction,
    FunctionExpression: addFunction,
    ClassDeclaration: ({ id }) => add(id),
    MethodDefinition: ({ key }) => add(key),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSPropertySignature: ({ key }) => add(key),
    TSMethodSignature: ({ key }) => add(key),
  }).visit(program);
  return {
    names,
    comments: comments.map(({ start, value }) => ({
      line: lineOf(start),
      text: value.replace(/\s*\n\s*\*?\s*/g, ' ').trim(),
    })),
  };
}

/** `openHub`, `LIST_SIZE` and `list/list-order.ts` as plain words. */
function inWords(name: string): string {
  return name
    .replace(/\.\w+$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .toLowerCase();
}
