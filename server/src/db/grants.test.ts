import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { openTestNode, startTestNode } from '../../test/test-node.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { StartError } from '../start-error.ts';

/** Connects as a node's role, as an attacker with its connection would. */
const { node, db } = await openTestNode();
const world = await makeSaleWorld(node);
await world.end();

const DENIED = { message: /^permission denied|^must be owner of/ };
const refused = (statement: RawBuilder<unknown>) => assert.rejects(statement.execute(db), DENIED);

test('DATA-4 a node’s role cannot remove a bid, history, sale or auction, or their audit trail', async () => {
  for (const table of [
    'bids',
    'audit_log',
    'auctions',
    'auction_standings',
    'offers',
    'collections',
    'certificates',
    'deregistrations',
    'chain_links',
    'chain_anchors',
    'users',
    'companies',
    'accepted_terms',
  ]) {
    await refused(sql`delete from ${sql.ref(table)}`);
    await refused(sql`truncate ${sql.ref(table)} cascade`);
  }
});

test('DATA-4 a node’s role may update only the marks of a bid, and the names in the history', async () => {
  await refused(sql`update bids set amount = amount + 1`);
  await refused(sql`update bids set service_station_id = ${world.ada.id}`);
  await refused(sql`update bids set placed_at = now_ms()`);
  await refused(sql`update audit_log set action = 'close'`);
  await refused(sql`update audit_log set user_id = null`);
  await refused(sql`update accepted_terms set version = 'x'`);
  await refused(sql`insert into chain_links select * from chain_links`);
  await refused(sql`update chain_links set hash = sha256('x')`);
  await refused(sql`update chain_anchors set link_count = 1`);
});

test('DATA-4 a node’s role may not alter or create tables, or disable triggers', async () => {
  await refused(sql`alter table bids disable trigger all`);
  await refused(sql`alter table bids add column x integer`);
  await refused(sql`drop table bids`);
  await refused(sql`create table x (y integer)`);
  await refused(sql`create or replace function refuse_change() returns trigger language sql as ''`);
  await refused(sql`set session_replication_role = replica`);
  await refused(sql`insert into migrations (name, timestamp) values ('x', 'y')`);
  await refused(sql`update releases set runs_beside = '9.9.9'`);
  await refused(sql`select pg_read_file('/etc/passwd')`);
});

test('DATA-4 security-definer functions are executable only by the named roles', async () => {
  const callable = async (role: string) => {
    const { rows } = await sql<{ name: string }>`
      select p.proname as name from pg_proc p
      where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and has_function_privilege(${role}, p.oid, 'execute')
      order by 1`.execute(node.owner);
    return rows.map(({ name }) => name);
  };
  assert.deepEqual(await callable('public'), []);
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  assert.deepEqual(await callable(rows[0]!.role), [
    'caller_hands_over',
    'caller_reaches',
    'caller_sees',
    'caller_sees_bids',
    'caller_sees_offer',
    'caller_sees_sale',
  ]);
  await refused(sql`select extend_chain(array[1])`);
});

test('DATA-3 only an accepted offer adds a bid to an ended auction', async () => {
  const ended = await world.end();
  const slipIn = (values: object) => sql`
    insert into bids select (jsonb_populate_record(b, ${JSON.stringify({ id: 3, ...values })}::jsonb)).*
    from bids b where auction_id = ${ended} and id = 2`;
  const late = { message: /^a bid on an auction that has ended is refused/ };
  await assert.rejects(slipIn({ amount: 90_000 }).execute(db), late);
  await assert.rejects(slipIn({ is_offer: true }).execute(db), late);
  // Nor with another caller set, who cannot see the auction.
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await sql`set local app.caller = '999999 0 1'`.execute(tx);
      await sql`
        insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
        values (${ended}, 3, ${world.ada.id}, ${world.ada.user_id}, 90000, 1, now() - interval '9 days', now(), now())`.execute(
        tx,
      );
    }),
  );
});

test('DATA-4 a node that does not own the tables starts on an up-to-date database, and on an older one names the role it needs', async (t) => {
  const database = await createTestDatabase();
  t.after(database.drop);
  await prepareDatabase(database.appUrl);
  const owner = await startTestNode({ databaseUrl: database.url });
  await sql`delete from migrations where name = (select max(name) from migrations)`.execute(
    owner.context.pool.db,
  );
  await owner.stop();
  await assert.rejects(prepareDatabase(database.appUrl), (error: Error) => {
    assert.ok(error instanceof StartError);
    assert.match(
      error.message,
      /restvarde_test does not own its tables: set DATABASE_OWNER_URL and run/,
    );
    return true;
  });
});
