import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runTestFiles } from './run.ts';

const root = mkdtempSync(join(tmpdir(), 'restvarde-test-files-'));
after(() => rmSync(root, { recursive: true }));

const HEAD = `import assert from 'node:assert/strict'; import { after, describe, test } from 'node:test';`;
const PASSES = `test('it passes', () => {});`;

interface Asked {
  alone?: string[];
  limit_ms?: number;
  signal?: AbortSignal;
}

/** Runs files, by their names what is in them, in one process, and gives what it printed. */
async function run(files: Record<string, string>, asked: Asked = {}) {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(root, name), `${HEAD}\n${content}`);
  }
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => lines.push(line);
  const given = { root, processes: 1, alone: [], limit_ms: 60_000 };
  const { signal } = new AbortController();
  try {
    const counts = await runTestFiles(Object.keys(files), { signal, ...given, ...asked });
    const said = lines.join('\n').replace(/\d+\.\d s/g, '0 s');
    return { ...counts, said };
  } finally {
    console.log = log;
  }
}

test('files are counted each by itself, and what failed is told with its place and what the file said', async () => {
  const { passed, failed, said } = await run({
    'a.mjs': `console.log('a speaks'); test('it fails', () => assert.equal(1, 2)); ${PASSES} test.skip('later');`,
    'b.mjs': `console.log('b speaks'); describe('all', () => { ${PASSES} ${PASSES} });`,
  });
  assert.deepEqual([passed, failed], [3, 1]);
  assert.match(said, /✖ it fails\n {2}a\.mjs:2\nAssertionError.*\n\n1 !== 2/);
  assert.match(said, /✖ a\.mjs \(1 of 3, 0 s\)\na\.mjs said:\na speaks/);
  assert.match(said, /- later\n {2}skipped: /);
  assert.match(said, /✔ b\.mjs \(2 of 2, 0 s\)$/);
  assert.doesNotMatch(said, /b speaks/);
});

test('what goes wrong outside a test has failed too, and the next files are run', async () => {
  const { passed, failed, said } = await run({
    'unreadable.mjs': 'import "./nowhere.mjs";',
    'hook.mjs': `after(() => { throw new Error('not taken down'); }); ${PASSES}`,
    'gone.mjs': `test('it ends the process', () => { console.log('farewell'); process.kill(process.pid, 'SIGKILL'); });`,
    'next.mjs': PASSES,
  });
  assert.deepEqual([passed, failed], [2, 3]);
  assert.match(said, /✖ unreadable\.mjs\nError.*Cannot find module/);
  assert.match(said, /not taken down/);
  assert.match(said, /✖ hook\.mjs \(1 of 1, 0 s\)/);
  assert.match(said, /✖ gone\.mjs\nIts process has ended \(SIGKILL\)\.\nfarewell/);
  assert.match(said, /✔ next\.mjs \(1 of 1, 0 s\)$/);
});

test('a file that does not end fails at its limit, and one that leaves something open at the end', async () => {
  const late = await run(
    { 'late.mjs': `test('it waits', () => new Promise((resolve) => setTimeout(resolve, 3_000)));` },
    { limit_ms: 100 },
  );
  assert.deepEqual([late.passed, late.failed > 0], [0, true]);
  const open = await run({ 'open.mjs': `setInterval(() => {}, 1_000); ${PASSES}` });
  assert.deepEqual([open.passed, open.failed], [1, 1]);
  assert.match(open.said, /open\.mjs\nStill open: .*Timeout/);
});

test('files share a process, but those that need one alone and what comes after a failure', async () => {
  const content = `globalThis.seen = (globalThis.seen ?? 0) + 1; test('seen ' + globalThis.seen, { skip: true });`;
  const files = {
    'first.mjs': content,
    'own.mjs': content,
    'second.mjs': `${content} test('it fails', () => assert.fail());`,
    'third.mjs': content,
  };
  const { said } = await run(files, { alone: ['own.mjs'] });
  assert.deepEqual(said.match(/seen \d/g), ['seen 1', 'seen 1', 'seen 2', 'seen 1']);
});

test('once it is stopped no more is run, and nothing is told as failed', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 500);
  const wait = `test('it waits', () => new Promise((resolve) => setTimeout(resolve, 60_000)));`;
  const { passed, failed, said } = await run(
    { 'waits.mjs': wait, 'never.mjs': PASSES },
    { signal: stop.signal },
  );
  assert.deepEqual([passed, failed, said], [0, 0, '']);
});
