import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { LOGO_MAX_BYTES } from '@restvarde/contract/companies/company-settings';
import { BYTES_TYPE, type Endpoint, type Schema } from '@restvarde/contract/endpoint';
import { DOCUMENT_MAX_BYTES } from '@restvarde/contract/media';
import { type Caller, may, type PermissionCheck, ROLE } from '@restvarde/contract/roles';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;
type ObjectSchema = JsonSchema & {
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/**
 * Describes the endpoints as OpenAPI 3.1 (API-1), from the schemas that validate requests. `publicUrl` is the server's
 * address.
 */
export function describeApi(endpoints: readonly Endpoint[], publicUrl: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<Tag>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describeCall(endpoint);
    tags.add(tagOf(endpoint));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Restvärde',
      version: '1',
      description:
        'Anropen som Restvärdes sidor gör. Logga in med `POST /api/auth/two-factor` och `POST /api/auth/token/two-factor`, och skicka `access` som Bearer-token.',
      contact: { name: 'Restvärde', url: `${publicUrl}/contact` },
    },
    servers: [{ url: publicUrl }],
    tags: [...tags].sort().map((name) => ({ name, description: TAGS[name] })),
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

/** Tags by the first part of a path. */
const TAGS = {
  admin: 'Mejl som inte har gått fram',
  auctions: 'Auktioner, bud och försäljning',
  auth: 'Inloggning',
  categories: 'Kategorier',
  'change-password': 'Byta lösenord',
  companies: 'Försäkringsbolag',
  company: 'Det egna bolagets inställningar',
  'email-previews': 'Mejlens utseende',
  handovers: 'Fordon att lämna ut',
  'my-auctions': 'Auktioner som verkstaden bevakar eller har budat på',
  'my-bids': 'Verkstadens bud',
  notices: 'Händelser att visa',
  offers: 'Erbjudanden till verkstaden',
  'reset-password': 'Glömt lösenord',
  'second-factor': 'Tvåstegsinloggning med app',
  'security-events': 'Säkerhetslogg',
  'service-station': 'Den egna verkstaden',
  'service-stations': 'Verkstäder',
  sessions: 'Inloggade enheter',
  'sign-on-providers': 'Inloggning via bolagets egna konton',
  'staging-areas': 'Uppställningsplatser',
  statistics: 'Statistik',
  todo: 'Att göra',
  uploads: 'Filer som skickas i delar',
  users: 'Användare',
  'won-auctions': 'Auktioner som verkstaden har vunnit',
} as const;

type Tag = keyof typeof TAGS;

/** @throws Error for a path whose first part has no tag. */
function tagOf({ path }: Endpoint): Tag {
  const tag = path.split('/')[2]!;
  if (!Object.hasOwn(TAGS, tag)) throw new Error(`${tag} is missing in TAGS.`);
  return tag as Tag;
}

function describeCall(endpoint: Endpoint): JsonSchema {
  const isOpen = endpoint.may === may.anyone;
  const error = {
    description: 'Nekat',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/DomainError' } } },
  };
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    description: describeCallers(endpoint.may),
    tags: [tagOf(endpoint)],
    security: isOpen ? [] : [{ token: [] }],
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

/** Such as `postAuctionsByIdBids`: unique and stable, because method and path are. */
function operationId({ method, path }: Endpoint): string {
  const words = path.replace('/api/', '').replaceAll(':', 'by-').split(/[/-]/);
  const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
  return method.toLowerCase() + words.map(capital).join('');
}

const CALLERS: [string, Caller][] = [
  ['verkstad', { role: ROLE.serviceStation, is_superuser: false }],
  ['uppställningsplats', { role: ROLE.serviceStation, is_superuser: false, is_staging_area: true }],
  ['handläggare', { role: ROLE.caseManager, is_superuser: false }],
  ['administratör', { role: ROLE.companyAdmin, is_superuser: false }],
  ['superanvändare', { role: ROLE.companyAdmin, is_superuser: true }],
];

/** Who may call it (ROLE-14), in Swedish. */
function describeCallers(check: PermissionCheck): string {
  if (check(null)) return 'Kräver ingen inloggning.';
  const names = CALLERS.filter(([, caller]) => check(caller)).map(([name]) => name);
  // A staging area is a kind of station.
  const most = names.filter((name) => name !== 'uppställningsplats' || !names.includes('verkstad'));
  return `Får göras av: ${most.join(', ')}.`;
}

const KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The error statuses of an endpoint: from schemas, permissions, limits, and a missing database. */
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
          properties: { ...schema.properties, [fileField(endpoint)]: file },
        },
      },
    },
  };
}

/** The file field's name, by the size limit of its kind. */
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
  const { properties = {}, required = [] } = toJson(schema, 'input');
  const { properties: read = {} } = toJson(schema, 'output');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: describeParameter(property, read[name]!),
  }));
}

const DIGITS = /^\^(\[1-9\])?\\d\{[\d,]+\}\$$/;

/** Describes a parameter by its parsed type: an integer or a list. */
function describeParameter(written: JsonSchema, read: JsonSchema): JsonSchema {
  if (read.type === 'integer' || read.type === 'array') return read;
  const digits = DIGITS.exec(String(written.pattern));
  return digits ? { type: 'integer', minimum: digits[1] ? 1 : 0 } : written;
}

function toJson(schema: Schema, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json as ObjectSchema;
}

/** Serves the description at /api/openapi.json, and a page to browse it at /api/docs. */
export async function openApiRoutes(app: FastifyInstance, publicUrl: string): Promise<void> {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint && route.method !== 'HEAD') endpoints.push(route.config.endpoint);
  });
  // Built on the first request, when all routes are known.
  let description: JsonSchema | undefined;
  const describe = () => {
    description ??= describeApi(endpoints, publicUrl);
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
