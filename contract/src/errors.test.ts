import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField, SENTENCE } from './errors.ts';

const complaints = (schema: z.core.$ZodType, value: unknown) => {
  const { error } = z.safeParse(schema, value);
  assert.ok(error, 'it should have been refused');
  return messagesByField(error);
};

test('API-2 messages are grouped by field, each once', () => {
  const schema = z.object({
    name: z.string().check(
      z.refine(() => false, 'Ett'),
      z.refine(() => false, 'Två'),
      z.refine(() => false, 'Ett'),
    ),
    ids: z.array(z.int()),
    fine: z.string(),
  });
  assert.deepEqual(complaints(schema, { name: 'x', ids: ['a', 1, null], fine: 'y' }), {
    name: ['Ett', 'Två'],
    ids: [SENTENCE.wrong, SENTENCE.required],
  });
});

test('API-2 a message about the whole body is in detail', () => {
  assert.deepEqual(complaints(z.object({}), null), { detail: [SENTENCE.required] });
  assert.deepEqual(complaints(z.object({}), 'text'), { detail: [SENTENCE.wrong] });
});

test('API-2 fields named like members of Object.prototype are ordinary fields', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const issues = names.map((name) => ({ code: 'custom' as const, path: [name], message: name }));
  const fields = messagesByField(new z.core.$ZodRealError(issues));
  assert.deepEqual(
    Object.entries(fields),
    names.map((name) => [name, [name]]),
  );
  assert.equal(Object.getPrototypeOf(fields), Object.prototype);
  assert.equal(
    JSON.stringify(fields),
    `{${names.map((name) => `"${name}":["${name}"]`).join(',')}}`,
  );
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
});

test('API-2 a schema without its own message has a Swedish one', () => {
  const cases: [z.core.$ZodType, unknown, string][] = [
    [z.string(), undefined, 'Fyll i detta fält'],
    [z.string(), null, 'Fyll i detta fält'],
    [z.string(), 5, 'Ogiltigt värde.'],
    [z.int(), 1.5, 'Ange ett heltal.'],
    [z.int(), '1', 'Ogiltigt värde.'],
    [z.int().check(z.lte(10)), 11, 'Värdet får vara högst 10.'],
    [z.int().check(z.gte(0)), -1, 'Värdet måste vara minst 0.'],
    [z.string().check(z.maxLength(3)), 'abcd', 'Högst 3 tecken.'],
    [z.array(z.int()).check(z.maxLength(1)), [1, 2], 'Högst 1 stycken.'],
    [z.string().check(z.minLength(1)), '', 'Fyll i detta fält'],
    [z.string().check(z.regex(/^a$/)), 'b', 'Ogiltigt värde.'],
    [z.enum(['a', 'b']), 'c', 'Ogiltigt värde. Tillåtna värden: a, b.'],
    [z.enum(['', 'a']), 'c', 'Ogiltigt värde. Tillåtna värden: a.'],
    [z.enum(Array.from({ length: 16 }, (_one, at) => `v${at}`)), 'c', 'Ogiltigt värde.'],
    [z.literal([1, 2]), 3, 'Ogiltigt värde. Tillåtna värden: 1, 2.'],
    [z.literal(true), false, 'Ogiltigt värde.'],
    [z.union([z.literal(10), z.literal(20)]), 15, 'Ogiltigt värde.'],
    [z.boolean(), 'true', 'Ogiltigt värde.'],
  ];
  for (const [schema, value, sentence] of cases)
    assert.deepEqual(complaints(z.object({ field: schema }), { field: value }), {
      field: [sentence],
    });
});
