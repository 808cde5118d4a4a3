import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Viewer } from '@restvarde/contract/roles';
import { EVENT_NAME } from '@restvarde/contract/security/event-kinds';
import { sql } from 'kysely';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import { recordEvent } from '../security/record-event.ts';
import { selectEvents } from './security-log.ts';

const { node, db } = await openTestNode();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const nord = await makeCompany(db, { name: 'Nord' });
const vast = await makeCompany(db, { name: 'Väst' });
const root = await makeStaff(db, null, 30, { first_name: 'Siv', last_name: 'Rask' });
const admin = await makeStaff(db, nord, 30, { first_name: 'Ada', last_name: 'Ek' });
const manager = await makeStaff(db, nord, 20, { first_name: 'Bo', last_name: 'Alm' });
const rival = await makeStaff(db, vast, 30, { first_name: 'Eva', last_name: 'Öst' });

const read = async (user: number, query = '') => {
  const { status, body } = await node.call(user, 'GET', `/api/security-events${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as {
    results: {
      id: number;
      kind: string;
      person: { id: number } | null;
      actor: { id: number } | null;
      company_name: string | null;
      browser: string;
      ip: string | null;
      details: object;
    }[];
    next: string | null;
  };
};
/** Returns the newest act. A refusal may be logged after its response, so refusals are skipped. */
const readAct = async (user: number) =>
  (await read(user)).results.find(({ kind }) => kind !== 'call_refused');
const change = (user: number, id: number, body: object) =>
  node.call(user, 'PATCH', `/api/users/${id}`, body, { 'user-agent': CHROME });

test('SEC-1, SEC-2 the company’s log has an admin’s changes to a user: by whom, to whom, and from where', async () => {
  await change(admin, manager, { role: 30 });
  await change(root, manager, { role: 20 });
  await change(admin, manager, { is_active: false });
  await change(admin, manager, { is_active: true, first_name: 'Bosse' });
  const { results } = await read(admin, '?person=bosse');
  assert.deepEqual(
    results.map(({ kind, person, actor, details }) => [kind, person?.id, actor?.id, details]),
    [
      ['person_let_in', manager, admin, {}],
      ['person_closed', manager, admin, { reason: 'admin' }],
      ['role_changed', manager, root, { before: 30, after: 20 }],
      ['role_changed', manager, admin, { before: 20, after: 30 }],
    ],
  );
  for (const { browser, ip, company_name } of results) {
    assert.equal(browser, 'Chrome på Windows');
    assert.equal(ip, '127.0.0.1');
    assert.equal(company_name, 'Nord');
  }
});

test('SEC-1 refused calls and calls without a change are not logged', async () => {
  const before = (await read(root)).results[0]?.id;
  assert.equal((await change(admin, admin, { role: 20 })).status, 400);
  assert.equal((await change(admin, manager, { role: 20 })).status, 200);
  assert.equal((await change(rival, manager, { role: 30 })).status, 404);
  assert.equal((await read(root)).results[0]?.id, before);
});

test('SEC-1 a station’s new and removed contact is in the log of the station’s company', async () => {
  const made = await node.call(admin, 'POST', '/api/service-stations', {
    number: '7001',
    name: 'Olles bil',
    is_staging_area: false,
  });
  const contact = { first_name: 'Olle', last_name: 'Verkstad', email: 'olle@verkstad.example' };
  const at = `/api/service-stations/${made.body.id}`;
  await node.call(admin, 'POST', `${at}/user`, contact);
  await node.call(admin, 'POST', `${at}/user/reset-password`);
  await node.call(admin, 'PATCH', `${at}/user`, { email: 'ny@verkstad.example' });
  assert.equal((await node.call(rival, 'POST', `${at}/user/end-sessions`)).status, 403);
  assert.equal((await node.call(admin, 'POST', `${at}/user/end-sessions`)).status, 204);
  await node.call(admin, 'DELETE', at);
  const { results } = await read(admin, '?person=olle');
  assert.deepEqual(
    results.map(({ kind, company_name }) => [kind, company_name]),
    [
      ['person_closed', 'Nord'],
      ['session_ended', 'Nord'],
      ['person_added', 'Nord'],
      ['person_closed', 'Nord'],
      ['password_link_sent', 'Nord'],
      ['person_added', 'Nord'],
    ],
  );
});

test('SEC-2 an admin sees only their own company’s events, a superuser all or one company’s', async () => {
  await recordEvent(db, { user_id: rival }, { kind: 'logout' });
  await recordEvent(
    db,
    { user_id: null },
    { kind: 'login_failed', details: { reason: 'password' } },
  );
  const companies = async (user: number, query = '') =>
    new Set((await read(user, query)).results.map(({ company_name }) => company_name));
  assert.deepEqual(await companies(admin), new Set(['Nord']));
  assert.deepEqual(await companies(admin, `?company=${vast}`), new Set(['Nord']));
  assert.deepEqual(await companies(rival), new Set(['Väst']));
  assert.deepEqual(await companies(root), new Set([null, 'Väst', 'Nord']));
  assert.deepEqual(await companies(root, `?company=${vast}`), new Set(['Väst']));
  assert.equal((await node.call(manager, 'GET', '/api/security-events')).status, 403);
});

test('SEC-2 searching for an address that the company does not know finds nothing', async () => {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', root)
    .executeTakeFirstOrThrow();
  assert.deepEqual((await read(admin, `?person=${email}`)).results, []);
  assert.notDeepEqual((await read(admin, '?person=siv rask')).results, []);
});

test('SEC-2 the log is paged, and filtered by kind and by days in Stockholm', async () => {
  const user = await makeStaff(db, vast, 20);
  const put = (time: string, kind: string) =>
    sql`insert into security_events (at, kind, user_id, company_id)
      values (${time}, ${kind}, ${user}, ${vast})`.execute(db);
  // Midnight in Stockholm is 23:00 UTC in winter.
  await put('2026-01-14T22:59:59.999Z', 'login');
  await put('2026-01-14T23:00:00.000Z', 'logout');
  await put('2026-01-15T22:59:59.999Z', 'login');
  await put('2026-01-15T23:00:00.000Z', 'logout');
  const at = '?from=2026-01-15&to=2026-01-15';
  const kinds = async (query: string) => (await read(rival, query)).results.map(({ kind }) => kind);
  assert.deepEqual(await kinds(at), ['login', 'logout']);
  assert.deepEqual(await kinds(`${at}&kind=login`), ['login']);
  await sql`
    insert into security_events (at, kind, user_id, company_id)
    select '2026-02-01T12:00:00Z'::timestamptz, 'login', ${user}, ${vast} from generate_series(1, 120)`.execute(
    db,
  );
  const seen = new Set<number>();
  let next: string | null = '/api/security-events?from=2026-02-01&to=2026-02-01';
  let pages = 0;
  while (next !== null) {
    const { body } = await node.call(rival, 'GET', next);
    for (const { id } of body.results) seen.add(id);
    next = body.next;
    pages++;
  }
  assert.deepEqual([pages, seen.size], [3, 120]);
  for (const wrong of ['from=igår', 'to=2026-02-30', 'kind=x', 'cursor=x'])
    assert.equal(
      (await node.call(rival, 'GET', `/api/security-events?${wrong}`)).status,
      400,
      wrong,
    );
});

test('SEC-1, SEC-2 the CSV has the content of the page, and the export is logged', async () => {
  const taken = await node.call(admin, 'GET', '/api/security-events/export?kind=role_changed');
  const lines = String(taken.body).trim().split('\r\n');
  assert.match(lines[0]!, /Tid;Händelse;Uppgift;Person;Av;Bolag;IP-adress;Webbläsare$/);
  assert.match(
    lines[1]!,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;Roll ändrad;Administratör → Handläggare;Bosse Alm;Siv Rask;Nord;127.0.0.1;Chrome på Windows$/,
  );
  assert.equal(lines.length, 3);
  const newest = await readAct(admin);
  assert.deepEqual([newest?.kind, newest?.details], ['export_taken', { list: 'security_events' }]);
  for (const path of ['auctions', 'service-stations', 'statistics/look-back']) {
    await node.call(admin, 'GET', `/api/${path}/export`);
    assert.equal((await readAct(admin))?.kind, 'export_taken', path);
  }
});

test('SEC-2 every filter of the log is served by an index', async () => {
  await sql`
    insert into security_events (at, kind, user_id, company_id)
    select now_ms() - make_interval(mins => n), case when n % 50 = 0 then 'role_changed' else 'login' end,
      case when n % 2 = 0 then ${admin}::integer else ${rival}::integer end,
      case when n % 2 = 0 then ${nord}::integer else ${vast}::integer end
    from generate_series(1, 40000) n`.execute(node.owner);
  await sql`analyze security_events`.execute(node.owner);
  const viewer = { company_id: nord, is_superuser: false } as Viewer;
  const all = { company_id: null, is_superuser: true } as Viewer;
  const cursor = Buffer.from(JSON.stringify([new Date().toISOString(), 9])).toString('base64url');
  for (const [who, filter] of [
    [viewer, {}],
    [viewer, { cursor }],
    [viewer, { kind: 'role_changed' }],
    [viewer, { from: '2026-01-01', to: '2026-01-02' }],
    [viewer, { person: 'bo' }],
    [all, {}],
    [all, { person: 'bo' }],
  ] as const) {
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain ${selectEvents(who, filter, 51)}`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.doesNotMatch(plan, /Seq Scan on security_events/, JSON.stringify(filter) + plan);
  }
});

test('SEC-1 the table in SPEC.md has every kind of event with its name', () => {
  const rules = readFileSync(new URL('../../../SPEC.md', import.meta.url), 'utf8');
  for (const [kind, name] of Object.entries(EVENT_NAME))
    assert.ok(rules.includes(`\n  | \`${kind}\` | ${name} |`), kind);
});
