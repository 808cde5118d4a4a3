import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField } from '../errors.ts';
import { forgotten, newPassword } from './password.ts';

const sentences = (schema: z.core.$ZodType, written: unknown) =>
  z.safeParse(schema, written).error?.issues.map((issue) => issue.message);

test('FMT-5 a request for a new password without an address gets «Fyll i detta fältet»', () => {
  assert.deepEqual(sentences(forgotten, { email: ' ' }), ['Fyll i detta fältet']);
  assert.deepEqual(sentences(forgotten, { email: 'anna' }), ['Ange en giltig e-post']);
});

test('AUTH-14 a new password has 12 to 128 characters', () => {
  const judge = (password: string) => {
    const { error } = z.safeParse(newPassword, { password, confirm_password: 'x' });
    return error ? messagesByField(error) : 'fine';
  };
  assert.deepEqual(judge(''), { password: ['Fyll i detta fält'] });
  assert.deepEqual(judge('elva tecken'), {
    password: ['Lösenordet måste ha minst 12 tecken.'],
  });
  assert.equal(judge(' tolv tecken'), 'fine');
  assert.equal(judge('x'.repeat(128)), 'fine');
  assert.deepEqual(judge('x'.repeat(129)), { password: ['Högst 128 tecken.'] });
});
