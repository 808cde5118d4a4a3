import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import { latestEmail, readEmails } from '../../../../demo/src/mailbox/read-mailbox.ts';
import { openLogins } from '../../../test/auth/logins.ts';
import { makeCompany, makeStaff } from '../../../test/factories.ts';
import { listen, openReadySocket } from '../../../test/live-socket.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode();

const company = await makeCompany(db);

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';

/** A session in another browser. */
const open = (id: number) =>
  db
    .transaction()
    .execute((tx) =>
      node.sessions.open(tx, { id, role: 20 }, { ip: '192.0.2.7', user_agent: CHROME }),
    );

const call = async (access: string, method: 'GET' | 'POST' | 'DELETE', url: string) => {
  const reply = await node.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${access}` },
  });
  return { status: reply.statusCode, body: reply.body === '' ? null : JSON.parse(reply.body) };
};

test('SEC-3 a user lists their own sessions, the current one first', async () => {
  const me = await makeStaff(db, company);
  await open(await makeStaff(db, company));
  const here = await open(me);
  const there = await open(me);
  const { body } = await call(here.access, 'GET', '/api/sessions');
  assert.deepEqual(
    body.map((one: { id: string; is_current: boolean }) => [one.id, one.is_current]),
    [
      [here.session_id, true],
      [there.session_id, false],
    ],
  );
  assert.equal(body[0].browser, 'Chrome på Windows');
  assert.equal(body[0].ip, '192.0.2.7');
  assert.doesNotMatch(JSON.stringify(body), /secret|refresh/);
});

test('SEC-3, AUTH-8, LIVE-4 another session is ended at once, with its socket', async () => {
  const port = await listen(node);
  const me = await makeStaff(db, company);
  const here = await open(me);
  const there = await open(me);
  const live = await openReadySocket(port, '/ws/auctions/', there.access);
  assert.equal(
    (await call(here.access, 'DELETE', `/api/sessions/${there.session_id}`)).status,
    204,
  );
  assert.equal(await live.closed, LIVE_CLOSE.unauthorized);
  assert.equal((await call(there.access, 'GET', '/api/users/me')).status, 401);
  assert.equal((await call(here.access, 'GET', '/api/users/me')).status, 200);
  assert.equal(
    (await call(here.access, 'DELETE', `/api/sessions/${there.session_id}`)).status,
    404,
  );
});

test('SEC-3 ending another user’s session is a 404 without effect', async () => {
  const mine = await open(await makeStaff(db, company));
  const theirs = await open(await makeStaff(db, company));
  assert.equal(
    (await call(mine.access, 'DELETE', `/api/sessions/${theirs.session_id}`)).status,
    404,
  );
  assert.equal((await call(theirs.access, 'GET', '/api/users/me')).status, 200);
});

test('SEC-3 «Logga ut på alla andra enheter» keeps the current session', async () => {
  const me = await makeStaff(db, company);
  const [here, there, third] = [await open(me), await open(me), await open(me)];
  assert.equal((await call(here.access, 'POST', '/api/sessions/end-others')).status, 204);
  for (const ended of [there, third])
    assert.equal((await call(ended.access, 'GET', '/api/users/me')).status, 401);
  assert.equal((await call(here.access, 'GET', '/api/sessions')).body.length, 1);
});

test('SEC-3, SEC-1 an admin logs out a colleague everywhere, and no user of another company', async () => {
  const admin = await makeStaff(db, company, 30);
  const stranger = await makeStaff(db, await makeCompany(db), 30);
  const manager = await makeStaff(db, company);
  const session = await open(manager);
  const url = `/api/users/${manager}/end-sessions`;
  assert.equal((await node.call(stranger, 'POST', url)).status, 404);
  assert.equal((await node.call(manager, 'POST', url)).status, 403);
  assert.equal((await node.call(admin, 'POST', url)).status, 204);
  assert.equal((await call(session.access, 'GET', '/api/users/me')).status, 401);
  const { body } = await node.call(admin, 'GET', '/api/security-events?kind=session_ended');
  assert.deepEqual(
    [body.results[0].person.id, body.results[0].actor.id, body.results[0].details],
    [manager, admin, { reason: 'admin' }],
  );
});

test('SEC-4 a login from a new device is mailed, with a link that ends it', async () => {
  const logins = await openLogins();
  try {
    const owner = await logins.makeOwner();
    const known = await logins.begin(owner.email, owner.home);
    await logins.enter(known.uuid, known.code, owner.home, owner.device);
    const other = logins.somewhere();
    const strange = await logins.begin(owner.email, other);
    const { body } = await logins.enter(strange.uuid, strange.code, other);
    const { access } = JSON.parse(body);
    const isNew = ({ subject }: { subject: string }) => subject.startsWith('Ny inloggning');
    const { text = '' } = await latestEmail(logins.mailbox.url, owner.email, isNew);
    assert.match(text, new RegExp(other.replaceAll('.', '\\.')));
    const token = /\/end-session\/([\w.-]+)/.exec(text)?.[1];
    const me = () =>
      logins.node.app.inject({
        url: '/api/users/me',
        headers: { authorization: `Bearer ${access}` },
      });
    assert.equal((await me()).statusCode, 200);
    assert.equal((await logins.post('/api/auth/end-session', { token: `${token}x` })).status, 400);
    assert.equal((await me()).statusCode, 200);
    for (const _again of [1, 2])
      assert.equal((await logins.post('/api/auth/end-session', { token })).status, 204);
    assert.equal((await me()).statusCode, 401);
    // No email about the first login, or about a known device.
    const all = await readEmails(logins.mailbox.url, owner.email);
    assert.equal(all.filter(isNew).length, 1);
  } finally {
    await logins.stop();
  }
});
