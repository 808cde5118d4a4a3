import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../test/eventually.ts';
import { makeSeller } from '../../test/seller.ts';
import { startSmtpDouble } from '../../test/smtp-double.ts';
import { startTestNode } from '../../test/test-node.ts';
import { openTracer } from './tracer.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Takes what is sent by OTLP/HTTP, as a collector does. */
async function startCollector(t: TestContext) {
  const spans: Sent[] = [];
  const requested: { path: string; token: unknown }[] = [];
  const server = createServer(async (request, reply) => {
    requested.push({ path: request.url!, token: request.headers['x-token'] });
    const body = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
    };
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    reply.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { spans, requested, endpoint };
}

const attribute = ({ attributes }: Sent, name: string) => {
  const { value } = attributes.find(({ key }) => key === name) ?? {};
  return value?.stringValue ?? value?.intValue;
};

test('OPS-19 a collector receives calls, statements, batches of bids and emails, with the request id and without values', async (t) => {
  const { spans, requested, endpoint } = await startCollector(t);
  const smtp = await startSmtpDouble(() => 'taken');
  t.after(() => smtp.stop());
  const node = await startTestNode({
    smtpUrl: smtp.url,
    tracing: { endpoint, headers: { 'x-token': 'abc' }, service: 'restvarde', ratio: 1 },
  });
  t.after(() => node.stop());
  const { manager, ada, makeOpen } = await makeSeller(node);
  const auction = await makeOpen({ manufacturer: 'Hemlighet' });
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
  const query = '/api/auctions?manufacturer=hemlighet';
  const listed = await node.call(manager, 'GET', query, null, headers);
  assert.equal(listed.status, 200);
  await ada.place(auction, 7_654_321);
  await node.call(null, 'GET', '/readyz');
  await node.call(manager, 'POST', `/api/auctions/${auction}/cancel`);

  const find = (name: string) => spans.find((span) => span.name === name);
  const call = await eventually(async () => find('GET /api/auctions') ?? assert.fail('no call'));
  assert.deepEqual([call.traceId, call.parentSpanId], [trace, 'b7ad6b7169203331']);
  assert.equal(attribute(call, 'http.response.status_code'), 200);
  assert.match(String(attribute(call, 'restvarde.request_id')), /^[0-9a-f]{8}-/);
  const within = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId);
  assert.ok(within.some((span) => /cursor_key/.test(String(attribute(span, 'db.query.text')))));
  for (const span of within) {
    assert.equal(span.traceId, trace);
    assert.ok(BigInt(span.startTimeUnixNano) >= BigInt(call.startTimeUnixNano) - 1_000_000n);
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano));
  }
  const batch = await eventually(async () => find('decide bids') ?? assert.fail('no batch'));
  assert.equal(attribute(batch, 'restvarde.bids'), 1);
  assert.ok(spans.some(({ parentSpanId }) => parentSpanId === batch.spanId));
  const email = await eventually(async () => find('send an email') ?? assert.fail('no email'));
  assert.ok(attribute(email, 'restvarde.email'));
  assert.equal(find('GET /readyz'), undefined);
  assert.doesNotMatch(JSON.stringify(spans), /hemlighet|7654321|app\.caller = /i);
  assert.ok(requested.every(({ path, token }) => path === '/v1/traces' && token === 'abc'));
});

test('OPS-19 an unavailable collector does not fail or delay calls', async (t) => {
  const node = await startTestNode({
    tracing: { endpoint: 'http://127.0.0.1:9', headers: {}, service: 'restvarde', ratio: 1 },
  });
  t.after(() => node.stop());
  const { manager } = await makeSeller(node);
  assert.equal((await node.call(manager, 'GET', '/api/auctions')).status, 200);
});

test('OPS-19 a collector that redirects is not followed', async (t) => {
  const elsewhere = await startCollector(t);
  let requests = 0;
  const server = createServer((_request, reply) => {
    requests++;
    reply.writeHead(307, { location: `${elsewhere.endpoint}/v1/traces` }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const lost: number[] = [];
  const tracer = openTracer(
    {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      headers: {},
      service: 'restvarde',
      ratio: 1,
    },
    (spans) => lost.push(spans),
  );
  await tracer.span('send an email', {}, async () => {});
  await tracer.stop();
  assert.deepEqual([requests, lost, elsewhere.requested], [1, [1], []]);
});
