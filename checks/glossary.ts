// The product's words (SPEC.md, Vocabulary), and the words that each replaces.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word that is given up, how it is found, and what to write instead. */
export interface GivenUp {
  word: string;
  instead: string;
  pattern: RegExp;
}

export interface Glossary {
  given_up: GivenUp[];
  /** Texts that stand to the letter whatever words they use: the customer's, and the labels of the table. */
  exact: Set<string>;
  /** The texts of the rules that the makers chose: they keep to the table like any other. */
  decided: { text: string; line: number }[];
}

const QUOTED = /«([^»]*)»/g;

/** Reads the table and the texts between « » of the SPEC.md below `tree`; throws without a table. */
export function readGlossary(tree: string): Glossary {
  const lines = readFileSync(join(tree, 'SPEC.md'), 'utf8').split('\n');
  const glossary: Glossary = { given_up: [], exact: new Set(), decided: [] };
  let chapter = '';
  for (const [at, line] of lines.entries()) {
    chapter = /^## (.*)/.exec(line)?.[1] ?? chapter;
    if (chapter === 'Vocabulary') readRow(line, glossary);
    else readTexts(line, at + 1, glossary);
  }
  if (glossary.given_up.length === 0) throw new Error('SPEC.md gives up no word in its Vocabulary');
  return glossary;
}

function readRow(line: string, { given_up, exact }: Glossary): void {
  for (const text of quotedIn(line.split('|')[1] ?? '')) exact.add(text);
  given_up.push(...wordsOf(line));
}

/** A row of a table: the word, its meaning, and what is given up for it, parted by commas. */
function wordsOf(line: string): GivenUp[] {
  const [, instead = '', , words = ''] = line.split('|').map((cell) => cell.trim());
  if (!line.startsWith('|') || /^(Swedish|-+)$/.test(instead)) return [];
  return words
    .split(/, ?/)
    .filter(Boolean)
    .map((word) => ({ word, instead, pattern: patternOf(word) }));
}

/**
 * A whole word, or several in a row. One with a capital is given up where a text begins so, as labels do; any
 * other wherever it stands, with or without a capital. A digit stands for any.
 */
function patternOf(word: string): RegExp {
  const [first = '', ...rest] = word;
  const source = rest
    .join('')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\d/g, '\\d');
  const upper = first.toUpperCase();
  const begins = first === upper ? `^${first}` : `(?<![\\p{L}\\d])[${first}${upper}]`;
  return new RegExp(`${begins}${source}(?![\\p{L}\\d])`, 'u');
}

/** What stands after «(decided» in a rule or a row is the makers', save where the mark ends within its bracket. */
function readTexts(line: string, number: number, { exact, decided }: Glossary): void {
  const bracketed = [...line.matchAll(/\(decided[:,][^()]*(?:\([^()]*\)[^()]*)*\)/g)].join(' ');
  const open = line.replace(/\(decided[:,][^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
  const mark = open.indexOf('(decided)');
  const customers = mark < 0 ? open : open.slice(0, mark);
  for (const text of quotedIn(customers)) exact.add(text);
  const chosen = [...quotedIn(bracketed), ...(mark < 0 ? [] : quotedIn(open.slice(mark)))];
  decided.push(...chosen.map((text) => ({ text, line: number })));
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map(([, inner = '']) => inner);
}
