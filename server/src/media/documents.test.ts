import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeOfficeZip, makeOle, makeZip } from '../../test/containers.ts';
import { documentFault, tidyFileName } from './documents.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCX = makeOfficeZip(`${OFFICE}.wordprocessingml.document.main+xml`);
const XLSX = makeOfficeZip(`${OFFICE}.spreadsheetml.sheet.main+xml`);
const ODT = makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<o/>' });
const DOC = makeOle(
  ['1Table', 'CompObj', 'WordDocument', '\u0005SummaryInformation'],
  ['Workbook'],
);
const XLS = makeOle(['Workbook'], ['WordDocument']);
const WHOLE = { docx: DOCX, xlsx: XLSX, odt: ODT, doc: DOC, xls: XLS };

test('MEDIA-1 an office file is recognised by its content, not by its name', () => {
  for (const ending of Object.keys(WHOLE)) {
    for (const [kind, content] of Object.entries(WHOLE)) {
      const expected = kind === ending ? null : 'content';
      assert.equal(documentFault(`Protokoll.${ending}`, content), expected, `${kind} as ${ending}`);
    }
  }
  assert.equal(documentFault('BLANKETT.DOCX', DOCX), null);
  assert.equal(documentFault('gammal.xls', makeOle(['Book'])), null);
});

test('MEDIA-1 a PDF is recognised by its header within the first kilobyte', () => {
  const pdf = (before: string) => Buffer.from(`${before}%PDF-1.7\n%%EOF`, 'latin1');
  for (const before of ['', '\xef\xbb\xbf', '\r\n', '\x1b%-12345X@PJL JOB\r\n', ' '.repeat(1024)]) {
    assert.equal(documentFault('a.pdf', pdf(before)), null);
  }
  assert.equal(documentFault('a.pdf', pdf(' '.repeat(1025))), 'content');
});

test('MEDIA-1 an office file is recognised in any XML encoding of its types', () => {
  const type = `${OFFICE}.wordprocessingml.document.main+xml`;
  const types = {
    'single quotes': Buffer.from(
      `<Types><Override PartName='/w.xml' ContentType='${type}'/></Types>`,
    ),
    'UTF-16': Buffer.from(
      `\ufeff<?xml version="1.0"?><Types><Override ContentType="${type}"/></Types>`,
      'utf16le',
    ),
    'UTF-16, big end first': Buffer.from(
      `\ufeff<Types><Override ContentType="${type}"/></Types>`,
      'utf16le',
    ).swap16(),
    'a prefix': Buffer.from(
      `<c:Types xmlns:c="x"><c:Override\nContentType = "${type}"></c:Override></c:Types>`,
    ),
  };
  for (const [how, content] of Object.entries(types)) {
    const zip = makeZip({ '[Content_Types].xml': content, '_rels/.rels': '<Relationships/>' });
    assert.equal(documentFault('a.docx', zip), null, how);
  }
  const commented = makeZip({
    '[Content_Types].xml': `<Types><!-- ContentType="${type}" --></Types>`,
    '_rels/.rels': '',
  });
  assert.equal(documentFault('a.docx', commented), 'content');
});

test('MEDIA-1 the reason why a file is refused: it is empty, encrypted, or in a phone’s own format', () => {
  assert.equal(documentFault('a.pdf', Buffer.alloc(0)), 'empty');
  const locked = makeOle(['EncryptionInfo', 'EncryptedPackage']);
  assert.equal(documentFault('a.docx', locked), 'encrypted');
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1');
  assert.equal(documentFault('a.jpg', heic), 'heic');
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  assert.equal(documentFault('a.jfif', jpeg), null);
});

test('MEDIA-1 other zip and OLE files are not documents', () => {
  const zips: Record<string, Buffer> = {
    'a program': makeZip({ 'setup.exe': 'MZ' }),
    'the types without the rest': makeZip({
      '[Content_Types].xml': `<Types ContentType="${OFFICE}.wordprocessingml.document.main+xml"/>`,
    }),
    'types without one that is known': makeZip({ '[Content_Types].xml': '', '_rels/.rels': '' }),
    macros: makeOfficeZip('application/vnd.ms-word.document.macroEnabled.main+xml'),
    'too many types to be any': makeZip({
      '[Content_Types].xml': `"${OFFICE}.wordprocessingml.document.main+xml"${' '.repeat(2_000_000)}`,
      '_rels/.rels': '',
    }),
    'a type of its own': makeZip({ mimetype: 'application/zip', 'content.xml': '' }),
    'half a file': DOCX.subarray(0, DOCX.length - 30),
    'the first bytes alone': Buffer.from('PK\x03\x04', 'latin1'),
  };
  for (const [what, content] of Object.entries(zips)) {
    for (const ending of ['docx', 'xlsx', 'odt'])
      assert.equal(documentFault(`a.${ending}`, content), 'content', `${what} as ${ending}`);
  }
  const oles: Record<string, Buffer> = {
    'an installer': makeOle(['\u4840\u3b3f\u43f2\u4438\u45b1']),
    'a mail': makeOle(['__properties_version1.0']),
    'only what is embedded': makeOle([], ['WordDocument', 'Workbook']),
    'the first bytes alone': DOC.subarray(0, 8),
    'no directory': DOC.subarray(0, 1024),
  };
  for (const [what, content] of Object.entries(oles)) {
    for (const ending of ['doc', 'xls'])
      assert.equal(documentFault(`a.${ending}`, content), 'content', `${what} as ${ending}`);
  }
});

test('MEDIA-1 an unknown extension and content of another kind are distinct faults', () => {
  for (const name of ['a.exe', 'a', '', 'docx', 'a.docx.zip', 'a.constructor', 'a.svg'])
    assert.equal(documentFault(name, DOCX), name === 'docx' ? null : 'ending', name);
});

test('MEDIA-1 a container with any byte changed is still judged', () => {
  const content = fc.constantFrom(...Object.values(WHOLE));
  const change = fc.tuple(fc.nat(), fc.nat(255));
  fc.assert(
    fc.property(content, fc.array(change, { maxLength: 8 }), fc.nat(), (whole, changes, cut) => {
      const damaged = Buffer.from(whole.subarray(0, whole.length - (cut % 64)));
      for (const [at, byte] of changes) damaged[at % damaged.length] = byte;
      for (const ending of Object.keys(WHOLE)) documentFault(`a.${ending}`, damaged);
    }),
    { numRuns: 2_000 },
  );
});

test('MEDIA-1 a circular directory ends', () => {
  const circle = Buffer.from(DOC);
  // The directory's first sector links to itself.
  circle.writeUInt32LE(1, 512 + 4);
  assert.equal(documentFault('a.xls', circle), 'content');
  const beside = Buffer.from(DOC);
  // The first stream is its own sibling.
  beside.writeUInt32LE(1, 1024 + 128 + 72);
  assert.equal(documentFault('a.doc', beside), 'content');
});

test('MEDIA-1, API-3 a file name is normalized, whichever system it came from', () => {
  assert.equal(tidyFileName('C:\\bilder\\Ga\u030ard\u200b\u202e \u00a01.pdf\ufeff'), 'Gård 1.pdf');
  assert.equal(tidyFileName('a/b/\u2066\u0007\0\n'), '');
});
