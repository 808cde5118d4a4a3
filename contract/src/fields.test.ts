import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { newPassword } from './auth/password.ts';
import { SENTENCE } from './errors.ts';
import {
  emailAddress,
  idParam,
  lines,
  normalDomain,
  normalEmail,
  normalLine,
  normalLines,
  repeated,
  requiredText,
  text,
} from './fields.ts';

const parses = (schema: z.core.$ZodType, written: unknown) => z.safeParse(schema, written).success;

const sentences = (schema: z.core.$ZodType, written: unknown) =>
  z.safeParse(schema, written).error?.issues.map((issue) => issue.message);

test('API-3 an id in a URL is an integer from 1, in one notation', () => {
  for (const written of ['1', '10', '2147483647'])
    assert.equal(z.parse(idParam, written), Number(written));
  const no = ['', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '1\n', '0x1', '٣', 'abc', '1;2'];
  no.push('2147483648', '9999999999', '99999999999', '9'.repeat(400));
  for (const written of no) assert.equal(parses(idParam, written), false, JSON.stringify(written));
  for (const other of [1, null, undefined, true, ['1'], { id: '1' }, 1n])
    assert.equal(parses(idParam, other), false, String(other));
});

test('LIST-5 a query value may be repeated and is parsed to a list', () => {
  const ids = repeated(idParam);
  assert.deepEqual(z.parse(ids, '4'), [4]);
  assert.deepEqual(z.parse(ids, ['4', '5']), [4, 5]);
  for (const bad of ['', 'x', ['4', ''], ['4', '0'], [4], {}, null, [['4']]])
    assert.equal(parses(ids, bad), false, JSON.stringify(bad));
  const many = (count: number) => Array.from({ length: count }, () => '4');
  assert.equal(parses(ids, many(100)), true);
  assert.equal(parses(ids, many(101)), false);
});

test('API-3 text is trimmed, limited in length, without NUL, and never coerced from other types', () => {
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

test('FORM-1 a line break is one character, however the form was sent', () => {
  assert.equal(z.parse(lines(6), 'a\r\nb\r\n\tc'), 'a\nb\n\tc');
});

test('API-3 single-line text stays one line, without invisible characters', () => {
  for (const schema of [text(20), requiredText(20, 'Skriv')]) {
    assert.equal(z.parse(schema, 'Nord\r\nBcc:\ta@b.se'), 'Nord Bcc: a@b.se');
    assert.equal(z.parse(schema, 'faktura\u202efdp.\u0007exe\u2066'), 'fakturafdp.exe');
  }
  assert.equal(z.parse(lines(20), 'a\u202e\u0007\n\nb'), 'a\n\nb');
  assert.deepEqual(sentences(requiredText(5, 'Skriv'), '\u202e\n'), ['Skriv']);
});

test('FMT-5 an e-mail field takes one address, without list separators', () => {
  const address = emailAddress('Skriv');
  assert.equal(z.parse(address, ' Anna.Ö+bil@Lind-Bil.example '), 'anna.ö+bil@lind-bil.example');
  for (const written of ['a@b.se,', 'a@b.se;', 'a,b@c.se', '<a@b.se>', 'a"b@c.se', 'a@[1.2].x'])
    assert.deepEqual(sentences(address, written), ['Ange en giltig e-post'], written);
});

test('API-3 text that looks the same is stored the same', () => {
  const spellings = [
    'Lind  Bil',
    'Lind\u00a0Bil',
    'Li\u00adnd\u2003Bil',
    '\ufeffLind\u200b \u2060Bil\u200e',
  ];
  spellings.push('Lind\u3000Bil', 'L\u034find Bil\ufe0f', 'Lind\u2028Bil', '\u061cLind\u180e Bil');
  for (const spelling of spellings) assert.equal(normalLine(spelling), 'Lind Bil', spelling);
  assert.equal(normalLine('Citroe\u0308n'), 'Citro\u00ebn');
  assert.equal(normalLine('Citroe\u200b\u0308n'), 'Citro\u00ebn');
  assert.equal(normalLine('Ga\u030ard'), 'G\u00e5rd');
  assert.equal(
    normalLines('Ga\u030ard\u2029n\u00e4sta\u00a0 rad\r\n\tx'),
    'Gård\nn\u00e4sta  rad\n\tx',
  );
});

test('API-3 normalizing twice changes nothing, and an emoji is kept whole', () => {
  for (const emoji of ['\u2764\ufe0f', '\u{1f468}\u200d\u{1f527}', '\u{1f44d}\u{1f3fd}'])
    assert.equal(normalLine(`Ok ${emoji}!`), `Ok ${emoji}!`);
  for (const written of ['A\u030a\u200b  b', '\u212b\u00ad', 'x\u2028\u0301', ' \u{1f468}\u200d '])
    for (const form of [normalLine, normalLines]) assert.equal(form(form(written)), form(written));
});

test('FMT-5, STN-9 all spellings of an address are the same address', () => {
  const address = emailAddress('Skriv');
  const same = {
    'verkstad@lindbil.example': [
      'Verkstad@Lindbil.example',
      'verkstad@lindbil.example\u200b',
      'verk\u00adstad@lindbil.example.',
      '\u200everkstad\uff20\uff4cindbil.example',
      '\uff56erkstad@lindbil.example\ufeff',
    ],
    'kontakt@bilpl\u00e5t2.example': [
      'kontakt@bilpla\u030at2.example',
      'kontakt@xn--bilplt2-ixa.example',
      'KONTAKT@BILPL\u00c5T2.EXAMPLE',
    ],
  };
  for (const [normal, spellings] of Object.entries(same)) {
    for (const spelling of [normal, ...spellings])
      assert.equal(z.parse(address, spelling), normal, spelling);
  }
  const wrong = [
    'x..y@a.se',
    '.x@a.se',
    'x.@a.se',
    'x@a..se',
    'x@.a.se',
    'x@-a.se',
    'x@1.2.3.4',
    'x@a',
  ];
  wrong.push('x@y@a.se', '@a.se', 'x@', 'x', 'x@a_b.se', 'x@a b.se');
  for (const written of wrong)
    assert.deepEqual(sentences(address, written), ['Ange en giltig e-post'], written);
  assert.equal(
    normalEmail(normalEmail('KONTAKT@XN--BILPLT2-IXA.example')),
    'kontakt@bilplåt2.example',
  );
  assert.equal(normalDomain('ÅÄÖ.se.'), 'åäö.se');
});

test('API-2 a required text that is missing gets its own sentence, once', () => {
  for (const missing of ['', '  ', undefined, null, 7])
    assert.deepEqual(sentences(requiredText(5, 'Skriv'), missing), ['Skriv']);
});

test('API-3 more than 30 marks on a letter are dropped before they are sorted, which takes quadratic time', () => {
  const marks = (count: number) => '\u0301\u0316'.repeat(count / 2);
  assert.equal(normalLine(`a${marks(400)}b`), normalLine(`a${marks(30)}b`));
  assert.equal(normalLines(`a${marks(400)}b`), normalLines(`a${marks(30)}b`));
  assert.equal(normalEmail(`a${marks(400)}@bolag.se`), normalEmail(`a${marks(30)}@bolag.se`));
  // Marks by compatibility only: as few.
  const kana = '\uff76\u0301\uff9e'.padEnd(401, '\u0301\uff9e');
  assert.ok(normalEmail(`${kana}@bolag.se`).length < 60);
  // Without the limit minutes. A password loses nothing, and is refused for its length.
  const many = `a${marks(500_000)}`;
  normalLines(many);
  assert.equal(parses(newPassword, { password: many, confirm_password: many }), false);
});
