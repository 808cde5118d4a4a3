import type { Endpoint } from '@restvarde/contract/endpoint';
import { OAUTH_ERRORS } from '@restvarde/contract/feed/access-tokens';
import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../domain-error.ts';
import { type Callers, holdsToken } from '../route.ts';
import { API_PAGE_HEADERS, type ApiDescription, renderApiPage } from './api-page.ts';
import { type ContractNames, readContractNames } from './contract-names.ts';
import { describeCall, ERROR_RESPONSES } from './describe-call.ts';
import { SHARED_EXAMPLES } from './examples/examples.ts';
import { describeSchemas, type JsonSchema } from './schemas.ts';
import { TAGS, type Tag, tagOf } from './tags.ts';

/**
 * Describes the endpoints as OpenAPI 3.1 (API-1), from the schemas that validate requests. Operations have the names of
 * the contract's endpoints. `publicUrl` is the server's address.
 */
export function describeApi(
  endpoints: readonly Endpoint[],
  names: ContractNames,
  publicUrl: string,
): JsonSchema {
  const schemas = describeSchemas(endpoints, names);
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<Tag>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describeCall(
      endpoint,
      names.endpoints.get(endpoint)!,
      schemas,
    );
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
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        integration: {
          type: 'http',
          scheme: 'bearer',
          description:
            'En nyckel för ett annat system, som en administratör lägger till. Den inleds med rv_.',
        },
        photoLink: {
          type: 'http',
          scheme: 'bearer',
          description: 'En länk för bilder från en mobil, som gäller i 15 minuter.',
        },
        oauth: {
          type: 'oauth2',
          description: 'En åtkomstnyckel, som fås i utbyte mot en nyckel och gäller i tio minuter.',
          flows: {
            clientCredentials: { tokenUrl: `${publicUrl}/api/oauth/token`, scopes: SCOPES },
          },
        },
      },
      examples: Object.fromEntries(SHARED_EXAMPLES.map(({ name, value }) => [name, { value }])),
      responses: ERROR_RESPONSES,
      schemas: {
        ...schemas.components,
        DomainError: {
          type: 'object',
          description: 'Meddelanden per fält, eller en mening om helheten.',
          properties: { detail: { type: 'string' }, code: { type: 'string' } },
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        OauthError: {
          type: 'object',
          description: 'Felet enligt RFC 6749, 5.2.',
          properties: {
            error: { type: 'string', enum: OAUTH_ERRORS },
            error_description: { type: 'string' },
          },
          required: ['error', 'error_description'],
        },
      },
    },
  };
}

/** What the scopes of a token allow (FEED-2). */
const SCOPES: Record<TokenScope, string> = {
  'auctions:read': 'Läsa auktioner',
  'auctions:write': 'Läsa och ändra auktioner',
};

/**
 * Serves the description at /api/openapi.json, and a page to browse it at /api/docs. If it is not public, there is no page,
 * and only the holder of a token gets the description (FEED-12).
 * @throws DomainError 404 for others
 */
export function openApiRoutes(
  app: FastifyInstance,
  { publicUrl, isPublic, callers }: { publicUrl: string; isPublic: boolean; callers: Callers },
): void {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint && route.method !== 'HEAD') endpoints.push(route.config.endpoint);
  });
  // Built on the first request, when all routes are known.
  let description: Promise<JsonSchema> | undefined;
  const describe = () => {
    description ??= readContractNames().then((names) => describeApi(endpoints, names, publicUrl));
    return description;
  };
  app.get('/api/openapi.json', async (request) => {
    if (!isPublic && !(await holdsToken(callers, request))) throw refuse.notFound();
    return describe();
  });
  if (!isPublic) return;
  app.get('/api/docs', async (_request, reply) => {
    reply.headers(API_PAGE_HEADERS);
    return renderApiPage((await describe()) as unknown as ApiDescription);
  });
}
