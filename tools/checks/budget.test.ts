import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { compare, measure } from './budget.ts';
import { plantTree } from './plant-tree.ts';

const noise = randomBytes(2000).toString('hex');
const gz = (text: string) => gzipSync(text, { level: 9 }).length;

const built = {
  '.vite/manifest.json': JSON.stringify({
    'index.html': { file: 'a/index.js', imports: ['_base.js'], css: ['a/index.css'] },
    '_base.js': { file: 'a/base.js' },
    'src/page.tsx': {
      file: 'a/page.js',
      imports: ['index.html', '_base.js'],
      dynamicImports: ['src/later.tsx'],
      css: ['a/page.css'],
    },
    'src/later.tsx': { file: 'a/later.js' },
  }),
  'a/index.js': 'index',
  'a/base.js': noise,
  'a/page.js': 'page',
  'a/later.js': noise,
  'a/index.css': 'b{}',
  'a/page.css': 'i{}',
};

test('a view is measured with its imports, each file once', (t) => {
  const folder = plantTree(t, built);
  assert.deepEqual(measure(folder, ['index.html', 'src/page.tsx']), {
    js: gz('index') + gz(noise) + gz('page'),
    css: gz('b{}') + gz('i{}'),
  });
  assert.throws(() => measure(folder, ['src/gone.tsx']), /src\/gone\.tsx is not part/);
});

test('a view over its budget is reported', (t) => {
  const folder = plantTree(t, built);
  const view = { view: 'page', modules: ['src/page.tsx'], js: 1_000_000, css: 1000 };
  const [within, tooMuchJs, tooMuchCss] = compare(folder, [
    view,
    { ...view, js: 1000 },
    { ...view, css: 20 },
  ]);
  assert.equal(within?.isWithin, true);
  assert.equal(tooMuchJs?.isWithin, false);
  assert.match(tooMuchJs?.line ?? '', /^✖ page +js +\d+\.\d of 1 KB/);
  assert.equal(tooMuchCss?.isWithin, false);
});
