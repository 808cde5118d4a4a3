import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './source-tree.ts';

let folder: string;
let command: ChildProcess;
let nextLine: () => Promise<string>;

/** Runs what `follow` is told of in a process of its own, `first` before it. */
function startCommand(first = ''): ChildProcess {
  const prepare = pathToFileURL(join(root, 'prepare.mjs')).href;
  const script = `import { follow } from ${JSON.stringify(prepare)}; ${first}
    follow([${JSON.stringify(join(folder, 'main.ts'))}], [${JSON.stringify(relative(root, folder))}]);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Reads what a command says, a line at a time. */
function linesOf({ stdout }: ChildProcess): () => Promise<string> {
  const lines = createInterface({ input: stdout! })[Symbol.asyncIterator]();
  return async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The command has ended.');
      if (value) return value;
    }
  };
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'restvarde-follow-'));
  save('greeting.ts', 'export const greeting = "first";');
  save(
    'main.ts',
    'import { greeting } from "./greeting.ts"; console.log(greeting); setInterval(() => {}, 1000);',
  );
  command = startCommand();
  nextLine = linesOf(command);
});

after(async () => {
  command.kill('SIGTERM');
  if (command.exitCode === null) await once(command, 'exit');
  rmSync(folder, { recursive: true });
});

test('what is saved is run anew, also when its file was put anew, as editors and git do', async () => {
  assert.equal(await nextLine(), 'first');
  for (const greeting of ['second', 'third', 'fourth']) {
    replace('greeting.ts', `export const greeting = "${greeting}";`);
    assert.equal(await nextLine(), greeting);
  }
});

test('what fell is started at the next save', async () => {
  replace('greeting.ts', 'throw new Error("fell");');
  assert.match(await nextLine(), /It fell/);
  save('greeting.ts', 'export const greeting = "mended";');
  assert.equal(await nextLine(), 'mended');
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} between two starts ends the command without a fault`, async () => {
    // The one before is being ended, and the next has not started: as the signal is, so it is told.
    const between = startCommand(`
      const { ChildProcess } = await import('node:child_process');
      const { kill } = ChildProcess.prototype;
      ChildProcess.prototype.kill = function (how) {
        const was = kill.call(this, how);
        if (how === 'SIGKILL') process.emit('${signal}', '${signal}');
        return was;
      };`);
    const errors = text(between.stderr!);
    const ended = once(between, 'exit');
    assert.equal(await linesOf(between)(), 'mended');
    replace('greeting.ts', 'export const greeting = "mended";');
    await ended;
    assert.equal(await errors, '');
  });
}

function save(name: string, source: string): void {
  writeFileSync(join(folder, name), source);
}

function replace(name: string, source: string): void {
  save('saved.tmp', source);
  renameSync(join(folder, 'saved.tmp'), join(folder, name));
}
