import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Endpoint } from '@restvarde/contract/endpoint';
import { importAuctions } from '@restvarde/contract/feed/import-auctions';
import { tokenMay } from '@restvarde/contract/feed/token-calls';
import * as z from 'zod/mini';
import { ENDPOINTS } from '../../../test/answer-shape.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { EXAMPLES, SHARED_EXAMPLES } from './examples/examples.ts';

const { node } = await openTestNode();

interface Described {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  format?: string;
}

/** The schema of a component, given by its reference. */
const resolve = (body: { components: object }, { $ref }: Described): Described => {
  const { schemas } = body.components as { schemas: Record<string, Described> };
  return schemas[$ref!.replace('#/components/schemas/', '')]!;
};

test('API-1 the description has the calls of the specification, from the contract', async () => {
  const { status, body } = await node.call(null, 'GET', '/api/openapi.json');
  assert.equal(status, 200);
  assert.equal(body.openapi, '3.1.0');
  const calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  for (const call of [
    'POST /api/auth/two-factor',
    'GET /api/users/me',
    'GET /api/auctions',
    'PUT /api/auctions/{id}',
    'DELETE /api/auctions/{id}/images/{imageId}',
    'POST /api/auctions/{id}/bids/{bidId}/select-winner',
    'GET /api/statistics',
  ]) {
    assert.ok(calls.includes(call), call);
  }
  const bid = body.paths['/api/auctions/{id}/bids'].post;
  const { properties } = resolve(body, bid.requestBody.content['application/json'].schema);
  assert.deepEqual(properties!.bid, { type: 'integer', minimum: 1, maximum: 999_999_999 });
  assert.deepEqual(
    bid.parameters.map((one: { name: string }) => one.name),
    ['id', 'Idempotency-Key'],
  );
  assert.deepEqual(bid.security, [{ token: [] }]);
  assert.equal(bid.operationId, 'placeBid');
  assert.equal(bid.description, 'Får göras av: verkstad.');
  const { schema } = body.paths['/api/auctions'].post.requestBody.content['multipart/form-data'];
  const form = resolve(body, schema).properties!;
  assert.ok(form.manufacturer && form.image);
});

test('API-6 the description has the added calls', async () => {
  const { body } = await node.call(null, 'GET', '/api/openapi.json');
  const { paths } = body;
  const added: Record<string, string[]> = {
    '/api/auctions/counts': ['get'],
    '/api/auctions/end-times': ['post'],
    '/api/auctions/export': ['get'],
    '/api/auctions/suggestions': ['get'],
    '/api/my-auctions/counts': ['get'],
    '/api/won-auctions/counts': ['get'],
    '/api/auctions/{id}/history': ['get'],
    '/api/auctions/{id}/images': ['patch'],
    '/api/auctions/{id}/images/{imageId}': ['patch'],
    '/api/auctions/{id}/files/{fileId}': ['patch'],
    '/api/service-stations/export': ['get'],
    '/api/todo': ['get'],
    '/api/statistics/look-back': ['get'],
    '/api/statistics/look-back/export': ['get'],
    '/api/auth/logout-all': ['post'],
    '/api/company': ['get', 'patch'],
    '/api/users': ['get', 'post'],
    '/api/users/{id}': ['patch'],
    '/api/companies': ['get', 'post'],
    '/api/companies/{id}': ['patch'],
    '/api/categories': ['get', 'post'],
    '/api/categories/{id}': ['patch', 'delete'],
    '/api/staging-areas': ['get', 'post'],
    '/api/staging-areas/{id}': ['patch', 'delete'],
  };
  for (const [path, methods] of Object.entries(added)) {
    for (const method of methods) assert.ok(paths[path]?.[method], `${method} ${path}`);
  }
  const bodies = Object.keys(paths['/api/company'].patch.requestBody.content);
  assert.deepEqual(bodies.sort(), ['application/json', 'multipart/form-data']);
  const fileOf = (path: string, method: string) => {
    const { schema } = paths[path][method].requestBody.content['multipart/form-data'];
    return Object.entries(resolve(body, schema).properties!)
      .filter(([, { format }]) => format === 'binary')
      .map(([name]) => name)
      .join();
  };
  assert.deepEqual(
    [
      fileOf('/api/company', 'patch'),
      fileOf('/api/auctions/{id}/images', 'post'),
      fileOf('/api/auctions/{id}/relist', 'post'),
      fileOf('/api/auctions/{id}/files', 'post'),
      fileOf('/api/auctions/{id}/deregistration', 'post'),
      fileOf('/api/auctions/{id}/collection/documents', 'post'),
      fileOf('/api/service-station/dismantler', 'put'),
    ],
    ['logo', 'image', 'image', 'file', 'file', 'file', 'file'],
  );
  const picture = paths['/api/auctions/{id}/images'].post.responses['201'].content;
  const { properties } = resolve(body, picture['application/json'].schema);
  assert.deepEqual(Object.keys(properties!), ['id', 'image', 'thumb', 'sizes', 'view']);
});

