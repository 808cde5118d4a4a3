import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { endpoint } from '@restvarde/contract/endpoint';
import { may } from '@restvarde/contract/roles';
import { createServerClock } from '../../ui/clock/server-clock.ts';
import { createRefresher } from '../session/refresher.ts';
import { createSession } from '../session/session.ts';
import { addressOf } from './address.ts';
import { ApiError, NO_CONTACT } from './api-error.ts';
import { createCaller } from './caller.ts';

const list = endpoint({ method: 'GET', path: '/api/things', summary: '', may: may.anyUser });
const open = endpoint({ method: 'POST', path: '/api/auth/open', summary: '', may: may.anyone });

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

/** Creates a caller for a real server with the given handler. Closes it after the test. */
async function against(
  t: { after(end: () => void): void },
  answer: (request: IncomingMessage) => Answer,
) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const { status = 200, body = {}, headers = {} } = answer(request);
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const kept = new Map<string, string>();
  const session = createSession({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  session.set({ access_token: 'old', refresh_token: 'ada.r1' });
  let refreshed = 0;
  const refresh = createRefresher({
    session,
    exchange: async () => {
      refreshed++;
      return { access: 'new', refresh: 'ada.r2' };
    },
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = createCaller({ session, refresh, clock: createServerClock(), origin });
  return { call, seen, session, refreshed: () => refreshed };
}

test('AUTH-9 calls that get a 401 share one refresh, and each is retried', async (t) => {
  const { call, seen, refreshed } = await against(t, (request) =>
    request.headers.authorization === 'Bearer new' ? { body: { ok: true } } : { status: 401 },
  );
  const replies = await Promise.all([call(list), call(list), call(list)]);
  assert.deepEqual(replies, [{ ok: true }, { ok: true }, { ok: true }]);
  assert.equal(refreshed(), 1);
  assert.equal(seen.length, 6);
});

test('AUTH-9 a call that is refused after a refresh is not retried again', async (t) => {
  const { call, seen } = await against(t, () => ({ status: 401, body: { detail: 'nej' } }));
  await assert.rejects(call(list), { status: 401 });
  assert.equal(seen.length, 2);
});

test('AUTH-9, AUTH-10 a call of one user is never sent as another, who has logged in meanwhile', async (t) => {
  const bo = { access_token: 'new', refresh_token: 'bo.r1' };
  const { call, seen, session } = await against(t, (request) => {
    if (request.headers.authorization === 'Bearer new') return {};
    session.set(bo);
    return { status: 401 };
  });
  const login = session.loginId();
  await assert.rejects(call(list), { status: 401 });
  assert.equal(seen.length, 1);
  await assert.rejects(call(list, { login }), { status: 401, message: 'Du är inte inloggad.' });
  assert.equal(seen.length, 1);
  await call(list);
  assert.equal(seen.length, 2);
});

test('AUTH-9 without a session only the auth calls are sent', async (t) => {
  const { call, seen, session } = await against(t, () => ({}));
  session.end();
  await assert.rejects(call(list), { status: 401, message: 'Du är inte inloggad.' });
  assert.equal(seen.length, 0);
  await call(open);
  assert.equal(seen.length, 1);
});

test('AUTH-9 auth calls have no bearer token and are not retried', async (t) => {
  const { call, seen, refreshed } = await against(t, () => ({ status: 401 }));
  await assert.rejects(call(open), { status: 401 });
  assert.equal(seen[0]?.headers.authorization, undefined);
  assert.equal(seen.length, 1);
  assert.equal(refreshed(), 0);
});

test('API-2 an error has its fields, message, code and waiting time', async (t) => {
  const { call } = await against(t, () => ({
    status: 429,
    headers: { 'retry-after': '42' },
    body: {
      detail: 'Vänta.',
      code: 'slow',
      request_id: 'q1',
      email: ['Upptagen', 'Fel'],
      name: 'X',
    },
  }));
  const error = await call(list).then(
    () => assert.fail('it was refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError);
  assert.equal(error.message, 'Vänta.');
  assert.equal(error.retry_after, 42);
  assert.equal(error.code, 'slow');
  assert.equal(error.request_id, 'q1');
  assert.deepEqual(error.fields, { email: ['Upptagen', 'Fel'], name: ['X'] });
  assert.deepEqual(error.messages, ['Vänta.', 'Upptagen', 'Fel', 'X']);
});

test('SHELL-7 an unavailable server gives a message, and nobody is logged out', async (t) => {
  const { session } = await against(t, () => ({}));
  const call = createCaller({
    session,
    refresh: async () => null,
    clock: createServerClock(),
    origin: 'http://127.0.0.1:1',
  });
  await assert.rejects(call(list), { status: 0, message: NO_CONTACT });
  assert.equal(session.isLoggedIn(), true);
});

test('BID-8 the idempotency key is sent, and is the same in a retry', async (t) => {
  const { call, seen } = await against(t, (request) =>
    request.headers.authorization === 'Bearer new' ? {} : { status: 401 },
  );
  await call(list, { idempotency_key: 'k-1' });
  assert.deepEqual(
    seen.map((request) => request.headers['idempotency-key']),
    ['k-1', 'k-1'],
  );
});

test('LIST-5 a URL repeats list values, leaves out empty values and escapes the rest', () => {
  assert.equal(
    addressOf(
      { path: '/api/auctions/:id/bids' },
      { id: 7 },
      { category: [1, 2], number: '', manufacturer: 'Å & Ö', buyer: undefined, is_active: 0 },
    ),
    '/api/auctions/7/bids?category=1&category=2&manufacturer=%C3%85+%26+%C3%96&is_active=0',
  );
  assert.throws(() => addressOf({ path: '/api/auctions/:id' }));
});
