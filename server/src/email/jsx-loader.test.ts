import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import './jsx-loader.ts';

/** In the source tree, where React resolves. */
let folder: string;
before(async () => {
  folder = await mkdtemp(join(import.meta.dirname, 'loaded-'));
});
after(() => rm(folder, { recursive: true }));

async function load(name: string, source: string) {
  const path = join(folder, name);
  await writeFile(path, source);
  return import(path);
}

test('MAIL-1 an error in a template names its source line', async () => {
  const source = `interface Props {
  name: string;
}

export const Hello = ({ name }: Props) => (
  <p>
    {name}
    {fail()}
  </p>
);

function fail(): string {
  throw new Error('wrong');
}
`;
  const { Hello } = await load('wrong.tsx', source);
  assert.throws(
    () => Hello({ name: 'Anna' }),
    (error: Error) => {
      assert.match(error.stack ?? '', /wrong\.tsx:13:9/);
      assert.match(error.stack ?? '', /wrong\.tsx:8:6/);
      return true;
    },
  );
});

test('MAIL-1 a syntax error in a template names file and line', async () => {
  await assert.rejects(load('broken.tsx', 'export const a = <p>;\n'), /broken\.tsx.*<p>/s);
});