test('API-1 the description can be browsed on a page', async () => {
  const { statusCode, headers, body } = await node.app.inject('/api/docs');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-/,
  );
  assert.match(body, /<h2>Auktioner, bud och försäljning<\/h2>/);
  const { paths } = (await node.call(null, 'GET', '/api/openapi.json')).body;
  for (const [path, methods] of Object.entries<object>(paths)) {
    for (const method of Object.keys(methods))
      assert.ok(body.includes(`<code>${method.toUpperCase()} ${path}</code>`), `${method} ${path}`);
  }
});

/** Every schema inside a value, with where it is. */
function* schemasIn(value: unknown, at = ''): Generator<{ at: string; schema: Described }> {
  if (typeof value !== 'object' || value === null) return;
  yield { at, schema: value };
  for (const [key, inside] of Object.entries(value)) yield* schemasIn(inside, `${at}/${key}`);
}

test('API-7 ids are integers in addresses, queries, bodies and answers', async () => {
  const { paths, components } = (await node.call(null, 'GET', '/api/openapi.json')).body;
  const { parameters } = paths['/api/auctions/{id}/images'].post;
  assert.deepEqual(parameters[0].schema, { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 });
  const query: { name: string; schema: { type: string; items?: object } }[] =
    paths['/api/auctions'].get.parameters;
  const schemaOf = (wantedName: string) => query.find(({ name }) => name === wantedName)!.schema;
  assert.deepEqual(schemaOf('company'), { type: 'integer', minimum: 1 });
  assert.deepEqual(schemaOf('model_year_from'), { type: 'integer', minimum: 0 });
  assert.deepEqual(schemaOf('category').items, parameters[0].schema);

  const isInteger = (schema: Described): boolean =>
    schema.anyOf?.every(isInteger) ??
    (schema.type === 'array'
      ? isInteger(schema.items!)
      : [schema.type].flat().every((type) => type === 'integer' || type === 'null'));
  // Sessions, uploads, their links and failed emails have UUIDs, other systems ids of their own. Form fields are text.
  const others = [
    ...['OwnSession/properties/id', 'PendingUpload/properties/id', 'FailedEmail/properties/id'],
    ...['LinkedPicture/properties/id', 'PhotoLinkReply/properties/id', 'external_id'],
    ...['upload_id', 'client_id'],
  ];
  const forms = ['CreateAuctionBody', 'ChangeAuctionBody', 'RelistForm', 'RelistAuctionForm'];
  const texts = [...schemasIn(components.schemas)]
    .filter(({ at }) => /\/properties\/(\w+_)?ids?$/.test(at))
    .filter(({ at }) => !forms.includes(at.split('/')[1]!))
    .filter(({ at, schema }) => !others.some((one) => at.endsWith(one)) && !isInteger(schema))
    .map(({ at }) => at);
  assert.deepEqual(texts, []);
});

