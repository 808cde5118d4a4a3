import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { startTestNode } from '../../test/test-node.ts';

const node = await startTestNode();
after(() => node.stop());

test('API-1 names the calls of the specification, from the contract', async () => {
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
  const amount = bid.requestBody.content['application/json'].schema.properties.bid;
  assert.deepEqual([amount.type, amount.minimum, amount.maximum], ['integer', 1, 999_999_999]);
  assert.deepEqual(
    bid.parameters.map((one: { name: string }) => one.name),
    ['id', 'Idempotency-Key'],
  );
  assert.deepEqual(bid.security, [{ token: [] }]);
  assert.equal(bid.operationId, 'postAuctionsByIdBids');
  assert.equal(bid.description, 'Får göras av: verkstad.');
  const form = body.paths['/api/auctions'].post.requestBody.content['multipart/form-data'].schema;
  assert.ok(form.properties.manufacturer && form.properties.image);
});

test('API-6 names the added calls', async () => {
  const { paths } = (await node.call(null, 'GET', '/api/openapi.json')).body;
  const added: Record<string, string[]> = {
    '/api/auctions/counts': ['get'],
    '/api/auctions/end-times': ['post'],
    '/api/auctions/export': ['get'],
    '/api/auctions/suggestions': ['get'],
    '/api/my-auctions/counts': ['get'],
    '/api/won-auctions/counts': ['get'],
    '/api/auctions/{id}/history': ['get'],
    '/api/auctions/{id}/images': ['patch'],
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
    const form = paths[path][method].requestBody.content['multipart/form-data'].schema;
    return Object.entries<{ format?: string }>(form.properties)
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
  const { properties } = picture['application/json'].schema;
  assert.deepEqual(Object.keys(properties), ['id', 'image', 'thumb', 'sizes']);
});

test('API-1 has a page to browse it', async () => {
  const page = await node.call(null, 'GET', '/api/docs/');
  assert.equal(page.status, 200);
  assert.match(String(page.body), /swagger/i);
});

test('API-1 ids have one type in URLs and replies', async () => {
  const { paths } = (await node.call(null, 'GET', '/api/openapi.json')).body;
  const { parameters, responses } = paths['/api/auctions/{id}/images'].post;
  const { id } = responses['201'].content['application/json'].schema.properties;
  assert.equal(id.type, 'integer');
  assert.deepEqual(parameters[0].schema, { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 });
  const query: { name: string; schema: { type: string; items?: object } }[] =
    paths['/api/auctions'].get.parameters;
  const schemaOf = (wantedName: string) => query.find(({ name }) => name === wantedName)!.schema;
  assert.deepEqual(schemaOf('company'), { type: 'integer', minimum: 1 });
  assert.deepEqual(schemaOf('model_year_from'), { type: 'integer', minimum: 0 });
  assert.deepEqual(schemaOf('category').items, parameters[0].schema);
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
