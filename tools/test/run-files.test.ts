import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type RunOptions, runTestFiles } from './run-files.ts';

const root = mkdtempSync(join(tmpdir(), 'restvarde-test-files-'));
after(() => rmSync(root, { recursive: true }));

const HEAD = `import assert from 'node:assert/strict'; import { after, describe, test } from 'node:test';`;
const PASSES = `test('it passes', () => {});`;

/** Runs files, given by name and content, in one process, and returns the sums and the output. */
async function run(files: Record<string, string>, options: Partial<RunOptions> = {}) {
  for (const [name, content] of Object.entries(files)) {
    const comment = /^\/\/.*\n/.exec(content)?.[0] ?? '';
    writeFileSync(join(root, name), `${comment}${HEAD}\n${content.slice(comment.length)}`);
  }
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => lines.push(line);
  const { signal } = new AbortController();
  const usual = { root, processes: 1, limit_ms: 60_000, signal };
  try {
    const results = await runTestFiles(Object.keys(files), { ...usual, ...options });
    const sum = (key: 'passed' | 'failed') => results.reduce((all, one) => all + one[key], 0);
    const output = lines.join('\n').replace(/\d+\.\d s/g, '0 s');
    const failures = results.flatMap((result) => result.failures);
    return { passed: sum('passed'), failed: sum('failed'), failures, output };
  } finally {
    console.log = log;
  }
}

test('each file is counted, and failures are printed with their place and the output of the file', async () => {
  const { passed, failed, failures, output } = await run({
    'a.mjs': `console.log('a speaks'); test('it fails', () => assert.equal(1, 2)); ${PASSES} test.skip('later');`,
    'b.mjs': `console.log('b speaks'); describe('all', () => { ${PASSES} ${PASSES} });`,
  });
  assert.deepEqual([passed, failed], [3, 1]);
  assert.match(output, /✖ it fails\n {2}a\.mjs:2\nAssertionError.*\n\n1 !== 2/);
  assert.equal(failures.length, 1);
  assert.ok(output.includes(failures[0]!));
  assert.match(output, /✖ a\.mjs \(1 of 3, 0 s\)\na\.mjs printed:\na speaks/);
  assert.match(output, /- later\n {2}skipped: /);
  assert.match(output, /✔ b\.mjs \(2 of 2, 0 s\)$/);
  assert.doesNotMatch(output, /b speaks/);
});

test('an error outside a test counts as a failure, and the next files run', async () => {
  const { passed, failed, failures, output } = await run({
    'unreadable.mjs': 'import "./nowhere.mjs";',
    'hook.mjs': `after(() => { throw new Error('not taken down'); }); ${PASSES}`,
    'gone.mjs': `test('it ends the process', () => { console.log('farewell'); process.kill(process.pid, 'SIGKILL'); });`,
    'next.mjs': PASSES,
  });
  assert.deepEqual([passed, failed, failures.length], [2, 3, 3]);
  assert.match(output, /✖ unreadable\.mjs\nError.*Cannot find module/);
  assert.match(output, /not taken down/);
  assert.match(output, /✖ hook\.mjs \(1 of 1, 0 s\)/);
  assert.match(output, /✖ gone\.mjs\nIts process has ended \(SIGKILL\)\.\nfarewell/);
  assert.match(output, /✔ next\.mjs \(1 of 1, 0 s\)$/);
});

test('a file fails at its time limit, and when it leaves something open', async () => {
  const late = await run(
    { 'late.mjs': `test('it waits', () => new Promise((resolve) => setTimeout(resolve, 3_000)));` },
    { limit_ms: 100 },
  );
  assert.deepEqual([late.passed, late.failed > 0], [0, true]);
  const open = await run({ 'open.mjs': `setInterval(() => {}, 1_000); ${PASSES}` });
  assert.deepEqual([open.passed, open.failed], [1, 1]);
  assert.match(open.output, /open\.mjs\nStill open: .*Timeout/);
});

test('files share a process, except after a failure and files that declare a separate one', async () => {
  const content = `globalThis.seen = (globalThis.seen ?? 0) + 1; test('seen ' + globalThis.seen, { skip: true });`;
  const { output } = await run({
    'first.mjs': content,
    'own.mjs': `// Runs in its own process: it counts.\n${content}`,
    'second.mjs': `${content} test('it fails', () => assert.fail());`,
    'third.mjs': content,
  });
  assert.deepEqual(output.match(/seen \d/g), ['seen 1', 'seen 1', 'seen 2', 'seen 1']);
});

test('after an abort no file runs and nothing counts as failed', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 500);
  const wait = `test('it waits', () => new Promise((resolve) => setTimeout(resolve, 60_000)));`;
  const { passed, failed, output } = await run(
    { 'waits.mjs': wait, 'never.mjs': PASSES },
    { signal: stop.signal },
  );
  assert.deepEqual([passed, failed, output], [0, 0, '']);
});
