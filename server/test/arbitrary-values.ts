import type { Schema } from '@restvarde/contract/endpoint';
import fc from 'fast-check';

/** The parts of a schema's definition that are used here. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  options?: Schema[];
  entries?: Record<string, string>;
  values?: unknown[];
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;

/** The names of an object's fields. */
export const fieldsOf = (schema: Schema | undefined): string[] =>
  Object.keys((schema && definitionOf(schema).shape) ?? {});

/** Texts that users may enter. */
const LIKELY_TEXT = [
  '',
  '1',
  '0',
  'true',
  '12 500',
  'ABC123',
  '70210',
  '14:00',
  'anna@bolag.example',
  '2026-11-20',
  '2026-11-20T12:00',
  'Örebro',
];

/** Valid values by field name. */
export type Sensible = Record<string, fc.Arbitrary<unknown>>;

/** Inputs of the right type for a schema, some of them valid. */
function valuesOf(schema: Schema, sensible: Sensible): fc.Arbitrary<unknown> {
  const inner = (part: Schema) => valuesOf(part, sensible);
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([name, field]) => {
            const usual = sensible[name];
            const any = inner(field);
            return [name, usual ? fc.oneof({ weight: 12, arbitrary: usual }, any) : any];
          }),
        ),
      );
    case 'array':
      return fc.array(inner(def.element!), { maxLength: 3 });
    case 'union':
      return fc.oneof(...def.options!.map(inner));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!));
    case 'literal':
      return fc.constantFrom(...def.values!);
    case 'optional':
    case 'default':
      return fc.oneof({ weight: 3, arbitrary: inner(def.innerType!) }, fc.constant(undefined));
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: inner(def.innerType!) }, fc.constant(null));
    case 'pipe':
      return inner(def.in!);
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'int':
      return fc.oneof(fc.integer({ min: 0, max: 999 }), fc.integer());
    case 'string':
      return fc.oneof(
        fc.constantFrom(...LIKELY_TEXT),
        fc.string({ unit: 'binary', maxLength: 40 }),
      );
    default:
      return fc.constantFrom(...LIKELY_TEXT);
  }
}

/** Hostile texts: NUL, half a surrogate pair, other scripts, commands, lengths. */
export const HOSTILE_TEXT = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eabc',
  'a\u0301'.repeat(50),
  '٣',
  '１２',
  "1'; drop table bids; --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>1</script>',
  '=cmd()',
  '\r\nX: y',
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '0x10',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
];

const nested = (depth: number) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Values of other types and sizes. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2_147_483_647,
    2_147_483_648,
    Number.MAX_SAFE_INTEGER + 1,
    1e308,
    -1e308,
    [],
    {},
    [[]],
    [null],
    { $gt: 0 },
    { length: 3 },
    nested(40),
    Array(300).fill(1),
  ),
  fc.constantFrom(...HOSTILE_TEXT),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

interface Mutation {
  do: 'replace' | 'extra' | 'drop' | 'wrap';
  field: number;
  value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  do: fc.constantFrom('replace', 'extra', 'drop', 'wrap'),
  field: fc.nat(),
  value: hostile,
});
/** Absent as often as present. */
const mutations: fc.Arbitrary<Mutation[]> = fc.oneof(
  fc.constant<Mutation[]>([]),
  fc.array(mutation, { minLength: 1, maxLength: 3 }),
);

const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'id',
  'company_id',
  'role',
  'is_superuser',
  '',
  'a.b',
];

function mutate(value: unknown, changes: Mutation[]): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = new Map(Object.entries(value));
  for (const change of changes) {
    const names = [...entries.keys()];
    const name = names[change.field % Math.max(1, names.length)] ?? 'x';
    if (change.do === 'replace') entries.set(name, change.value);
    else if (change.do === 'drop') entries.delete(name);
    else if (change.do === 'wrap') entries.set(name, [entries.get(name)]);
    else entries.set(STRANGE_NAMES[change.field % STRANGE_NAMES.length]!, change.value);
  }
  // Not by assignment, since `__proto__` is an ordinary field here.
  return Object.fromEntries(entries);
}

/** Valid, nearly valid and hostile bodies for a schema. */
export function bodiesOf(schema: Schema, sensible: Sensible = {}): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(valuesOf(schema, sensible), mutations)
        .map(([value, all]) => mutate(value, all)),
    },
    { weight: 1, arbitrary: hostile },
  );
}

/** Query strings for a schema, with repeated keys, brackets and invalid escapes. */
export function queriesOf(schema: Schema | undefined): fc.Arbitrary<string> {
  const names = fieldsOf(schema);
  const name = fc.constantFrom(...names, 'unknown', '__proto__', 'company', 'cursor', 'company[]');
  const value = fc.oneof(
    fc.constantFrom(...LIKELY_TEXT, ...HOSTILE_TEXT.filter((text) => text.length < 1_000)),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.integer().map(String),
  );
  const pair = fc
    .tuple(name, value, fc.boolean())
    .map(
      ([key, text, isRaw]) =>
        `${key}=${isRaw ? rawly(text) : encodeURIComponent(text.toWellFormed())}`,
    );
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
}

/** Unescaped paths, as far as a request line allows. */
const rawly = (text: string) => text.replace(/[^!-~]|[#&]/g, '%');
