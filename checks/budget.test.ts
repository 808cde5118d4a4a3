import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { compare, weigh } from './budget.ts';
import { plantTree } from './made-up-tree.ts';

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

test('a view weighs what it cannot do without, each file once', (t) => {
  const folder = plantTree(t, built);
  assert.deepEqual(weigh(folder, ['index.html', 'src/page.tsx']), {
    js: gz('index') + gz(noise) + gz('page'),
    css: gz('b{}') + gz('i{}'),
  });
  assert.throws(() => weigh(folder, ['src/gone.tsx']), /src\/gone\.tsx is not part/);
});

test('a view over its budget is told', (t) => {
  const folder = plantTree(t, built);
  const view = { view: 'page', modules: ['src/page.tsx'], js: 1_000_000, css: 1000 };
  const [within, tooMuch, tooColourful] = compare(folder, [
    view,
    { ...view, js: 1000 },
    { ...view, css: 20 },
  ]);
  assert.equal(within?.isWithin, true);
  assert.equal(tooMuch?.isWithin, false);
  assert.match(tooMuch?.line ?? '', /^✖ page +js +\d+\.\d of 1 KB/);
  assert.equal(tooColourful?.isWithin, false);
});
