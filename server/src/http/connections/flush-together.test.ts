import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { flushTogether } from './flush-together.ts';

const answers: ((text: string) => void)[] = [];
const sockets: Socket[] = [];
const server = createServer((request, response) => {
  sockets.push(request.socket);
  answers.push((text) => response.end(text));
});
flushTogether(server);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

function call(): Socket {
  const { port } = server.address() as AddressInfo;
  const caller = connect(port, '127.0.0.1');
  caller.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
  return caller.setEncoding('latin1');
}

async function readAll(caller: Socket): Promise<string> {
  let read = '';
  for await (const chunk of caller) read += chunk;
  return read;
}

test('replies of one event loop turn are written together, complete, and connections close after them as requested', async () => {
  const callers = [call(), call(), call()];
  while (answers.length < callers.length) await nextTurn();
  const read = callers.map(readAll);
  for (const [at, answer] of answers.entries()) {
    answer(`answer ${at}`);
    assert.ok(sockets[at]!.writableLength > 0, 'it waits for those behind it');
  }
  await nextTurn();
  await nextTurn();
  for (const { writableLength } of sockets) assert.equal(writableLength, 0);
  const bodies = (await Promise.all(read)).map((text) => text.split('\r\n\r\n')[1]);
  assert.deepEqual(bodies.toSorted(), ['answer 0', 'answer 1', 'answer 2']);
});
