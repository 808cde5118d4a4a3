import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { readBidding } from '../../test/check-invariants.ts';
import { makeAuction, makeCompany, makeStaff } from '../../test/factories.ts';
import { addressOf } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { applyRetention } from './retention.ts';

const { node, db } = await openTestNode();

let company: number;
let admin: number;
before(async () => {
  company = await makeCompany(db);
  admin = await makeStaff(db, company, 30);
});

const run = (at = new Date()) => db.transaction().execute((tx) => applyRetention(tx, at));
const deactivate = (user: number, ago: string) =>
  sql`update users set deactivated_at = now_ms() - ${ago}::interval where id = ${user}`.execute(db);

test('DATA-2 three months after an account ended its user has no name, and the sale is unchanged', async () => {
  const auction = await makeAuction(db, { company, creator: admin });
  const leaver = await makeBidder(node, company, {
    user: { first_name: 'Örjan', last_name: 'Åkesson', email: 'orjan@verkstad.example' },
  });
  const recent = await makeBidder(node, company, { user: { email: 'ny@verkstad.example' } });
  await leaver.bid(auction, 5_000);
  await deactivate(leaver.user_id, '3 months');
  await deactivate(recent.user_id, '2 months 25 days');
  const bidding = await readBidding(db, auction);
  assert.equal((await run()).anonymised_users, 1);
  assert.equal((await run()).anonymised_users, 0);
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', leaver.user_id)
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(user), /Örjan|Åkesson|orjan/);
  assert.equal(await addressOf(node, recent.user_id), 'ny@verkstad.example');
  assert.deepEqual(await readBidding(db, auction), bidding);
  const timeline = await node.call(admin, 'GET', `/api/auctions/${auction}/bids`);
  assert.equal(timeline.body.results[0].bid, 5_000);
});

test('GEN-8, DATA-2, PICK-4 a year after the hand-over the collector’s name is removed, and the sale is unchanged', async () => {
  const buyer = await makeBidder(node, company);
  const sold = async () => {
    const auction = await makeAuction(db, { company, creator: admin });
    await buyer.bid(auction, 5_000);
    const url = `/api/auctions/${auction}`;
    const act = async (path: string, payload: object = {}) =>
      assert.equal((await node.call(admin, 'POST', `${url}/${path}`, payload)).status, 200);
    await act('cancel');
    await act('bids/1/select-winner');
    await act('notify-winner');
    const booked_dt = `${addDays(stockholmDate(new Date()), 2)}T10:00`;
    const booking = { booked_dt, note: 'Kim Åkesson kommer' };
    const booked = await node.call(buyer.user_id, 'PUT', `${url}/collection/booking`, booking);
    assert.equal(booked.status, 200);
    await act('collection/hand-over', { collected_by: 'Kim Åkesson', reason: 'Telefonen var död' });
    return auction;
  };
  const [old, recent] = [await sold(), await sold()];
  const handOver = (auction: number, ago: string) =>
    sql`
      update collections set handed_over_at = now_ms() - ${ago}::interval where auction_id = ${auction}`.execute(
      db,
    );
  await handOver(old, '12 months');
  await handOver(recent, '11 months 25 days');
  assert.equal((await run()).collectors, 1);
  const collectionOf = async (auction: number) =>
    (await node.call(buyer.user_id, 'GET', `/api/auctions/${auction}`)).body.collection;
  const { collected_by, booked_note, state } = await collectionOf(old);
  assert.deepEqual([collected_by, booked_note, state], [null, '', 'handed_over']);
  assert.equal((await collectionOf(recent)).collected_by, 'Kim Åkesson');
  const { body } = await node.call(admin, 'GET', `/api/auctions/${old}/history`);
  assert.doesNotMatch(JSON.stringify(body), /Åkesson/);
});

