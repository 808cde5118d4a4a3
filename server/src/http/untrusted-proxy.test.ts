import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import { hashPassword } from '../auth/passwords/password.ts';

const PASSWORD = 'Hemligt-lösen-2026';
const EMAIL = 'anna@bolag.example';
const PROXY = '10.1.0.7';
const STRANGER = '203.0.113.9';

const { node, db } = await openTestNode({
  limits: 'real',
  trustedProxies: ['10.1.0.0/24', '2001:db8::5'],
});

const password_hash = await hashPassword(PASSWORD);
await makeStaff(db, await makeCompany(db), 20, { email: EMAIL, password_hash });

async function logIn(peer: string, forwarded: string, email = EMAIL, password = PASSWORD) {
  const reply = await node.app.inject({
    method: 'POST',
    url: '/api/auth/two-factor',
    payload: { email, password },
    remoteAddress: peer,
    headers: { 'x-forwarded-for': forwarded },
  });
  return reply.statusCode;
}

/** Fails until it is refused: if twenty attempts take long, some tokens return meanwhile. */
async function failTooOften(peer: string, forwarded: (attempt: number) => string) {
  const fail = (attempt: number) =>
    logIn(peer, forwarded(attempt), `ingen${attempt}@bolag.example`, 'x');
  await Promise.all(Array.from({ length: 20 }, (_, attempt) => fail(attempt)));
  for (let attempt = 20; attempt < 60; attempt++) if ((await fail(attempt)) === 429) return;
}

/** Whether an address has no attempts left. One or two tokens may have returned since it was refused. */
async function isExhausted(peer: string, forwarded: string): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++)
    if ((await logIn(peer, forwarded, 'ingen@bolag.example', 'x')) === 429) return true;
  return false;
}

test('OPS-1 clients of a trusted proxy are counted by their own address', async () => {
  await failTooOften(PROXY, () => '198.51.100.1');
  assert.ok(await isExhausted(PROXY, '198.51.100.1'));
  assert.equal(await logIn(PROXY, '198.51.100.2'), 200);
  assert.equal(await logIn('::ffff:10.1.0.8', '198.51.100.3'), 200);
  assert.ok(await isExhausted('2001:db8::5', '198.51.100.1'));
});

test('OPS-1 entries of a client before the proxy’s are not trusted', async () => {
  await failTooOften(PROXY, (attempt) => `192.0.2.${attempt}, 198.51.100.9`);
  assert.ok(await isExhausted(PROXY, '192.0.2.99, 198.51.100.9'));
});

test('OPS-1 a port, brackets and quotes around an address are not part of it', async () => {
  for (const [number, write] of [
    (port: number) => `198.51.100.20:${port}`,
    (port: number) => `[2001:db8:1::20]:${port}`,
    (port: number) => `"[2001:db8:2::20]:${port}"`,
    // A second, trusted proxy, which appends a port.
    (port: number) => `198.51.100.21:${port}, 10.1.0.9:${port}`,
  ].entries()) {
    await failTooOften(PROXY, (attempt) => write(40_000 + attempt));
    assert.ok(await isExhausted(PROXY, write(50_000)), String(number));
  }
  assert.ok(await isExhausted(PROXY, '[2001:db8:1::20]'));
  assert.ok(await isExhausted(PROXY, '198.51.100.21'));
  const { rows } = await sql<{ ip: string | null }>`
    select distinct host(ip) as ip from security_events where kind = 'login_failed'`.execute(db);
  const addresses = rows.map(({ ip }) => ip);
  for (const address of ['198.51.100.20', '2001:db8:1::20', '2001:db8:2::20', '198.51.100.21'])
    assert.ok(addresses.includes(address), `${address} of ${addresses}`);
});

test('OPS-1 everything that is not an address counts as one address', async () => {
  const nonsense = [
    'unknown',
    '_hidden',
    '198.51.100.300',
    '[x]:1',
    '198.51.100.7:port',
    'å',
    '::g',
  ];
  await failTooOften(PROXY, (attempt) => nonsense[attempt % nonsense.length]!);
  for (const one of nonsense) assert.ok(await isExhausted(PROXY, one), one);
});

test('OPS-1 X-Forwarded-For from any other peer is ignored, and logged once', async (t) => {
  const log = t.mock.method(node.app.log, 'error', () => {});
  await failTooOften(STRANGER, (attempt) => `192.0.2.${attempt}`);
  assert.ok(await isExhausted(STRANGER, '192.0.2.99'));
  const logged = log.mock.calls
    .map((call) => call.arguments as unknown as [object, string])
    .filter(([, sentence]) => /TRUSTED_PROXIES does not name/.test(sentence));
  assert.deepEqual(
    logged.map(([values]) => values),
    [{ peer: STRANGER }],
  );
});
