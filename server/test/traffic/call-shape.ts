import assert from 'node:assert/strict';
import type { Endpoint } from '@restvarde/contract/endpoint';
import { readContractNames } from '../../src/http/open-api/contract-names.ts';
import { describeApi } from '../../src/http/open-api/open-api.ts';

/** The parts of an operation's OpenAPI description that are checked here. */
interface Operation {
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: Described }> };
  responses: Record<string, unknown>;
}

interface Described {
  $ref?: string;
  properties?: Record<string, Described>;
  additionalProperties?: Described | boolean;
  items?: Described;
  anyOf?: Described[];
  oneOf?: Described[];
}

/** A received call. */
interface SentCall {
  query: object;
  /** The JSON body; not an object if there is none. */
  body: unknown;
  /** The names of a form's fields, instead of a body. */
  fields: string[];
}

const names = await readContractNames();
const { paths, components } = describeApi([...names.endpoints.keys()], names, '') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Described> };
};

/** An endpoint's OpenAPI description (API-1). */
export function operationOf({ method, path }: Endpoint): Operation {
  return paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
}

/** A schema, or the one that it refers to. */
function resolve(schema: Described | undefined): Described | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : components.schemas[name];
}

/** Checks that a call has only the parameters and fields that OpenAPI describes (API-1). */
export function checkCall(endpoint: Endpoint, { query, body, fields }: SentCall): void {
  const { parameters, requestBody } = operationOf(endpoint);
  const named = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
  const formSchema = resolve(form?.schema);
  const inForm = Object.keys(formSchema?.properties ?? {});
  const takesAny = typeof formSchema?.additionalProperties === 'object';
  const unnamed = [
    ...Object.keys(query).filter((name) => !named.includes(name)),
    ...fields
      .map((field) => field.replace(/\[\d*\]$/, ''))
      .filter((name) => !takesAny && !inForm.includes(name)),
    ...unnamedIn(body, json?.schema),
  ];
  assert.deepEqual(unnamed, [], 'the contract does not name what it is sent');
}

/** The fields of a JSON body that its schema does not name, by their paths. */
function unnamedIn(value: unknown, described: Described | undefined, at = ''): string[] {
  if (value === null || typeof value !== 'object') return [];
  const schema = resolve(described);
  const choices = schema?.anyOf ?? schema?.oneOf;
  if (choices) {
    const found = choices.map((one) => unnamedIn(value, one, at));
    return found.reduce((least, one) => (one.length < least.length ? one : least));
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, n) => unnamedIn(item, schema?.items, `${at}[${n}]`));
  }
  return Object.entries(value).flatMap(([name, inside]) => {
    const path = at ? `${at}.${name}` : name;
    const any = schema?.additionalProperties;
    const field = schema?.properties?.[name] ?? (typeof any === 'object' ? any : undefined);
    return field ? unnamedIn(inside, field, path) : [path];
  });
}
