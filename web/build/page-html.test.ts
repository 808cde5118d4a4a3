import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf } from './manifest.ts';
import {
  addFirstView,
  addPreloads,
  deferScripts,
  deferSheets,
  inlineScript,
  markView,
} from './page-html.ts';

const PREFETCH = '<script>prefetch()</script>';
const SCRIPT = '<script type="module" crossorigin src="/a/index.js"></script>';
const PAGE = `<!doctype html><head>${PREFETCH}${SCRIPT}</head><body><div id="app"></div></body>`;

test('SHELL-1 a page needs the files of its modules and their imports, each once', () => {
  const manifest = {
    'page.tsx': { file: 'a/page.js', imports: ['_base.js', '_card.js'], css: ['a/page.css'] },
    '_base.js': { file: 'a/base.js' },
    '_card.js': { file: 'a/card.js', imports: ['_base.js', '_card.js'], css: ['a/card.css'] },
  };
  assert.deepEqual(
    [...filesOf(manifest, ['page.tsx', '_card.js'])],
    ['a/page.js', 'a/page.css', 'a/base.js', 'a/card.js', 'a/card.css'],
  );
  assert.throws(() => filesOf(manifest, ['gone.tsx']), /gone\.tsx is not part/);
});

test('SHELL-1 the scripts of a page with a first view wait for the view, its style sheets do not', () => {
  const page = deferScripts(addPreloads(PAGE, ['a/list.js', 'a/list.css']));
  const [head = '', deferred = ''] = page.split('<template id="scripts">');
  assert.ok(head.includes(PREFETCH));
  assert.match(head, /<link rel="stylesheet" crossorigin href="\/a\/list.css">/);
  assert.doesNotMatch(head, /a\/\w+\.js/);
  assert.ok(deferred.startsWith(SCRIPT));
  assert.match(deferred, /modulepreload.*list\.js.*<\/template><\/head>/);
});

test('SHELL-1 the inlined script is in the page unchanged, and is not parsed as HTML', () => {
  const page = '<head><script src="/src/app/prefetch.ts"></script></head>';
  const script = "a = '$& $1';";
  assert.equal(inlineScript(page, script), `<head><script>${script}</script></head>`);
  for (const held of ['</script>', '</SCRIPT ', '<!--'])
    assert.throws(() => inlineScript(page, `'${held}'`), /would not read as script/, held);
  assert.throws(() => inlineScript('<head></head>', script), /has no/);
});

test('SHELL-1 if a view is requested, the style sheets wait for the request and block painting', () => {
  const page = deferSheets(addPreloads(PAGE, ['a/list.css', 'a/list.js', 'a/card.css']));
  const [before = '', behind = ''] = page.split(PREFETCH);
  const [, plain = '', deferred = ''] =
    /<noscript>(.*)<\/noscript><template id="sheets">(.*)<\/template>$/.exec(before) ?? [];
  assert.equal(plain.match(/<link rel="stylesheet"[^>]*(?:list|card)/g)?.length, 2);
  assert.equal(
    deferred.match(/<link blocking="render" rel="stylesheet"[^>]*(?:list|card)/g)?.length,
    2,
  );
  assert.doesNotMatch(behind, /stylesheet/);
  assert.match(behind, /modulepreload/);
});

test('SHELL-1 a page is marked as having a server-rendered view, or contains its view', () => {
  const marked = '<script data-view="/a/home.css /a/home.js">prefetch()</script>';
  assert.ok(markView(PAGE, ['a/home.css', 'a/home.js']).includes(marked));
  assert.match(addFirstView(PAGE, '$& $1'), /<div id="app" data-rendered>\$& \$1<\/div><\/body>$/);
  assert.throws(() => markView('<html></html>', []), /has no/);
});
