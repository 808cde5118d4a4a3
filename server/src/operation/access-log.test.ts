import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { LogController } from 'fastify';
import { logAccess, shownPath } from './access-log.ts';

test('OPS-12 the access log shows a path without query and long segments', () => {
  assert.equal(shownPath('/api/auctions/17/bids?sort=end'), '/api/auctions/17/bids');
  assert.equal(
    shownPath('/create-password/3q2-7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWc'),
    '/create-password/…',
  );
  assert.equal(shownPath('/media/a/b.webp?s=secret&u=4'), '/media/a/b.webp');
});

test('OPS-12 each reply is one line with its request id, and without tokens', async (t) => {
  const lines: string[] = [];
  const app = Fastify({
    logger: { stream: { write: (written) => void lines.push(written) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  t.after(() => app.close());
  logAccess(app);
  app.get('/page', async () => 'there');
  app.get('/readyz', async () => ({ ok: true }));
  await app.inject('/readyz');
  const reply = await app.inject({
    url: '/page?token=hemlig',
    headers: { authorization: 'Bearer hemlig' },
  });
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered');
  assert.equal(line.reqId, reply.headers['x-request-id']);
  assert.deepEqual([line.method, line.path, line.status], ['GET', '/page', 200]);
  assert.doesNotMatch(lines.join(''), /hemlig|readyz/);
});
