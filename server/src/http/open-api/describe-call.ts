import {
  BYTES_TYPE,
  type Endpoint,
  type Schema,
  successStatus,
} from '@restvarde/contract/endpoint';
import { tokenMay } from '@restvarde/contract/feed/token-calls';
import { type Caller, may, type PermissionCheck, ROLE } from '@restvarde/contract/roles';
import { EXAMPLES, SHARED_EXAMPLES } from './examples/examples.ts';
import { type DescribedSchemas, describeInline, type JsonSchema } from './schemas.ts';
import { tagOf } from './tags.ts';

/** Describes a call as an OpenAPI operation. Its `name` is the operation id. */
export function describeCall(
  endpoint: Endpoint,
  name: string,
  schemas: DescribedSchemas,
): JsonSchema {
  const requestBody = describeBody(endpoint, schemas);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: endpoint.isByPhotoLink
      ? 'Får göras av: den som har en länk för bilder.'
      : describeCallers(endpoint.may),
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    parameters: [
      ...describeParameters('path', endpoint.params),
      ...describeParameters('query', endpoint.query),
      ...(endpoint.takesKey ? [KEY] : []),
    ],
    ...(requestBody ? { requestBody: { required: true, content: requestBody } } : {}),
    responses: {
      [successStatus(endpoint)]: describeReply(endpoint, schemas),
      ...(endpoint.mayCreate ? { 201: describeReply(endpoint, schemas) } : {}),
      ...describeErrors(endpoint),
      ...(endpoint.refusal ? { 400: describeRefusal(endpoint.refusal, schemas) } : {}),
    },
  };
}

function securityOf(endpoint: Endpoint): JsonSchema[] {
  if (endpoint.may === may.anyone) return [];
  if (endpoint.isByPhotoLink) return [{ photoLink: [] }];
  const isForTokens = tokenMay(['auctions:write'], endpoint);
  return [{ token: [] }, ...(isForTokens ? [{ integration: [] }, { oauth: [] }] : [])];
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

/** The answers that every description has as components, by status (API-2). */
const ERRORS = {
  400: { name: 'BadRequest', description: 'Något i anropet är fel.' },
  401: { name: 'Unauthorized', description: 'Inloggningen eller nyckeln gäller inte.' },
  403: { name: 'Forbidden', description: 'Anropet är inte tillåtet för den som anropar.' },
  404: { name: 'NotFound', description: 'Det som anropet gäller finns inte.' },
  409: { name: 'Conflict', description: 'Anropet krockar med ett annat.' },
  413: { name: 'ContentTooLarge', description: 'Filen eller texten är för stor.' },
  415: { name: 'UnsupportedMediaType', description: 'Filen eller texten har fel format.' },
  422: { name: 'UnprocessableContent', description: 'Nyckeln har använts för ett annat anrop.' },
  429: { name: 'TooManyRequests', description: 'För många anrop.' },
  503: { name: 'ServiceUnavailable', description: 'Tjänsten är tillfälligt otillgänglig.' },
} as const;

type ErrorStatus = keyof typeof ERRORS;

const errorContent = (schema: 'DomainError' | 'OauthError') => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

/** The headers of an answer, by status. */
const HEADERS: Record<string, JsonSchema> = {
  401: { 'WWW-Authenticate': { description: 'Enligt RFC 6750.', schema: { type: 'string' } } },
  429: {
    'Retry-After': { description: 'Sekunder till nästa försök.', schema: { type: 'integer' } },
  },
};

/** The answers that calls refer to. */
export const ERROR_RESPONSES: Record<string, JsonSchema> = {
  ...Object.fromEntries(
    Object.entries(ERRORS).map(([status, { name, description }]) => [
      name,
      {
        description,
        ...(HEADERS[status] ? { headers: HEADERS[status] } : {}),
        content: errorContent('DomainError'),
      },
    ]),
  ),
  OauthRefused: { description: 'Nekat enligt RFC 6749.', content: errorContent('OauthError') },
};

/** The error statuses of an endpoint: from schemas, permissions, limits, and a missing database. */
function errorsOf(endpoint: Endpoint): ErrorStatus[] {
  const { may: check, params, body, multipart, bytes, oauthForm, takesKey, errors = [] } = endpoint;
  const statuses: ErrorStatus[][] = [
    [400, 429, 503],
    check === may.anyone ? [] : [401, 403],
    params ? [404] : [],
    body || multipart || bytes ? [413, 415] : [],
    oauthForm ? [413] : [],
    takesKey ? [422] : [],
    errors,
  ];
  return statuses.flat();
}

function describeErrors(endpoint: Endpoint): JsonSchema {
  const nameOf = (status: ErrorStatus) =>
    endpoint.oauthForm && status <= 401 ? 'OauthRefused' : ERRORS[status].name;
  return Object.fromEntries(
    errorsOf(endpoint).map((status) => [
      status,
      { $ref: `#/components/responses/${nameOf(status)}` },
    ]),
  );
}

/** A 400 with fields beside the messages. */
function describeRefusal(refusal: Schema, { output }: DescribedSchemas): JsonSchema {
  const schema = {
    anyOf: [{ $ref: '#/components/schemas/DomainError' }, output.get(refusal)],
  };
  return { description: ERRORS[400].description, content: { 'application/json': { schema } } };
}

/** By media type. Null without a body. */
function describeBody(endpoint: Endpoint, { input, forms }: DescribedSchemas) {
  const { body, form, multipart, bytes, oauthForm } = endpoint;
  const example = EXAMPLES.get(endpoint)?.body;
  const exampleOf = example === undefined ? {} : { example };
  if (bytes) return { [BYTES_TYPE]: {} };
  if (oauthForm)
    return { 'application/x-www-form-urlencoded': { schema: input.get(oauthForm), ...exampleOf } };
  if (!body) return null;
  const json = { 'application/json': { schema: input.get(body), ...exampleOf } };
  if (!multipart) return json;
  const schema = forms.get(endpoint);
  return {
    ...(form ? json : {}),
    'multipart/form-data': { schema, ...(form ? {} : exampleOf) },
  };
}

function describeReply(endpoint: Endpoint, { output }: DescribedSchemas): JsonSchema {
  if (endpoint.download) {
    return {
      description: 'Fil',
      content: { [endpoint.download.type]: { schema: { type: 'string' } } },
    };
  }
  if (!endpoint.reply) return { description: 'Klart' };
  const schema = output.get(endpoint.reply);
  const content = { 'application/json': { schema, ...describeExample(endpoint) } };
  return { description: 'Klart', content };
}

function describeExample(endpoint: Endpoint): JsonSchema {
  const example = EXAMPLES.get(endpoint)?.reply;
  if (example !== undefined) return { example };
  const shared = SHARED_EXAMPLES.find(({ schema }) => schema === endpoint.reply);
  if (!shared) return {};
  return { examples: { [shared.name]: { $ref: `#/components/examples/${shared.name}` } } };
}

function describeParameters(place: 'path' | 'query', schema: Schema | undefined): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = describeInline(schema, 'input');
  const { properties: read = {} } = describeInline(schema, 'output');
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
