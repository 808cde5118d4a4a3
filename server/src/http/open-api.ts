import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { LOGO_MAX_BYTES } from '@restvarde/contract/companies/company-settings';
import { BYTES_TYPE, type Endpoint, type Schema } from '@restvarde/contract/endpoint';
import { DOCUMENT_MAX_BYTES } from '@restvarde/contract/media';
import { may } from '@restvarde/contract/roles';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

/** The contract's endpoints as OpenAPI 3.1 (API-1): made from the same schemas that check the calls. */
export function describeApi(endpoints: Endpoint[]): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describeCall(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Restvärde', version: '1' },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        DomainError: {
          type: 'object',
          description: 'Meddelanden per fält, eller en mening om helheten.',
          properties: { detail: { type: 'string' }, code: { type: 'string' } },
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  };
}

function describeCall(endpoint: Endpoint): JsonSchema {
  const isOpen = endpoint.may === may.anyone;
  const error = {
    description: 'Nekat',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/DomainError' } } },
  };
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    ...(isOpen ? {} : { security: [{ token: [] }] }),
    parameters: [
      ...describeParameters('path', endpoint.params),
      ...describeParameters('query', endpoint.query),
      ...(endpoint.takesKey ? [KEY] : []),
    ],
    ...(endpoint.body ? { requestBody: describeBody(endpoint, endpoint.body) } : {}),
    ...(endpoint.bytes ? { requestBody: { required: true, content: { [BYTES_TYPE]: {} } } } : {}),
    responses: {
      [endpoint.status ?? 200]: describeReply(endpoint),
      ...Object.fromEntries(errorsOf(endpoint).map((status) => [status, error])),
    },
  };
}

const KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The statuses by which a call may be refused: by its schemas, by who calls, by limits, while the database is away. */
function errorsOf(endpoint: Endpoint): number[] {
  const { may: check, params, body, multipart, bytes, takesKey, errors = [] } = endpoint;
  return [
    ...[400, 429, 503],
    ...(check === may.anyone ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(body || multipart || bytes ? [413, 415] : []),
    ...(takesKey ? [422] : []),
    ...errors,
  ];
}

function describeBody(endpoint: Endpoint, body: Schema): JsonSchema {
  const json = { 'application/json': { schema: toJson(body, 'input') } };
  if (!endpoint.multipart) return { required: true, content: json };
  const schema = toJson(endpoint.form ?? body, 'input');
  const file = { type: 'string', format: 'binary', description: 'Fil' };
  return {
    required: true,
    content: {
      ...(endpoint.form ? json : {}),
      'multipart/form-data': {
        schema: {
          ...schema,
          properties: { ...(schema.properties as object), [fileField(endpoint)]: file },
        },
      },
    },
  };
}

/** The form field that carries files, by how large they may be: each kind has a limit of its own. */
function fileField({ multipart }: Endpoint): 'file' | 'image' | 'logo' {
  if (multipart === DOCUMENT_MAX_BYTES) return 'file';
  return multipart === LOGO_MAX_BYTES ? 'logo' : 'image';
}

function describeReply(endpoint: Endpoint): JsonSchema {
  if (endpoint.download) {
    return {
      description: 'Fil',
      content: { [endpoint.download.type]: { schema: { type: 'string' } } },
    };
  }
  if (!endpoint.reply) return { description: 'Klart' };
  const schema = toJson(endpoint.reply, 'output');
  return { description: 'Klart', content: { 'application/json': { schema } } };
}

function describeParameters(place: 'path' | 'query', schema: Schema | undefined): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJson(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function toJson(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

/** Serves the description at /api/openapi.json and a page to browse it at /api/docs. */
export async function openApiRoutes(app: FastifyInstance): Promise<void> {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint && route.method !== 'HEAD') endpoints.push(route.config.endpoint);
  });
  // Made when it is first asked for: the start need not wait for it, and all routes are known then.
  let description: JsonSchema | undefined;
  const describe = () => {
    description ??= describeApi(endpoints);
    return description;
  };
  app.get('/api/openapi.json', async () => describe());
  await app.register(fastifySwagger, { mode: 'static', specification: { document: {} as never } });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { url: '/api/openapi.json' },
    staticCSP: true,
  });
}
