import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';

const MB = 1024 * 1024;

test('FORM-4 jpg, jpeg and png are pictures; a phone’s own format is told how to become one', () => {
  const refuse = (name: string, type = '', size = MB) => PICTURES.refuse({ name, type, size });
  assert.equal(refuse('a.JPG'), null);
  assert.equal(refuse('a.jpeg'), null);
  assert.equal(refuse('urklipp', 'image/png'), null);
  assert.match(refuse('IMG_1.HEIC', 'image/heic') ?? '', /JPG på telefonen/);
  assert.match(refuse('a.gif', 'image/gif') ?? '', /JPG eller PNG/);
  assert.match(refuse('a.jpg', 'image/jpeg', 15 * MB + 1) ?? '', /högst 15 MB/);
});

test('MEDIA-1 documents are known by their endings, and have 25 MB at most', () => {
  const refuse = (name: string, size = MB) => DOCUMENTS.refuse({ name, type: '', size });
  for (const ending of ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'odt', 'jpg', 'png', 'PDF']) {
    assert.equal(refuse(`Protokoll.${ending}`), null);
  }
  assert.match(refuse('skript.exe') ?? '', /Välj pdf/);
  assert.match(refuse('tom.pdf', 0) ?? '', /tom/);
  assert.match(refuse('stor.pdf', 25 * MB + 1) ?? '', /högst 25 MB/);
});
