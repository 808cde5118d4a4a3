import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeCompany, makeStaff, makeToken } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node } = await openTestNode({ publishesApiDocs: false });

test('FEED-12 a description that is not public is served to valid tokens only', async () => {
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const token = await makeToken(node.context, company, ['auctions:read']);
  const status = async (as: string | null, path = '/api/openapi.json') => {
    const headers: Record<string, string> = as === null ? {} : { authorization: `Bearer ${as}` };
    return (await node.call(null, 'GET', path, null, headers)).status;
  };
  const { access } = await node.logIn(await makeStaff(db, company, 30));
  assert.equal(await status(token), 200);
  assert.equal(await status(token, '/api/docs'), 404);
  assert.deepEqual(
    [await status(null), await status(access), await status('rv_x')],
    [404, 404, 404],
  );
  const { body } = await node.call(null, 'GET', '/api/openapi.json', null, {
    authorization: `Bearer ${token}`,
  });
  const security = (path: string, method: string) => body.paths[path][method].security;
  assert.deepEqual(security('/api/auctions', 'get'), [
    { token: [] },
    { integration: [] },
    { oauth: [] },
  ]);
  assert.deepEqual(security('/api/tokens', 'get'), [{ token: [] }]);
  await sql`update tokens set revoked_at = now_ms()`.execute(db);
  assert.equal(await status(token), 404);
});
