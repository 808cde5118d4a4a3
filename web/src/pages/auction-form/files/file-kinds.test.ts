import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';

const MB = 1024 * 1024;

test('FORM-4 jpg, jpeg and png are pictures; a phone’s own format is told how to become one', () => {
  const errorOf = (name: string, type = '', size = MB) => PICTURES.errorOf({ name, type, size });
  assert.equal(errorOf('a.JPG'), null);
  assert.equal(errorOf('a.jpeg'), null);
  assert.equal(errorOf('urklipp', 'image/png'), null);
  assert.match(errorOf('IMG_1.HEIC', 'image/heic') ?? '', /JPG på telefonen/);
  assert.match(errorOf('a.gif', 'image/gif') ?? '', /JPG eller PNG/);
  assert.match(errorOf('a.jpg', 'image/jpeg', 15 * MB + 1) ?? '', /högst 15 MB/);
});

test('MEDIA-1 documents are known by their endings, and have 25 MB at most', () => {
  const errorOf = (name: string, size = MB) => DOCUMENTS.errorOf({ name, type: '', size });
  for (const ending of ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'odt', 'jpg', 'png', 'PDF']) {
    assert.equal(errorOf(`Protokoll.${ending}`), null);
  }
  assert.match(errorOf('skript.exe') ?? '', /Välj pdf/);
  assert.match(errorOf('tom.pdf', 0) ?? '', /tom/);
  assert.match(errorOf('stor.pdf', 25 * MB + 1) ?? '', /högst 25 MB/);
});

test('FORM-4 a picture is known by what it begins with, whatever it is called', async () => {
  const judge = (...bytes: number[]) =>
    PICTURES.contentErrorOf(new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }));
  assert.equal(await judge(0xff, 0xd8, 0xff, 0xe0, 0, 0), null);
  assert.equal(await judge(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0), null);
  for (const bytes of [[], [0x25, 0x50, 0x44, 0x46], [0xff, 0xd8]])
    assert.equal(await judge(...bytes), 'a.jpg: Filen är ingen bild i JPG eller PNG.');
});
