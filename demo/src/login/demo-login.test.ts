import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { makeCompany, makeStaff } from '../../../server/test/factories.ts';
import { startTestNode } from '../../../server/test/test-node.ts';
import { takeDemoLogins } from './demo-login.ts';

test('SEC-1 «Prova som …» is logged as a login, with its origin', async () => {
  const node = await startTestNode();
  const app = Fastify();
  after(() => Promise.all([node.stop(), app.close()]));
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const id = await makeStaff(db, company, 30, { email: 'admin@nordsakring.example' });
  takeDemoLogins(app, node);
  const reply = await app.inject({ method: 'POST', url: '/demo/login/admin' });
  assert.deepEqual(Object.keys(reply.json()), ['access', 'refresh']);
  const { rows } = await sql<object>`
    select kind, user_id, actor_id, company_id, host(ip) as ip, details from security_events`.execute(
    db,
  );
  assert.deepEqual(rows, [
    {
      kind: 'login',
      user_id: id,
      actor_id: id,
      company_id: company,
      ip: '127.0.0.1',
      details: { by: 'demo' },
    },
  ]);
});
