import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField } from '../errors.ts';
import { credentials, email, enterCode, sixDigits } from './login.ts';

const sentences = (schema: z.core.$ZodType, written: unknown) =>
  z.safeParse(schema, written).error?.issues.map((issue) => issue.message);

test('AUTH-3 a code is six digits, with the spaces that people put between them', () => {
  const readings = ['123456', '123 456', ' 123456 ', '12 34 56', '123\u00a0456', '1 2 3 4 5 6\n'];
  for (const written of readings) assert.equal(z.parse(sixDigits, written), '123456', written);
  assert.equal(z.parse(sixDigits, '000 001'), '000001');
});

test('FMT-5 anything except six digits gets «Ange en giltig kod»', () => {
  for (const written of [
    '12345',
    '1234567',
    '12345a',
    '123-456',
    '１２３４５６',
    '٣٣٣٣٣٣',
    '1e5000',
  ])
    assert.deepEqual(sentences(sixDigits, written), ['Ange en giltig kod'], written);
});

test('FMT-5 a missing login field or code gets only «Fyll i detta fält»', () => {
  const required = ['Fyll i detta fält'];
  for (const missing of [undefined, null, '', '   ', 123456]) {
    assert.deepEqual(sentences(sixDigits, missing), required);
    assert.deepEqual(sentences(email, missing), required);
  }
  const { error } = z.safeParse(credentials, {});
  assert.deepEqual(messagesByField(error!), { email: required, password: required });
  const empty = z.safeParse(credentials, { email: '', password: '' });
  assert.deepEqual(messagesByField(empty.error!), { email: required, password: required });
  const body = z.safeParse(enterCode.body, {});
  assert.deepEqual(messagesByField(body.error!), { uuid: required, two_factor_code: required });
});

test('FMT-5 an invalid address gets «Ange en giltig e-post»', () => {
  const wrong = ['anna', 'anna@', '@lindbil.example', 'anna@lindbil', 'anna@@lindbil.example'];
  wrong.push('anna berg@lindbil.example', 'anna@lindbil.', 'a@b@lindbil.example');
  for (const written of wrong)
    assert.deepEqual(sentences(email, written), ['Ange en giltig e-post'], written);
});

test('AUTH-2 an address is trimmed and lowercased, a password is not changed', () => {
  assert.deepEqual(
    z.parse(credentials, { email: ' Anna@LindBil.Example\n', password: ' Hemligt 1 ', extra: 1 }),
    { email: 'anna@lindbil.example', password: ' Hemligt 1 ' },
  );
});

test('FMT-5 text that is too long gets its own message, not that it is missing', () => {
  const { error } = z.safeParse(credentials, {
    email: `${'a'.repeat(250)}@lindbil.example`,
    password: 'x'.repeat(129),
  });
  assert.deepEqual(messagesByField(error!), {
    email: ['Högst 254 tecken.'],
    password: ['Högst 128 tecken.'],
  });
});

test('AUTH-15 an address that is too long is not matched against the pattern, which takes quadratic time', () => {
  assert.deepEqual(sentences(email, `a@${'.'.repeat(10_000)}@`), ['Högst 254 tecken.']);
});