test('DATA-2, AUC-16 names of former users are removed from the record, which permits no other change', async () => {
  const invite = (email: string) =>
    node.call(admin, 'POST', '/api/users', {
      first_name: 'Karin',
      last_name: 'Öberg',
      email,
      role: 20,
    });
  const gone = (await invite('karin@bolag.example')).body.id as number;
  const stays = (await invite('kvar@bolag.example')).body.id as number;
  const entries = () =>
    sql<{ after: Record<string, unknown> }>`
      select after from audit_log where action = 'invite staff'
        and (after->>'user_id')::integer in (${gone}, ${stays}) order by id`
      .execute(db)
      .then(({ rows }) => rows.map((row) => row.after));
  await deactivate(gone, '4 months');
  await run();
  const [forgotten, kept] = await entries();
  assert.deepEqual(forgotten, { user_id: gone, role: 20 });
  assert.equal(kept?.email, 'kvar@bolag.example');
  await assert.rejects(
    sql`update audit_log set after = after - 'email'`.execute(node.owner),
    /what was written stays/,
  );
  await assert.rejects(sql`delete from audit_log`.execute(node.owner), /what was written stays/);
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await sql`set local restvarde.anonymising = 'on'`.execute(tx);
      await sql`update audit_log set after = after - 'role'`.execute(tx);
    }),
    /what was written stays/,
  );
});

test('DATA-1, DATA-2 an anonymised account is on no list and cannot be restored', async () => {
  const staff = await makeStaff(db, company, 20, { email: 'bort@bolag.example' });
  await deactivate(staff, '1 year');
  await run();
  const list = await node.call(admin, 'GET', '/api/users');
  assert.ok(list.body.every((member: { id: number }) => member.id !== staff));
  const restored = await node.call(admin, 'PATCH', `/api/users/${staff}`, { is_active: true });
  assert.equal(restored.status, 404);
});

test('DATA-2 expired rows are deleted, others stay', async () => {
  const user = await makeStaff(db, company);
  await node.logIn(user);
  await sql`insert into idempotency_keys (user_id, key, request, status, body, created_at)
    values (${user}, 'old', '', 201, '{}', now_ms() - interval '49 hours'),
      (${user}, 'new', '', 201, '{}', now_ms() - interval '47 hours')`.execute(db);
  await sql`insert into reset_tokens (token_hash, user_id, expires_at)
    values ('\x01', ${user}, now_ms() - interval '1 minute'), ('\x02', ${user}, now_ms() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into login_codes (challenge_hash, user_id, code_hash, expires_at)
    values ('\x01', ${user}, '\x01', now_ms() - interval '1 minute')`.execute(db);
  await sql`insert into sign_on_attempts (state_hash, sealed_proof, expires_at)
    values ('\x01', '', now_ms() - interval '1 minute')`.execute(db);
  const report = await run();
  assert.equal(report.idempotency_keys, 1);
  assert.equal(report.reset_tokens, 1);
  assert.equal(report.login_codes, 1);
  assert.equal(report.sign_on_attempts, 1);
  assert.equal(report.sessions, 0);
  const later = await run(new Date(Date.now() + 32 * 86_400_000));
  assert.ok(later.sessions > 0);
  assert.equal(later.idempotency_keys, 1);
});

test('DATA-2 the database refuses to delete what was part of a sale', async () => {
  const auction = await makeAuction(db, { company, creator: admin });
  const bidder = await makeBidder(node, company);
  await bidder.bid(auction, 5_000);
  // A new session, because earlier runs have removed the others.
  const deleter = await makeStaff(db, company, 30);
  await node.call(deleter, 'DELETE', `/api/auctions/${auction}`);
  for (const [table, column, value] of [
    ['bids', 'auction_id', auction],
    ['auction_standings', 'auction_id', auction],
    ['auctions', 'id', auction],
    ['service_stations', 'id', bidder.id],
    ['users', 'id', bidder.user_id],
    ['users', 'id', admin],
    ['companies', 'id', company],
    ['audit_log', 'auction_id', auction],
  ] as const) {
    await assert.rejects(
      sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(node.owner),
      /refused|foreign key/,
      table,
    );
  }
});

test('SEC-1, DATA-2 security events are deleted after a year, and the database refuses it earlier', async () => {
  const put = (ago: string) => sql`
    insert into security_events (at, kind, user_id) values (now_ms() - ${ago}::interval, 'login', ${admin})`;
  await put('1 year 1 day').execute(db);
  await put('364 days').execute(db);
  assert.equal((await run()).security_events, 1);
  assert.equal((await run()).security_events, 0);
  const refused = /security_events is refused/;
  await assert.rejects(sql`delete from security_events`.execute(node.owner), refused);
  await assert.rejects(
    sql`update security_events set kind = 'logout'`.execute(node.owner),
    refused,
  );
  await assert.rejects(sql`truncate security_events`.execute(node.owner), refused);
});
