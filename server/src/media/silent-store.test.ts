import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { eventually } from '../../test/eventually.ts';
import { makeAuction, makeCompany, makeStaff } from '../../test/factories.ts';
import { encodeForm, makePicture } from '../../test/forms.ts';
import { openTestNode, startTestNode } from '../../test/test-node.ts';

const SENTENCE = 'Bilder och dokument går inte att nå just nu. Försök igen om en stund.';

const BUCKET = {
  region: 'eu-north-1',
  bucket: 'restvarde',
  accessKeyId: 'x',
  secretAccessKey: 'x',
};

let port: number;
const sockets = new Set<Socket>();

const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {}).resume();
}).listen(0, '127.0.0.1');
await once(silent, 'listening');
({ port } = silent.address() as AddressInfo);
const { node } = await openTestNode({
  s3: { ...BUCKET, endpoint: `http://127.0.0.1:${port}` },
});
const picture = node.context.media.imageSizes(`i${'0'.repeat(32)}`).card;
after(async () => {
  for (const socket of sockets) socket.destroy();
  silent?.close();
});

const look = async () => {
  const start = performance.now();
  const reply = await node.app.inject({ url: picture });
  return { reply, took_ms: performance.now() - start };
};

test('MEDIA-4 twenty pictures of a silent bucket fail in seconds, and the next at once', async () => {
  const first = await Promise.all(Array.from({ length: 20 }, look));
  for (const { reply, took_ms } of first) {
    assert.equal(reply.statusCode, 503);
    assert.equal(reply.json().detail, SENTENCE);
    assert.equal(reply.headers['retry-after'], '5');
    assert.ok(took_ms < 20_000, String(took_ms));
  }
  const before = sockets.size;
  const next = await Promise.all(Array.from({ length: 20 }, look));
  for (const { reply } of next) assert.equal(reply.statusCode, 503);
  // After a pause one attempt checks whether the store is back.
  assert.ok(sockets.size <= before + 2, `${sockets.size - before} more connections`);
});

test('MEDIA-4 adding a picture or a document meanwhile is an error, and nothing is listed', async () => {
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const creator = await makeStaff(db, company);
  const auction = await makeAuction(db, { company, creator });
  for (const [field, name, content] of [
    ['image', 'bil.jpg', await makePicture()],
    ['file', 'protokoll.pdf', Buffer.from('%PDF-1.7')],
  ] as const) {
    const form = await encodeForm({ [field]: { name, content } });
    const url = `/api/auctions/${auction}/${field}s`;
    const reply = await node.call(creator, 'POST', url, form.body, form.headers);
    assert.equal(reply.status, 503);
    assert.equal(reply.body.detail, SENTENCE);
  }
  const { body } = await node.call(creator, 'GET', `/api/auctions/${auction}`);
  assert.deepEqual([body.image, body.files], [null, []]);
});

test('MEDIA-4 when the bucket answers, pictures are served again, and one that stalls is aborted', async (t) => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  await once(silent, 'close');
  const bucket = createHttpServer((request, response) => {
    response.writeHead(200, {
      'content-length': '1000',
      'last-modified': new Date().toUTCString(),
    });
    if (request.method === 'HEAD') response.end();
    else response.write('half');
  }).listen(port, '127.0.0.1');
  t.after(() => {
    bucket.closeAllConnections();
    bucket.close();
  });
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  const { port: own } = node.app.server.address() as AddressInfo;
  const reply = await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${own}${picture}`);
    assert.equal(answer.status, 200);
    return answer;
  });
  const start = performance.now();
  await assert.rejects(reply.arrayBuffer());
  assert.ok(performance.now() - start < 25_000, 'before the limit of a whole call');
});

test('MEDIA-4 a redirect of the bucket is a failure, and is not followed', async () => {
  let elsewhere = 0;
  const urls: string[] = [];
  const other = createHttpServer((_request, reply) => {
    elsewhere++;
    reply.end('x');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const bucket = createHttpServer((request, reply) => {
    urls.push(request.url!);
    request.resume();
    reply.writeHead(307, { location: `${target}${request.url}` }).end();
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const redirected = await startTestNode({
    s3: { ...BUCKET, endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}` },
  });
  const url = redirected.context.media.imageSizes(`i${'0'.repeat(32)}`).card;
  const { statusCode } = await redirected.app.inject({ url });
  await redirected.stop();
  bucket.close();
  other.close();
  assert.deepEqual([statusCode, urls.length > 0, elsewhere], [503, true, 0]);
});
