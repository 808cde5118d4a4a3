import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, Schema } from '@restvarde/contract/endpoint';
import { instant } from '@restvarde/contract/fields';
import * as z from 'zod/mini';
import type { ContractNames } from './contract-names.ts';

export type JsonSchema = Record<string, unknown>;

export type ObjectSchema = JsonSchema & {
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** A schema's input is the value that callers send, its output the parsed value. */
type Io = 'input' | 'output';

const COMPONENTS = '#/components/schemas/';

/** The schemas of bodies and answers. */
export interface DescribedSchemas {
  /** Every named schema that a call uses, by its name. */
  components: Record<string, ObjectSchema>;
  /** The description of each body and answer: a reference if it has a name. */
  input: ReadonlyMap<Schema, JsonSchema>;
  output: ReadonlyMap<Schema, JsonSchema>;
  /** References to bodies as form data, with the file. */
  forms: ReadonlyMap<Endpoint, JsonSchema>;
}

/**
 * Describes the bodies and answers of endpoints (API-1). Objects and enumerations that the contract exports have its
 * names; other bodies and answers are named after their call: `PlaceBidBody`, `ListBidsReply`. If a schema's
 * input differs from its output, the name of the input ends in `Input`.
 * @throws Error for a schema of two calls that the contract does not export
 */
export function describeSchemas(
  endpoints: readonly Endpoint[],
  names: ContractNames,
): DescribedSchemas {
  const bodies = endpoints.flatMap((endpoint) =>
    [endpoint.body, endpoint.form, endpoint.oauthForm].flatMap((schema, index) =>
      schema ? [{ schema, name: nameOf(endpoint, names, index === 1 ? 'Form' : 'Body') }] : [],
    ),
  );
  const replies = endpoints.flatMap((endpoint) => [
    ...(endpoint.reply ? [{ schema: endpoint.reply, name: nameOf(endpoint, names, 'Reply') }] : []),
    ...(endpoint.refusal
      ? [{ schema: endpoint.refusal, name: nameOf(endpoint, names, 'Refusal') }]
      : []),
  ]);
  const output = describeSide('output', replies, names);
  const input = describeSide('input', bodies, names);
  renameDifferent(input, output.components);
  const components = { ...output.components, ...input.components };
  const forms = new Map<Endpoint, JsonSchema>();
  for (const endpoint of endpoints) {
    const schema = endpoint.form ?? endpoint.body;
    if (!endpoint.multipart || !schema) continue;
    const written = nameIn(input.roots.get(schema)!);
    const { properties, ...rest } = components[written]!;
    const file = { type: 'string', format: 'binary', description: 'Fil' };
    // The file is not part of a JSON body.
    const name = endpoint.form === endpoint.body ? nameOf(endpoint, names, 'Form') : written;
    components[name] = { ...rest, properties: { ...properties, [endpoint.multipart.field]: file } };
    forms.set(endpoint, { $ref: COMPONENTS + name });
  }
  return { components, input: input.roots, output: output.roots, forms };
}

/** The name of the component that a reference is to. */
const nameIn = ({ $ref }: JsonSchema) => String($ref).slice(COMPONENTS.length);

interface Root {
  schema: Schema;
  name: string;
}

interface Side {
  components: Record<string, ObjectSchema>;
  roots: Map<Schema, JsonSchema>;
}

function describeSide(io: Io, roots: readonly Root[], names: ContractNames): Side {
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of names.schemas) {
    if (isNamed(schema)) registry.add(schema, { id: capital(name) });
  }
  for (const { schema, name } of roots) {
    const known = registry.get(schema)?.id;
    if (known === undefined) registry.add(schema, { id: name });
    else if (known !== name && !names.schemas.has(schema) && isNamed(schema))
      throw new Error(`${known} and ${name} are one schema, which the contract does not export.`);
  }
  const { schemas } = z.toJSONSchema(registry, {
    ...optionsFor(io, names),
    uri: (id) => `${COMPONENTS}${id}`,
  });
  const all = Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _, $schema: _dialect, ...json }]) => [name, json]),
  ) as Record<string, ObjectSchema>;
  const described = new Map(
    roots.map(({ schema }) => {
      const name = registry.get(schema)!.id;
      return [schema, isNamed(schema) ? { $ref: COMPONENTS + name } : all[name]!] as const;
    }),
  );
  const used = new Set<string>();
  for (const json of described.values()) addReferred(json, all, used);
  const components = Object.fromEntries([...used].map((name) => [name, all[name]!]));
  return { components, roots: described };
}