test('API-7 each call has an operation id that is a function name, and the address of the server', async () => {
  const { paths, servers } = (await node.call(null, 'GET', '/api/openapi.json')).body;
  const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z]+[A-Za-z]*$/);
  assert.deepEqual(servers, [{ url: 'http://localhost:3000' }]);
});

test('API-7 bodies, answers and repeated parts are named schemas', async () => {
  const { body } = await node.call(null, 'GET', '/api/openapi.json');
  const isInline = ({ properties, anyOf }: Described) => Boolean(properties ?? anyOf);
  const inline = [...schemasIn(body.paths)]
    .filter(({ at, schema }) => /\/(schema|schema\/items)$/.test(at) && isInline(schema))
    .map(({ at }) => at)
    // A query may be one of several, and a 400 may have more than messages.
    .filter((at) => !at.includes('/parameters/') && !at.includes('/400/'));
  assert.deepEqual(inline, []);
  const seen = new Map<string, string>();
  for (const { at, schema } of schemasIn(body.components.schemas)) {
    if (Object.keys(schema.properties ?? {}).length < 4) continue;
    const text = JSON.stringify(schema);
    assert.equal(seen.get(text), undefined, `${at} is also ${seen.get(text)}`);
    seen.set(text, at);
  }
});

test('API-7 calls refer to schemas by the names of the contract, with Input where callers may send less', async () => {
  const { paths, components } = (await node.call(null, 'GET', '/api/openapi.json')).body;
  const { schema } = paths['/api/auctions/{id}'].get.responses['200'].content['application/json'];
  assert.deepEqual(schema, { $ref: '#/components/schemas/Auction' });
  const { condition } = components.schemas.PutFeedAuctionBody.properties;
  assert.deepEqual(condition.anyOf[0], { $ref: '#/components/schemas/ConditionInput' });
  assert.equal(components.schemas.ConditionInput.required, undefined);
  assert.ok(components.schemas.Condition.required.includes('panels'));
});

/** Calls whose form has nothing but a file. */
const WITHOUT_FIELDS: readonly Endpoint[] = [importAuctions];

test('API-7 every body has an example, and so have the answers that tokens get', () => {
  const missing = ENDPOINTS.flatMap((endpoint) => {
    const { method, path, body, oauthForm, reply } = endpoint;
    const example = EXAMPLES.get(endpoint);
    const takes = (body ?? oauthForm) && !WITHOUT_FIELDS.includes(endpoint);
    const isShared = SHARED_EXAMPLES.some(({ schema }) => schema === reply);
    const answers = tokenMay(['auctions:write'], endpoint) && reply && !isShared;
    return [
      ...(takes && example?.body === undefined ? [`body of ${method} ${path}`] : []),
      ...(answers && example?.reply === undefined ? [`answer of ${method} ${path}`] : []),
    ];
  });
  assert.deepEqual(missing, []);
});

test('API-7 every example is valid', () => {
  const examples = [...EXAMPLES].flatMap(([{ path, body, oauthForm, reply }, example]) => [
    { path, schema: body ?? oauthForm, value: example.body },
    { path, schema: reply, value: example.reply },
  ]);
  const shared = SHARED_EXAMPLES.map((example) => ({ path: example.name, ...example }));
  for (const { path, schema, value } of [...examples, ...shared]) {
    if (value === undefined) continue;
    const { success, error } = z.safeParse(schema!, value);
    assert.ok(success, `${path}: ${error?.message}`);
  }
});

test('API-1 the description passes every recommended rule of Redocly', async () => {
  const { body } = await node.call(null, 'GET', '/api/openapi.json');
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(body));
    const redocly = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
    // The product is not published, so it has no licence. The test node's address is localhost.
    const skipped = ['info-license', 'no-server-example.com'].map((rule) => `--skip-rule=${rule}`);
    await promisify(execFile)(
      process.execPath,
      [
        join(dirname(redocly), 'bin/cli.js'),
        'lint',
        '--extends=recommended-strict',
        ...skipped,
        file,
      ],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
