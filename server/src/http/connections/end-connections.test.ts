import assert from 'node:assert/strict';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { eventually } from '../../../test/eventually.ts';
import { endConnections } from './end-connections.ts';

/** Longer than any test takes. */
const LONG_MS = 600_000;

/** A server with keep-alive that answers what is not held at once, and a connection that has sent `text`. */
async function call(t: TestContext, limitMs: number, text: string) {
  const answer = Promise.withResolvers<string>();
  let socket: Socket | undefined;
  const app = Fastify({ keepAliveTimeout: LONG_MS });
  endConnections(app, limitMs);
  app.server.on('connection', (opened) => {
    socket = opened;
  });
  app.get('/held', () => answer.promise);
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.server.closeAllConnections());
  const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let read = '';
  caller.setEncoding('latin1').on('data', (piece) => {
    read += piece;
  });
  // A connection that is not awaited is reset.
  caller.on('error', () => {});
  const ended = new Promise((resolve) => caller.once('close', resolve));
  caller.write(text);
  await eventually(async () => assert.equal(socket?.bytesRead, text.length));
  return { app, ended, read: () => read, answer: answer.resolve };
}

test('OPS-2 a reply sent after the server has begun to close is complete, and its connection is ended', async (t) => {
  const get = 'GET /held HTTP/1.1\r\nhost: a\r\n\r\n';
  const { app, ended, read, answer } = await call(t, LONG_MS, get);
  const closed = app.close();
  await eventually(async () => assert.equal(app.server.listening, false));
  answer('whole');
  await Promise.all([closed, ended]);
  assert.match(read(), /^HTTP\/1.1 200 /);
  assert.match(read(), /\r\n\r\nwhole$/);
});

test('OPS-2 an incomplete request does not keep the server from closing', async (t) => {
  const { app, ended } = await call(t, 100, 'GET /held HT');
  await Promise.all([app.close(), ended]);
});
