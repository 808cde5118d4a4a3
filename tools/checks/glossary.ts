// The product's words (SPEC.md, Vocabulary), and the words that each replaces.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word that the product does not use, how it is found, and what to write instead. */
export interface ReplacedWord {
  word: string;
  instead: string;
  pattern: RegExp;
}

export interface Glossary {
  replaced: ReplacedWord[];
  /** Texts that may use any word: the customer's, and the labels of the table. */
  exact: Set<string>;
  /** The texts of the rules that the makers chose. The table applies to them. */
  decided: { text: string; line: number }[];
}

const QUOTED = /«([^»]*)»/g;
/** A numbered point of a rule. It is decided if «(decided)» is in the lines before it. */
const POINT = /^ {2}\d+\. /;

/** Reads the table and the texts between « » of the SPEC.md below `tree`; throws without a table. */
export function readGlossary(tree: string): Glossary {
  const lines = readFileSync(join(tree, 'SPEC.md'), 'utf8').split('\n');
  const glossary: Glossary = { replaced: [], exact: new Set(), decided: [] };
  let chapter = '';
  let isDecided = false;
  for (const [at, line] of lines.entries()) {
    chapter = /^## (.*)/.exec(line)?.[1] ?? chapter;
    if (chapter === 'Vocabulary') readRow(line, glossary);
    else isDecided = readTexts(line, at + 1, isDecided && POINT.test(line), glossary);
  }
  if (glossary.replaced.length === 0)
    throw new Error('SPEC.md has no replaced word in its Vocabulary');
  return glossary;
}

function readRow(line: string, { replaced, exact }: Glossary): void {
  for (const text of quotedIn(line.split('|')[1] ?? '')) exact.add(text);
  replaced.push(...wordsOf(line));
}

/** The replaced words in a row of the table: the third cell, separated by commas. */
function wordsOf(line: string): ReplacedWord[] {
  const [, instead = '', , words = ''] = line.split('|').map((cell) => cell.trim());
  if (!line.startsWith('|') || /^(Swedish|-+)$/.test(instead)) return [];
  return words
    .split(/, ?/)
    .filter(Boolean)
    .map((word) => ({ word, instead, pattern: patternOf(word) }));
}

/**
 * Matches a whole word or phrase. One with a capital matches at the start of a text only, as in labels; any other
 * matches everywhere, with or without a capital. A digit matches any digit. A sign such as « matches everywhere.
 */
function patternOf(word: string): RegExp {
  if (!/[\p{L}\d]/u.test(word)) return new RegExp(word, 'u');
  const [first = '', ...rest] = word;
  const source = rest
    .join('')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\d/g, '\\d');
  const upper = first.toUpperCase();
  const begins = first === upper ? `^${first}` : `(?<![\\p{L}\\d])[${first}${upper}]`;
  return new RegExp(`${begins}${source}(?![\\p{L}\\d])`, 'u');
}

/**
 * Sorts the quoted texts of a line. A text is the makers' after «(decided)», in brackets such as «(decided: …)», and in
 * a point of a decided rule. All others are the customer's. Returns whether the next point is decided too.
 */
function readTexts(
  line: string,
  number: number,
  isDecided: boolean,
  { exact, decided }: Glossary,
): boolean {
  const bracketed = [...line.matchAll(/\(decided[:,][^()]*(?:\([^()]*\)[^()]*)*\)/g)].join(' ');
  const open = line.replace(/\(decided[:,][^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
  const mark = isDecided ? 0 : open.indexOf('(decided)');
  const customers = mark < 0 ? open : open.slice(0, mark);
  for (const text of quotedIn(customers)) exact.add(text);
  const chosen = [...quotedIn(bracketed), ...(mark < 0 ? [] : quotedIn(open.slice(mark)))];
  decided.push(...chosen.map((text) => ({ text, line: number })));
  return mark >= 0;
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map(([, inner = '']) => inner);
}
