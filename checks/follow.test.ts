import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './source-tree.ts';

let folder: string;
let command: ChildProcess;
let nextLine: () => Promise<string>;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'restvarde-follow-'));
  save('greeting.ts', 'export const greeting = "first";');
  save(
    'main.ts',
    'import { greeting } from "./greeting.ts"; console.log(greeting); setInterval(() => {}, 1000);',
  );
  const prepare = pathToFileURL(join(root, 'prepare.mjs')).href;
  const script = `import { follow } from ${JSON.stringify(prepare)};
    follow([${JSON.stringify(join(folder, 'main.ts'))}], [${JSON.stringify(relative(root, folder))}]);`;
  command = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: command.stdout! })[Symbol.asyncIterator]();
  nextLine = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The command has ended.');
      if (value) return value;
    }
  };
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

function save(name: string, source: string): void {
  writeFileSync(join(folder, name), source);
}

function replace(name: string, source: string): void {
  save('saved.tmp', source);
  renameSync(join(folder, 'saved.tmp'), join(folder, name));
}
