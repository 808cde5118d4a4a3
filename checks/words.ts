// One word for each thing in the product's texts: `node checks/words.ts [tree]`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, Visitor } from 'oxc-parser';
import { type GivenUp, readGlossary } from './glossary.ts';
import { listSources, parse, root } from './source-tree.ts';

/** The legal texts speak the law's language, and are never reworded without a new version (TERMS-1). */
const LEGAL = ['personal-data', 'purchase-conditions', 'terms-of-use'].map(
  (text) => `web/src/pages/terms/${text}.ts`,
);

interface Text {
  file: string;
  line: number;
  /** On one line, with plain blanks. */
  text: string;
}

/** Every word in the product's texts below `tree` that its SPEC.md has given up, one line each. */
export function findGivenUp(tree: string): string[] {
  const { given_up, exact, decided } = readGlossary(tree);
  const texts = [
    ...decided.map((text) => ({ file: 'SPEC.md', ...text })),
    ...readPage(tree),
    ...listSources(tree)
      .filter(isProduct)
      .flatMap((file) => readTexts(tree, file)),
  ];
  return texts
    .filter(({ text }) => !exact.has(text))
    .flatMap((text) => given_up.filter(({ pattern }) => pattern.test(text.text)).map(report(text)));
}

const report =
  ({ file, line, text }: Text) =>
  ({ word, instead }: GivenUp) =>
    `${file}:${line}: «${word}» is given up for ${instead}: ${text}`;

/** What speaks to the product's users: not its tests, its benches, nor these checks. */
function isProduct(file: string): boolean {
  return (
    !/^(e2e|proof|checks|server\/test)\//.test(file) &&
    !/\.test\.tsx?$/.test(file) &&
    !LEGAL.includes(file)
  );
}

/** The strings of a source file, the pieces of its templates, and the text between its elements. */
function readTexts(tree: string, file: string): Text[] {
  const source = readFileSync(join(tree, file), 'utf8');
  const texts: Text[] = [];
  const add = ({ start }: Node, value: unknown) => {
    if (typeof value !== 'string') return;
    const text = value.replace(/(\s|&nbsp;)+/g, ' ').trim();
    if (text) texts.push({ file, line: source.slice(0, start).split('\n').length, text });
  };
  new Visitor({
    Literal: (node) => add(node, node.value),
    TemplateElement: (node) => add(node, node.value.cooked),
    JSXText: (node) => add(node, node.value),
  }).visit(parse(tree, file));
  return texts;
}

/** The page that the web app starts in, a line at a time. */
function readPage(tree: string): Text[] {
  const file = 'web/index.html';
  const lines = readFileSync(join(tree, file), 'utf8').split('\n');
  return lines.map((text, at) => ({ file, line: at + 1, text }));
}

if (import.meta.main) {
  const tree = process.argv[2] ?? root;
  const found = findGivenUp(tree);
  for (const line of found) console.error(line);
  console.log(found.length === 0 ? 'words: one for each thing' : `words: ${found.length} given up`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
