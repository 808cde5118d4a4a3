// Lists the rules of SPEC.md with the tests that prove them: `npm run rules`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Argument, type Expression, Visitor } from 'oxc-parser';
import { listSources, parse, root } from './source-tree.ts';

/** The title of a test. `runs` is false for skipped and planned tests, which prove nothing. */
export type Title = { file: string; text: string; runs: boolean };

/** The number of tests for each rule, and a sentence for each title with a wrong id. */
export type Proofs = { tests: Map<string, number>; wrong: string[] };

/** The ids of the rules in SPEC.md, in its order. */
export function readRules(book: string): string[] {
  return [...book.matchAll(/^- \*\*([A-Z]+-\d+)\*\* /gm)].map((match) => match[1] ?? '');
}

/** The ids a title begins with: `BID-4, BID-6 a late bid …` has two. */
export function readIds(title: string): string[] {
  const ids = /^[A-Z]+-\d+(?:, ?[A-Z]+-\d+)*/.exec(title)?.[0];
  return ids?.split(/, ?/) ?? [];
}

/** Counts the tests below `tree` that prove each rule of its SPEC.md. */
export function countProofs(tree: string): Proofs {
  const rules = readRules(readFileSync(join(tree, 'SPEC.md'), 'utf8'));
  const tests = new Map(rules.map((rule) => [rule, 0]));
  const wrong: string[] = [];
  for (const file of listSources(tree).filter((path) =>
    /\.(test|e2e|operations|reliability)\.tsx?$/.test(path),
  )) {
    for (const title of readTitles(tree, file)) {
      if (/^[A-Z]+-\d+[^\s:,\d]/.test(title.text)) {
        wrong.push(`${file}: write ids as «BID-4, BID-6 …» («${title.text}»)`);
      }
      for (const id of readIds(title.text)) {
        const count = tests.get(id);
        if (count === undefined)
          wrong.push(`${file}: ${id} is not a rule of SPEC.md («${title.text}»)`);
        else if (title.runs) tests.set(id, count + 1);
      }
    }
  }
  return { tests, wrong };
}

/** The titles given to `test` and `it`, sub-tests (`t.test`) included. */
export function readTitles(tree: string, file: string): Title[] {
  const titles: Title[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      const words = readCallee(callee);
      const text = readText(first);
      if (text === null || !words.some((word) => word === 'test' || word === 'it')) return;
      titles.push({ file, text, runs: !words.includes('skip') && !words.includes('todo') });
    },
  }).visit(parse(tree, file));
  return titles;
}

/** The names of `t.test.skip`; empty for anything but names joined by dots. */
function readCallee(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  return callee.property.type === 'Identifier'
    ? [...readCallee(callee.object), callee.property.name]
    : [];
}

/** The text of a string, or of a template up to its first expression. */
function readText(argument: Argument | undefined): string | null {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type === 'TemplateLiteral') return argument.quasis[0]?.value.cooked ?? null;
  return null;
}

function printProofs({ tests, wrong }: Proofs): void {
  const rules = [...tests];
  const proved = rules.filter(([, count]) => count > 0);
  const open = rules.filter(([, count]) => count === 0);
  console.log(`Proved: ${proved.length} of ${rules.length} rules`);
  for (const [rule, count] of proved) console.log(`  ${rule.padEnd(9)} ${count}`);
  console.log(`Not proved yet: ${open.length}`);
  for (const chapter of new Set(open.map(([rule]) => rule.replace(/-\d+$/, '')))) {
    const numbers = open.flatMap(([rule]) => (rule.startsWith(`${chapter}-`) ? [rule] : []));
    console.log(`  ${numbers.join(' ')}`);
  }
  for (const line of wrong) console.error(line);
}

if (import.meta.main) {
  const proofs = countProofs(process.argv[2] ?? root);
  printProofs(proofs);
  process.exitCode = proofs.wrong.length === 0 ? 0 : 1;
}
