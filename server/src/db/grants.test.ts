import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { makeSaleWorld, type SaleWorld } from '../../test/sales/sale-world.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { startTestNode, type TestNode } from '../../test/test-node.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { StartError } from '../start-error.ts';
import type { Database } from './pool.ts';

/** The role that a node runs by, here as anybody has it who gets at its connections. */
let node: TestNode;
let world: SaleWorld;
let db: Database;

before(async () => {
  node = await startTestNode();
  ({ db } = node.context.pool);
  world = await makeSaleWorld(node);
  await world.end();
});
after(() => node?.stop());

const DENIED = { message: /^permission denied|^must be owner of/ };
const refused = (statement: RawBuilder<unknown>) => assert.rejects(statement.execute(db), DENIED);

test('DATA-4 the role of a node takes no bid, history, sale or auction away, nor what shows it', async () => {
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

test('DATA-4 of a bid it changes the marks alone, of the history what leaves with a person', async () => {
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

test('DATA-4 it changes no table, makes none, and goes round no trigger', async () => {
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

test('DATA-4 it starts on a database that is up to date, and says whom it needs on another', async (t) => {
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
