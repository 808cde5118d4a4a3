import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import Fastify from 'fastify';
import { openOutageLog } from '../../db/outage-log.ts';
import { answerErrors } from '../replies.ts';

test('OPS-2 an error after the node has closed is not logged if the caller has hung up', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: 'error', stream } });
  answerErrors(app, openOutageLog(app.log));
  const begun = Promise.withResolvers<void>();
  const hungUp = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<number>();
  app.get('/', async ({ socket }) => {
    begun.resolve();
    await once(socket, 'close');
    hungUp.resolve();
    await released.promise;
    throw new Error('Cannot use a pool after calling end on the pool');
  });
  app.addHook('onSend', async (_request, { statusCode }) => answered.resolve(statusCode));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const calling = new AbortController();
  const call = fetch(url, { signal: calling.signal });
  await begun.promise;
  calling.abort();
  await assert.rejects(call);
  await hungUp.promise;
  await app.close();
  released.resolve();
  assert.equal(await answered.promise, 499);
  assert.deepEqual(lines, []);
});
