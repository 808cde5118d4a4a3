import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { startTestNode } from '../../test/test-node.ts';
import { REPORTS_PATH } from './security-headers.ts';

const node = await startTestNode({ limits: 'real', isDescribed: false });
after(() => node.stop());

test('API-1 in production nobody reads the description of the calls unless it is said', async () => {
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/static/swagger-ui.css']) {
    assert.equal((await node.app.inject({ url })).statusCode, 404, url);
  }
});

test('OPS-6 the policy lets nothing make markup of text, and says where breaches are reported', async () => {
  const { headers } = await node.app.inject({ url: '/healthz' });
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /require-trusted-types-for 'script';trusted-types 'none'/);
  assert.match(policy, /report-to policy;report-uri \/api\/policy-reports/);
  assert.equal(headers['reporting-endpoints'], `policy="${REPORTS_PATH}"`);
});

test('OPS-6 reports are counted, logged once a minute without what could be secret, and limited', async (t) => {
  const lines: unknown[][] = [];
  t.mock.method(node.app.log, 'warn', (...line: unknown[]) => lines.push(line));
  t.mock.method(node.app.log, 'child', () => node.app.log);
  const report = (type: string, body: unknown) =>
    node.app.inject({
      method: 'POST',
      url: REPORTS_PATH,
      headers: { 'content-type': type },
      payload: JSON.stringify(body),
      remoteAddress: '198.18.0.9',
    });
  const documentURL = 'https://here.example/create-password/a-secret';
  const first = await report('application/reports+json', [
    { type: 'csp-violation', body: { effectiveDirective: 'script-src-elem', documentURL } },
  ]);
  assert.equal(first.statusCode, 204);
  const old = { 'csp-report': { 'effective-directive': 'img-src', 'document-uri': documentURL } };
  const replies = await Promise.all(
    Array.from({ length: 320 }, () => report('application/csp-report', old)),
  );
  assert.ok(replies.some(({ statusCode }) => statusCode === 429));
  assert.deepEqual(lines, [
    [{ count: 1, directive: 'script-src-elem' }, 'the page policy was breached'],
  ]);
});

test('OPS-6 a connection that says half of a call is closed in seconds', async () => {
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = node.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\nx-slow: ');
  const start = performance.now();
  socket.resume();
  await once(socket, 'close');
  const took = performance.now() - start;
  assert.ok(took < 20_000, `${took} ms`);
  assert.ok(node.app.server.maxConnections <= 20_000);
});
