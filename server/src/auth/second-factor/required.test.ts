import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SECOND_FACTOR_SENTENCE } from '@restvarde/contract/auth/second-factor';
import { logoutAll } from '@restvarde/contract/auth/session';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { ENDPOINTS } from '../../../test/answer-shape.ts';
import { addApp } from '../../../test/auth/authenticator.ts';
import { PASSWORD } from '../../../test/auth/logins.ts';
import { eventually } from '../../../test/eventually.ts';
import { makeCompany, makeStaff, makeStation } from '../../../test/factories.ts';
import { listen, openReadySocket, openSocket } from '../../../test/live-socket.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { hashPassword } from '../passwords/password.ts';

const { node, db } = await openTestNode();

let password_hash: string;
before(async () => {
  password_hash = await hashPassword(PASSWORD);
});

let people = 0;
const person = (company: number, role: 20 | 30 = 20) =>
  makeStaff(db, company, role, { email: `p${++people}@required.example`, password_hash });
const require = (company: number) =>
  sql`update companies set requires_second_factor = true where id = ${company}`.execute(db);
const MISSING = { detail: SECOND_FACTOR_SENTENCE.missing, code: 'second_factor_missing' };

/** A valid value for every path parameter. */
const SOME_ID = '1';

test('SEC-7, SEC-1 a user who must add an app may add it, read their account and log out, and nothing else; no refusal is recorded', async () => {
  const company = await makeCompany(db);
  await require(company);
  const admin = await person(company, 30);
  const { access } = await node.logIn(admin);
  const open = new Set<string>();
  const superuserAlone = new Set<string>();
  for (const endpoint of ENDPOINTS) {
    // Public endpoints, those of links (FORM-17), and logging out everywhere, which ends the caller's session.
    if (endpoint.may(null) || endpoint.isByPhotoLink || endpoint === logoutAll) continue;
    const name = `${endpoint.method} ${endpoint.path}`;
    const reply = await node.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:\w+/g, SOME_ID),
      headers: { authorization: `Bearer ${access}` },
    });
    const caller = { role: 30, is_superuser: false } as const;
    if (!endpoint.may(caller)) {
      assert.equal(reply.statusCode, 403, name);
      superuserAlone.add(name);
    } else if (reply.statusCode === 403) assert.deepEqual(reply.json(), MISSING, name);
    else open.add(name);
  }
  assert.ok(ENDPOINTS.length > 60 && superuserAlone.size > 3);
  const marked = ENDPOINTS.filter(({ isForEnrolment }) => isForEnrolment);
  assert.deepEqual(marked.map(({ method, path }) => `${method} ${path}`).sort(), [
    'GET /api/second-factor',
    'GET /api/users/me',
    'POST /api/auth/logout-all',
    'POST /api/second-factor',
    'POST /api/second-factor/enrolment',
  ]);
  assert.ok([...open].every((name) => marked.some((one) => name === `${one.method} ${one.path}`)));
  const refused = [...superuserAlone].map((name) => name.replaceAll(/:(\w+)/g, '{$1}')).sort();
  await eventually(async () => {
    const { rows } = await sql<{ call: string }>`
      select details->>'call' as call from security_events
      where kind = 'call_refused' and details->>'status' = '403' and actor_id = ${admin}`.execute(
      db,
    );
    assert.deepEqual(rows.map(({ call }) => call).sort(), refused);
  });
});

test('SEC-7 the page shows that an app is required, and once it is added everything is allowed, also on another node', async () => {
  const company = await makeCompany(db);
  await require(company);
  const id = await person(company);
  const other = await node.startAnother();
  const { access } = await node.logIn(id);
  const headers = { authorization: `Bearer ${access}` };
  const me = await node.app.inject({ url: '/api/users/me', headers });
  assert.equal(me.json().must_add_second_factor, true);
  assert.equal((await other.app.inject({ url: '/api/auctions', headers })).statusCode, 403);
  assert.equal(
    (await node.app.inject({ url: '/view?path=/auctions', headers })).statusCode >= 400,
    true,
  );
  await addApp(node, access);
  assert.equal((await node.app.inject({ url: '/api/auctions', headers })).statusCode, 200);
  await untilOpen(
    async () => (await other.app.inject({ url: '/api/auctions', headers })).statusCode,
  );
});

const untilOpen = (ask: () => Promise<number>) =>
  eventually(async () => assert.equal(await ask(), 200));

test('SEC-7, LIVE-4 no socket is accepted before the app is added, and an open one is closed when it is removed', async () => {
  const url = await listen(node);
  const company = await makeCompany(db);
  await require(company);
  const id = await person(company);
  const { access } = await node.logIn(id);
  const early = openSocket(url, '/ws/auctions/', access);
  assert.equal(await early.closed, LIVE_CLOSE.unauthorized);
  await addApp(node, access);
  const socket = await openReadySocket(url, '/ws/auctions/', access);
  await sql`delete from second_factors where user_id = ${id}`.execute(db);
  assert.equal(await socket.closed, LIVE_CLOSE.unauthorized);
});

test('SEC-7 an admin may require an app only with their own; users without one are logged out', async () => {
  const company = await makeCompany(db);
  const [admin, colleague, holder, atEmployer] = [
    await person(company, 30),
    await person(company),
    await person(company),
    await person(company),
  ];
  await sql`update users set is_ad_user = true where id = ${atEmployer}`.execute(db);
  const station = await makeStation(db, company);
  await addApp(node, (await node.logIn(holder)).access);
  const own = await node.logIn(admin);
  const set = (requires_second_factor: boolean) =>
    node.call(
      null,
      'PATCH',
      '/api/company',
      { requires_second_factor },
      {
        authorization: `Bearer ${own.access}`,
      },
    );
  const refused = await set(true);
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { requires_second_factor: [SECOND_FACTOR_SENTENCE.ownFirst] }],
  );
  await addApp(node, own.access);
  const tokens = {
    colleague: await node.logIn(colleague),
    holder: await node.logIn(holder),
    atEmployer: await node.logIn(atEmployer),
    station: await node.logIn(station.user_id),
  };
  const done = await set(true);
  assert.deepEqual([done.status, done.body.requires_second_factor], [200, true]);
  const status = async ({ access }: { access: string }) => {
    const headers = { authorization: `Bearer ${access}` };
    return (await node.app.inject({ url: '/api/auctions', headers })).statusCode;
  };
  assert.equal(await status(tokens.holder), 200);
  assert.equal(await status(tokens.atEmployer), 200);
  assert.equal(await status(tokens.station), 200);
  assert.equal(await status(tokens.colleague), 401);
  // At the next login they must add one.
  assert.equal(await status(await node.logIn(colleague)), 403);
  assert.equal((await set(false)).status, 200);
  assert.equal(await status(await node.logIn(colleague)), 200);
});

test('SEC-7 workshops do not see what the company requires of its staff', async () => {
  const company = await makeCompany(db);
  const station = await makeStation(db, company);
  const { body } = await node.call(station.user_id, 'GET', '/api/company');
  assert.equal(body.requires_second_factor, null);
});
