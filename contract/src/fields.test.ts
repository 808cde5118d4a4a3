import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { SENTENCE } from './errors.ts';
import { emailAddress, idParam, lines, repeated, requiredText, text } from './fields.ts';

const parses = (schema: z.core.$ZodType, written: unknown) => z.safeParse(schema, written).success;

const sentences = (schema: z.core.$ZodType, written: unknown) =>
  z.safeParse(schema, written).error?.issues.map((issue) => issue.message);

test('API-3 an id in an address is a whole number from 1 up, written in one way', () => {
  for (const written of ['1', '10', '2147483647'])
    assert.equal(z.parse(idParam, written), Number(written));
  const no = ['', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '1\n', '0x1', '٣', 'abc', '1;2'];
  no.push('2147483648', '9999999999', '99999999999', '9'.repeat(400));
  for (const written of no) assert.equal(parses(idParam, written), false, JSON.stringify(written));
  for (const other of [1, null, undefined, true, ['1'], { id: '1' }, 1n])
    assert.equal(parses(idParam, other), false, String(other));
});

test('LIST-5 a query value may be repeated and comes out as a list', () => {
  const ids = repeated(idParam);
  assert.deepEqual(z.parse(ids, '4'), [4]);
  assert.deepEqual(z.parse(ids, ['4', '5']), [4, 5]);
  for (const bad of ['', 'x', ['4', ''], ['4', '0'], [4], {}, null, [['4']]])
    assert.equal(parses(ids, bad), false, JSON.stringify(bad));
  const many = (count: number) => Array.from({ length: count }, () => '4');
  assert.equal(parses(ids, many(100)), true);
  assert.equal(parses(ids, many(101)), false);
});

test('API-3 text is trimmed, bounded and free of NUL, and never made from other types', () => {
  for (const schema of [text(5), requiredText(5, 'Skriv')]) {
    assert.equal(z.parse(schema, ' \u00a0abcde\n'), 'abcde');
    assert.deepEqual(sentences(schema, 'abcdef'), ['Högst 5 tecken.']);
    assert.deepEqual(sentences(schema, 'a\u0000b'), [SENTENCE.wrong]);
    assert.deepEqual(sentences(schema, 'a\ud800b'), [SENTENCE.wrong]);
    assert.equal(z.parse(schema, '\u{1f697}å'), '\u{1f697}å');
    for (const other of [1, true, ['a'], {}]) assert.equal(parses(schema, other), false);
  }
  assert.equal(z.parse(text(5), ' '), '');
});

test('FORM-1 a line’s end is one character, however the form was sent', () => {
  assert.equal(z.parse(lines(6), 'a\r\nb\r\n\tc'), 'a\nb\n\tc');
});

test('API-3 what is one line stays one, and no sign that is not seen is kept', () => {
  for (const schema of [text(20), requiredText(20, 'Skriv')]) {
    assert.equal(z.parse(schema, 'Nord\r\nBcc:\ta@b.se'), 'Nord Bcc: a@b.se');
    assert.equal(z.parse(schema, 'faktura\u202efdp.\u0007exe\u2066'), 'fakturafdp.exe');
  }
  assert.equal(z.parse(lines(20), 'a\u202e\u0007\n\nb'), 'a\n\nb');
  assert.deepEqual(sentences(requiredText(5, 'Skriv'), '\u202e\n'), ['Skriv']);
});

test('FMT-5 an e-mail address is one, without the signs that lists are written with', () => {
  const address = emailAddress('Skriv');
  assert.equal(z.parse(address, ' Anna.Ö+bil@Lind-Bil.example '), 'anna.ö+bil@lind-bil.example');
  for (const written of ['a@b.se,', 'a@b.se;', 'a,b@c.se', '<a@b.se>', 'a"b@c.se', 'a@[1.2].x'])
    assert.deepEqual(sentences(address, written), ['Ange en giltig e-post'], written);
});

test('API-2 a required text that is missing gets its own sentence, once', () => {
  for (const missing of ['', '  ', undefined, null, 7])
    assert.deepEqual(sentences(requiredText(5, 'Skriv'), missing), ['Skriv']);
});