/** Adds the names of all components that a schema refers to, directly or not. */
function addReferred(json: unknown, all: Record<string, ObjectSchema>, used: Set<string>): void {
  eachReference(json, (node) => {
    const name = nameIn(node);
    if (used.has(name)) return;
    used.add(name);
    addReferred(all[name], all, used);
  });
}

/** Adds `Input` to the names of inputs that differ from the output, or refer to such an input. */
function renameDifferent(input: Side, outputs: Record<string, ObjectSchema>): void {
  const different = new Set<string>();
  const isDifferent = (name: string, json: ObjectSchema) => {
    if (!Object.hasOwn(outputs, name) || different.has(name)) return false;
    if (!isDeepStrictEqual(json, outputs[name])) return true;
    let refers = false;
    eachReference(json, (node) => {
      refers ||= different.has(nameIn(node));
    });
    return refers;
  };
  for (let isDone = false; !isDone; ) {
    const found = Object.entries(input.components).filter(([name, json]) =>
      isDifferent(name, json),
    );
    for (const [name] of found) different.add(name);
    isDone = found.length === 0;
  }
  const renamed = (name: string) => (different.has(name) ? `${name}Input` : name);
  eachReference([input.components, ...input.roots.values()], (node) => {
    node.$ref = COMPONENTS + renamed(nameIn(node));
  });
  input.components = Object.fromEntries(
    Object.entries(input.components).map(([name, json]) => [renamed(name), json]),
  );
}

function eachReference(json: unknown, visit: (node: JsonSchema) => void): void {
  if (typeof json !== 'object' || json === null) return;
  if ('$ref' in json && typeof json.$ref === 'string') visit(json as JsonSchema);
  for (const value of Object.values(json)) eachReference(value, visit);
}

/** Describes the parameters of a call, which are never references. */
export function describeInline(schema: Schema, io: Io): ObjectSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, optionsFor(io));
  return json as ObjectSchema;
}

/** Objects, enumerations and unions have names; lists and primitives are written where they are used. */
const isNamed = (schema: Schema) => ['object', 'enum', 'union'].includes(schema._zod.def.type);

function optionsFor(io: Io, names?: ContractNames) {
  return {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Fields are added to answers (CONTRIBUTING.md), so a client must not refuse unknown ones.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      // Generators treat a property with a default as required.
      delete jsonSchema.default;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (zodSchema === instant) jsonSchema.format = 'date-time';
      withoutEmptyText(jsonSchema);
      const { shownAs } = jsonSchema;
      const name = names?.schemas.get(shownAs as Schema);
      if (name === undefined) return;
      delete jsonSchema.shownAs;
      jsonSchema.anyOf = [{ $ref: COMPONENTS + capital(name) }, { type: 'null' }];
    },
  } satisfies Parameters<typeof z.toJSONSchema>[1];
}

/** Forms send an empty string for a missing number. The description leaves it out. */
function withoutEmptyText(json: JsonSchema): void {
  if (!Array.isArray(json.anyOf)) return;
  const [choice, ...others] = json.anyOf.filter((one) => one.const !== '');
  if (others.length > 0 || json.anyOf.length === 1) return;
  delete json.anyOf;
  Object.assign(json, choice);
}

/** Such as `PlaceBidBody`. */
function nameOf(endpoint: Endpoint, { endpoints }: ContractNames, suffix: string): string {
  return capital(endpoints.get(endpoint) ?? '') + suffix;
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
