import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { plantTree } from './plant-tree.ts';
import { findReplacedWords } from './words.ts';

const BOOK = `
## Vocabulary

| Swedish | Here | Replaced | |
|---|---|---|---|
| bud | bid | | |
| mejl | email | brev, brevet | what is sent |
| e-postadress, as a label «E-post» | address | e-post | |
| Finns på | where it stands | Står på | |
| klockan 06:42 | a time | klockan 06.42, kl. | |

## AUTH

- **AUTH-1** Wrong: «Ange en giltig e-post». (decided) Sent: «Kolla din inkorg».
- **AUTH-2** Told (decided: «Du får ett mejl.»), «Ett brev till».
`;

/** Checks a product with this file and this SPEC.md. */
function found(t: TestContext, source: string, { file = 'web/src/a.tsx', book = BOOK } = {}) {
  const tree = plantTree(t, {
    'SPEC.md': book,
    'web/index.html': '<title>Bud</title>',
    [file]: source,
  });
  return findReplacedWords(tree);
}

test('a replaced word is found in strings, templates and JSX, with the word to use', (t) => {
  const sources = {
    'Ett brev kom': `export const a = 'Ett brev kom';`,
    'brev kom': `export const a = (n: number) => \`\${n} brev kom\`;`,
    'Brev som väntar': 'export const A = () => <ul aria-label="Brev som väntar" />;',
    'Hit går ett brev snart.': 'export const A = () => <p>Hit går ett\n  brev&nbsp;snart.</p>;',
  };
  for (const [text, source] of Object.entries(sources)) {
    assert.deepEqual(found(t, source), [`web/src/a.tsx:1: «brev» is replaced by mejl: ${text}`]);
  }
});

test('whole words match, words with a capital only at the beginning, and a digit matches any digit', (t) => {
  const text = (words: string) => found(t, `export const a = '${words}';`).length;
  assert.equal(text('brevlåda e-postadress'), 0);
  assert.equal(text('Brevet, e-post'), 2);
  assert.equal(text('Står på gården'), 1);
  assert.equal(text('Det står på sidan'), 0);
  assert.equal(text('klockan 17.30 eller kl. 18'), 2);
});

test('texts of the customer and labels of the table are allowed exactly as written', (t) => {
  const text = (words: string) => found(t, `export const a = '${words}';`).length;
  assert.equal(text('Ange en giltig e-post'), 0);
  assert.equal(text('E-post'), 0);
  assert.equal(text('Ange en giltig e-post.'), 1);
});

test('decided texts in rules follow the table', (t) => {
  const says = (rule: string) => found(t, '', { book: `${BOOK}- **AUTH-3** ${rule}\n` });
  const breach = ['SPEC.md:16: «brev» is replaced by mejl: Inget brev'];
  assert.deepEqual(says('A sentence. (decided) Told: «Inget brev».'), breach);
  assert.deepEqual(says('A sentence (decided: «Inget brev»).'), breach);
  assert.deepEqual(says('Told: «Inget brev».'), []);
  const point = ['SPEC.md:17: «brev» is replaced by mejl: Inget brev'];
  assert.deepEqual(says('A sentence. (decided)\n  1. Sent: «Inget brev».'), point);
  assert.deepEqual(says('A sentence.\n  1. Sent: «Inget brev».'), []);
});

test('tests, comments and legal texts are not checked, but the page of the app is', (t) => {
  assert.deepEqual(found(t, '// Ett brev\nexport {};'), []);
  for (const file of [
    'web/src/a.test.ts',
    'e2e/a.e2e.ts',
    'server/test/a.ts',
    'web/src/pages/terms/terms-of-use.ts',
  ]) {
    assert.deepEqual(found(t, `export const a = 'Ett brev';`, { file }), []);
  }
  const tree = plantTree(t, { 'SPEC.md': BOOK, 'web/index.html': '<html>\n<title>Brev</title>' });
  assert.deepEqual(findReplacedWords(tree), [
    'web/index.html:2: «brev» is replaced by mejl: <title>Brev</title>',
  ]);
});

test('SPEC.md without a vocabulary is an error', (t) => {
  assert.throws(() => found(t, '', { book: '## Vocabulary\n' }), /has no replaced word/);
});
