import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, Visitor } from 'oxc-parser';
import { type ReplacedWord, readGlossary } from './glossary.ts';
import { listSources, parse } from './source-tree.ts';

/** Legal texts use the words of the law and never change without a new version (TERMS-1). */
const LEGAL = ['personal-data', 'purchase-conditions', 'terms-of-use'].map(
  (text) => `web/src/pages/terms/${text}.ts`,
);

interface Text {
  file: string;
  line: number;
  /** On one line, with single spaces. */
  text: string;
}

/** The words in the product's texts below `tree` that the vocabulary of its SPEC.md replaces by others; a line each. */
export function findReplacedWords(tree: string): string[] {
  const { replaced, exact, decided } = readGlossary(tree);
  const texts = [
    ...decided.map((text) => ({ file: 'SPEC.md', ...text })),
    ...readPage(tree),
    ...listSources(tree)
      .filter(isProduct)
      .flatMap((file) => readTexts(tree, file)),
  ];
  return texts
    .filter(({ text }) => !exact.has(text))
    .flatMap((text) => replaced.filter(({ pattern }) => pattern.test(text.text)).map(report(text)));
}

const report =
  ({ file, line, text }: Text) =>
  ({ word, instead }: ReplacedWord) =>
    `${file}:${line}: «${word}» is replaced by ${instead}: ${text}`;

/** Whether a file may have texts of the product. */
function isProduct(file: string): boolean {
  return (
    !/^(e2e|proof|tools|server\/test)\//.test(file) &&
    !/\.test\.tsx?$/.test(file) &&
    !LEGAL.includes(file)
  );
}

/** The strings, template pieces and JSX texts of a source file. */
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

/** The lines of the web app's page. */
function readPage(tree: string): Text[] {
  const file = 'web/index.html';
  const lines = readFileSync(join(tree, file), 'utf8').split('\n');
  return lines.map((text, at) => ({ file, line: at + 1, text }));
}
