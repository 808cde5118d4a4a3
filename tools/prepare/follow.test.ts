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
import { root } from './child.mjs';

let folder: string;
let command: ChildProcess;
let nextLine: () => Promise<string>;

/** Follows a command in another process, which runs `first` before. */
function startCommand(first = ''): ChildProcess {
  const prepare = pathToFileURL(join(import.meta.dirname, 'child.mjs')).href;
  const script = `import { follow } from ${JSON.stringify(prepare)}; ${first}
    follow([${JSON.stringify(join(folder, 'main.ts'))}], [${JSON.stringify(relative(root, folder))}]);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Reads the output of a command line by line. */
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

test('a saved file restarts the command, also when an editor or git replaces the file', async () => {
  assert.equal(await nextLine(), 'first');
  for (const greeting of ['second', 'third', 'fourth']) {
    replace('greeting.ts', `export const greeting = "${greeting}";`);
    assert.equal(await nextLine(), greeting);
  }
});

test('a crashed command is restarted at the next save', async () => {
  replace('greeting.ts', 'throw new Error("crashed");');
  assert.match(await nextLine(), /It crashed/);
  save('greeting.ts', 'export const greeting = "repaired";');
  assert.equal(await nextLine(), 'repaired');
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} between two starts ends the command without an error`, async () => {
    // Sends the signal while the former process ends and the next has not started.
    const between = startCommand(`
      const { ChildProcess } = await import('node:child_process');
      const { kill } = ChildProcess.prototype;
      ChildProcess.prototype.kill = function (name) {
        const isSent = kill.call(this, name);
        if (name === 'SIGKILL') process.emit('${signal}', '${signal}');
        return isSent;
      };`);
    const errors = text(between.stderr!);
    const ended = once(between, 'exit');
    assert.equal(await linesOf(between)(), 'repaired');
    replace('greeting.ts', 'export const greeting = "repaired";');
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
