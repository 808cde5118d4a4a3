import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENTS, PICTURES } from './file-kinds.ts';

const MB = 1024 * 1024;
const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 0];

const judge = (bytes: number[], name = 'a.jpg', size = 0) =>
  PICTURES.contentErrorOf(
    new File([new Uint8Array(bytes), new Uint8Array(Math.max(0, size - bytes.length))], name),
  );

test('FORM-4 a picture is recognised by its first bytes, whatever its name and type', async () => {
  for (const name of ['a.jpg', 'a.jfif', 'urklipp', 'a.gif']) {
    assert.equal(PICTURES.errorOf({ name, size: MB }), null);
    assert.equal(await judge(JPEG, name), null, name);
  }
  assert.equal(await judge([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), null);
  for (const bytes of [
    [0x25, 0x50, 0x44, 0x46],
    [0xff, 0xd8],
  ])
    assert.equal(await judge(bytes), 'a.jpg: Filen är ingen bild i JPG eller PNG.');
});

test('FORM-4 the message for a file in a phone’s own format says how to convert it, also under another name', async () => {
  const heic = [0, 0, 0, 0x18, ...Buffer.from('ftypheic')];
  assert.match((await judge(heic)) ?? '', /^a\.jpg: .*som JPG på telefonen/);
  assert.match((await judge([1, 2, 3], 'IMG_1.HEIC')) ?? '', /som JPG på telefonen/);
});

test('MEDIA-1 a picture is at most 15 MB when sent; a larger one may be scaled down', async () => {
  assert.equal(PICTURES.errorOf({ name: 'a.jpg', size: 40 * MB }), null);
  assert.match(PICTURES.errorOf({ name: 'a.jpg', size: 101 * MB }) ?? '', /högst 15 MB/);
  assert.match(PICTURES.errorOf({ name: 'a.jpg', size: 0 }) ?? '', /tom/);
  assert.match((await judge(JPEG, 'a.jpg', 15 * MB + 1)) ?? '', /högst 15 MB/);
});

test('MEDIA-1 documents are recognised by their extensions and are at most 25 MB', () => {
  const errorOf = (name: string, size = MB) => DOCUMENTS.errorOf({ name, size });
  for (const ending of ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'odt', 'jpg', 'jfif', 'png', 'PDF']) {
    assert.equal(errorOf(`Protokoll.${ending}`), null);
  }
  assert.match(errorOf('skript.exe') ?? '', /Välj pdf/);
  assert.match(errorOf('pdf') ?? '', /Välj pdf/);
  assert.match(errorOf('tom.pdf', 0) ?? '', /tom/);
  assert.match(errorOf('stor.pdf', 25 * MB + 1) ?? '', /högst 25 MB/);
});
