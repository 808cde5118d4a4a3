import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import WebSocket, { WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

test('LIVE-2 a message of any length is received unchanged', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [, request] = await once(server, 'connection');
  for (const message of ['', 'åäö €', ...[125, 126, 65_535, 65_536].map((n) => 'x'.repeat(n))]) {
    const received = once(client, 'message');
    request.socket.write(textFrame(message));
    const [data, isBinary] = await received;
    assert.deepEqual([String(data), isBinary], [message, false]);
  }
  client.terminate();
  server.close();
});
