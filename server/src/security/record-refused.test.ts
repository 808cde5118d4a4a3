import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eventually, untilLimited } from '../../test/eventually.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { LIMITS, type Limit } from '../http/limit-table.ts';
import { openLimits } from '../http/limits.ts';
import { openRefusedCalls } from './record-refused.ts';

const { node, db } = await openTestNode({ limits: 'real' });
const seller = await makeSeller(node);

/** The recorded refusals, oldest first, once there are `count`. */
const written = (count: number) =>
  eventually(async () => {
    const { rows } = await sql<object>`
      select actor_id, company_id, host(ip) as ip, details from security_events
      where kind = 'call_refused' order by id`.execute(db);
    assert.equal(rows.length, count);
    return rows;
  });

/** Uses a limit up. No token returns during the test. */
async function useUp(limit: Limit, key: string): Promise<void> {
  await untilLimited(
    () => node.context.limits.take(limit, key),
    (wait) => wait > 0,
  );
  await sql`update rate_limits set whole_at = whole_at + interval '30 seconds'`.execute(node.owner);
}

test('SEC-1 a refusal by role is recorded once an hour per caller, on all nodes together', async () => {
  const { ada, bo, manager, company } = seller;
  const other = await node.startAnother();
  const refused = async (user: number, path: string, status = 403) =>
    assert.equal((await node.call(user, 'GET', path)).status, status);
  await refused(ada.user_id, '/api/security-events');
  await written(1);
  for (let tries = 0; tries < 5; tries++) await refused(ada.user_id, '/api/security-events?kind=x');
  const { access } = await node.logIn(ada.user_id);
  const headers = { authorization: `Bearer ${access}` };
  const { statusCode } = await other.app.inject({ url: '/api/security-events', headers });
  assert.equal(statusCode, 403);
  await refused(manager, '/api/auctions/999999', 404);
  await refused(bo.user_id, '/api/security-events');
  await written(2);
  const auction = await seller.makeOpen();
  await refused(ada.user_id, `/api/auctions/${auction}/history`);
  const from = { company_id: company, ip: '127.0.0.1' };
  const call = 'GET /api/security-events';
  assert.deepEqual(await written(3), [
    { ...from, actor_id: ada.user_id, details: { status: 403, call } },
    { ...from, actor_id: bo.user_id, details: { status: 403, call } },
    {
      ...from,
      actor_id: ada.user_id,
      details: { status: 403, call: 'GET /api/auctions/{id}/history' },
    },
  ]);
});

test('SEC-1 a refusal by schema is recorded, with and without a login', async () => {
  const { ada } = seller;
  const before = (await written(3)).length;
  const auction = await seller.makeOpen();
  for (let tries = 0; tries < 3; tries++) assert.equal((await ada.bid(auction, 'x')).status, 400);
  // A refusal by a business rule is not recorded.
  await ada.place(auction, 5_000);
  assert.equal((await ada.bid(auction, 1)).status, 400);
  await written(before + 1);
  const remoteAddress = '192.0.2.78';
  const reset = { method: 'POST', url: '/api/reset-password', payload: { email: [] } } as const;
  assert.equal((await node.app.inject({ ...reset, remoteAddress })).statusCode, 400);
  assert.partialDeepStrictEqual((await written(before + 2)).slice(before), [
    { actor_id: ada.user_id, details: { status: 400, call: 'POST /api/auctions/{id}/bids' } },
    {
      actor_id: null,
      ip: remoteAddress,
      details: { status: 400, call: 'POST /api/reset-password' },
    },
  ]);
});

test('SEC-1 a refusal by a limit is recorded, with and without a login', async () => {
  const { bo } = seller;
  const auction = await seller.makeOpen();
  await useUp(LIMITS.bids, String(bo.user_id));
  for (let tries = 0; tries < 3; tries++) {
    assert.equal((await bo.bid(auction, 50_000)).status, 429);
  }
  const call = 'POST /api/auctions/{id}/bids';
  assert.partialDeepStrictEqual((await written(6)).at(-1), {
    actor_id: bo.user_id,
    details: { status: 429, call },
  });
  const remoteAddress = '192.0.2.77';
  await useUp(LIMITS.anonymous, remoteAddress);
  for (let tries = 0; tries < 3; tries++) {
    const body = { method: 'POST', url: '/api/reset-password', payload: {} } as const;
    assert.equal((await node.app.inject({ ...body, remoteAddress })).statusCode, 429);
  }
  assert.deepEqual((await written(7)).at(-1), {
    actor_id: null,
    company_id: null,
    ip: remoteAddress,
    details: { status: 429, call: 'POST /api/reset-password' },
  });
});

test('SEC-1 each kind of refusal is recorded separately, and a node queries once for a flood', async () => {
  const { pool } = node.context;
  const { user_id } = seller.ada;
  const askedInVain: string[] = [];
  const limits = openLimits(pool, 1, (limit) => askedInVain.push(limit));
  const record = openRefusedCalls(pool, limits);
  const origin = { ip: null, user_agent: 'flood' };
  const refused = (status: 400 | 403 | 429) =>
    record({ by: `user ${user_id}`, user_id, origin, status, call: 'GET /api/nowhere' });
  await refused(403);
  await Promise.all(Array.from({ length: 20 }, () => refused(429)));
  assert.deepEqual(askedInVain, []);
  const { rows } = await sql<{ status: number }>`
    select (details->>'status')::integer as status from security_events
    where user_agent = 'flood' order by id`.execute(db);
  assert.deepEqual(rows, [{ status: 403 }, { status: 429 }]);
});

test('SEC-1 a caller with many addresses does not fill the log, and users’ refusals are still recorded', async () => {
  const { pool, limits } = node.context;
  const { bo } = seller;
  await useUp(LIMITS.refused_strangers, 'all');
  const record = openRefusedCalls(pool, limits);
  const refused = (user_id: number | null, by: string) =>
    record({ by, user_id, origin: { ip: null, user_agent: by }, status: 400, call: 'POST /api/x' });
  await refused(null, 'address 2001:db8:0:1::/64');
  await refused(bo.user_id, `user ${bo.user_id}`);
  const { rows } = await sql<{ user_agent: string }>`
    select user_agent from security_events where details->>'call' = 'POST /api/x'`.execute(db);
  assert.deepEqual(rows, [{ user_agent: `user ${bo.user_id}` }]);
});
