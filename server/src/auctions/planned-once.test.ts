// Runs in its own process: it examines the prepared statements of the process.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { addAuctions, makeBulkWorld } from '../../test/auctions/bulk-world.ts';
import { makeStaff } from '../../test/factories.ts';
import { startTestNode, type TestNode } from '../../test/test-node.ts';
import { listBids, listMyBids } from '../bids/list-bids.ts';
import { mayListen } from '../bids/live-admission.ts';
import { readUpdates } from '../bids/publish-standings.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { readSale } from '../sales/sale.ts';
import { readStatistics } from '../statistics/read-statistics.ts';
import { readTodo } from '../statistics/read-todo.ts';
import { lockAuction } from './access/locked-auction.ts';
import { readListIds } from './lists/list-auctions.ts';
import { readAuction } from './read-auction.ts';
import { readHistory } from './read-history.ts';

const NOBODY = new Set<number>();
const CHANGE = {
  all: true,
  end: false,
  own: NOBODY,
  max_bids: NOBODY,
  facts: false,
  sale: false,
};

describe('reads of one auction, also under its lock, and queues', () => {
  let node: TestNode;
  let auction: number;
  let users: number[];
  before(async () => {
    node = await startTestNode();
    const { db } = node.context.pool;
    const { bidders } = await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 0 });
    const { id: company } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow();
    ({ id: auction } = await db.selectFrom('auctions').select('id').executeTakeFirstOrThrow());
    users = [await makeStaff(db, null, 30), await makeStaff(db, company), bidders[0]!];
  });
  after(() => node?.stop());

  const reads: Record<string, (pool: Pool, viewer: Viewer) => Promise<unknown>> = {
    auction: (pool, viewer) => readAuction(pool.db, node.context.media, viewer, auction),
    bids: (pool, viewer) => listBids(pool.db, viewer, auction, undefined),
    history: (pool, viewer) => readHistory(pool.db, viewer, auction),
    standings: (pool) => readUpdates(pool.db, new Map([[auction, CHANGE]]), []),
    'my-bids': (pool, viewer) => listMyBids(pool.db, viewer),
    'found-auction': ({ db }, viewer) =>
      db.transaction().execute((tx) => lockAuction(tx, viewer, auction)),
    sales: ({ db }) => db.transaction().execute((tx) => readSale(tx, auction)),
    'may-listen': (pool, viewer) => mayListen(pool.db, viewer, auction),
    statistics: (pool, viewer) => readStatistics(pool.db, viewer, viewer.company_id, {}),
    todo: (pool, viewer) => readTodo({ ...node.context, pool }, viewer, viewer.company_id),
  };

  for (const [subject, read] of Object.entries(reads)) {
    test(`HOME-1, HOME-4, AUC-4, LIVE-2, LIVE-8 ${subject}: a connection plans it once for each kind of viewer`, async () => {
      const pool = openPool(node.databaseUrl, 1);
      for (const user of users) {
        const { access } = await node.logIn(user);
        const { viewer } = (await node.sessions.find(access))!;
        // PostgreSQL may keep a generic plan after five executions.
        for (let time = 0; time < 7; time++) await read(pool, viewer);
      }
      await assertPlannedOnce(pool, subject);
    });
  }
});

describe('a page of a list, for the largest company', () => {
  let node: TestNode;
  let viewer: Viewer;
  before(async () => {
    node = await startTestNode();
    const db = node.owner;
    await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 1 });
    await addAuctions(db, 6_000);
    const { id: company } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow();
    const { access } = await node.logIn(await makeStaff(db, company));
    ({ viewer } = (await node.sessions.find(access))!);
    for (let other = 0; other < 40; other++) {
      const { id } = await db
        .insertInto('companies')
        .values({ name: `Liten försäkring ${other}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`update auctions set company_id = ${id} where id % 1000 = ${other}`.execute(db);
    }
    await sql`vacuum analyze`.execute(db);
  });
  after(() => node?.stop());

  for (const ordering of ['manufacturer', '-number', 'model', 'end_dt'] as const) {
    test(`LIST-3 by ${ordering} a connection plans it once, also for later pages`, async () => {
      const pool = openPool(node.databaseUrl, 1);
      let cursor: string | null = null;
      for (let page = 0; page < 9; page++) {
        const filter = cursor === null ? { ordering } : { ordering, cursor };
        const request = { kind: 'all', company: viewer.company_id, filter } as const;
        ({ cursor } = await readListIds(pool.db, viewer, request, 24));
        assert.notEqual(cursor, null);
      }
      await assertPlannedOnce(pool, 'places', { but: 1 });
    });
  }
});

/** Ends the pool. Ignores statements executed `but` times or fewer. */
async function assertPlannedOnce(pool: Pool, subject: string, { but = 0 } = {}): Promise<void> {
  const { rows } = await pool.pg.query(
    `select name, custom_plans, generic_plans from pg_prepared_statements
     where starts_with(name, $1) and custom_plans + generic_plans > $2`,
    [subject, but],
  );
  await pool.end();
  assert.ok(rows.length > 0);
  for (const { name, custom_plans, generic_plans } of rows) {
    assert.ok(custom_plans <= 5 && generic_plans > 0, `${name}: ${custom_plans}, ${generic_plans}`);
  }
}
