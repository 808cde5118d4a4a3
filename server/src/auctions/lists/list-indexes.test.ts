import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { PAGE_SIZE } from '@restvarde/contract/paging';
import pg from 'pg';
import { addAuctions, makeBulkWorld } from '../../../test/auctions/bulk-world.ts';
import { planOfList } from '../../../test/auctions/plan-of-list.ts';
import { makeStaff } from '../../../test/factories.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';
import { openPool } from '../../db/pool.ts';
import { listAuctions } from './list-auctions.ts';
import type { ListKind } from './list-filters.ts';

describe('each order of the list', () => {
  let node: TestNode;
  let client: pg.Client;
  const users: Record<'superuser' | 'manager' | 'station', number> = {
    superuser: 0,
    manager: 0,
    station: 0,
  };
  before(async () => {
    node = await startTestNode();
    const { db } = node.context.pool;
    const { bidders } = await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 1 });
    await addAuctions(db, 6_000);
    const { id: company } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow();
    users.superuser = await makeStaff(db, null, 30);
    users.manager = await makeStaff(db, company);
    users.station = bidders[0]!;
    client = new pg.Client({ connectionString: node.databaseUrl });
    await client.connect();
    // With so few rows a scan and a sort would be fastest.
    await client.query('set enable_seqscan = off');
    await client.query('set enable_sort = off');
  });
  after(async () => {
    await client?.end();
    await node?.stop();
  });

  /** Returns the index of the scan for an order, and the number of rows read from it. */
  async function readAlong(user: number, ordering: string, index: RegExp): Promise<number> {
    const plan = await planOfList(node, client, { user, query: `ordering=${ordering}` });
    const scans = plan
      .split('\n')
      .filter((line) => index.test(line) && !line.includes('never executed'));
    assert.ok(scans.length > 0, `${ordering}\n${plan}`);
    return Math.max(...scans.map((line) => Number(/rows=(\d+)/.exec(line)![1])));
  }

  test('LIST-4 the cards of a page are read by id and not from all auctions of the company', async () => {
    for (const user of Object.values(users)) {
      const plan = await planOfList(node, client, { user, query: '', cards: true });
      const scans = plan.match(/Scan using \w+ on auctions\b.*/g) ?? [];
      assert.match(scans.join(), /^Scan using auctions_pkey on auctions [^,]*$/, plan);
    }
  });

  for (const [sort, facts] of [
    ['manufacturer', 'manufacturer'],
    ['model', 'model'],
    ['staging_area_name', 'staging'],
    ['model_year', 'year'],
    ['mileage', 'mileage'],
    ['number', 'counted'],
  ] as const) {
    test(`LIST-3 by ${sort} an index is scanned for staff, a superuser and a workshop`, async () => {
      for (const ordering of [sort, `-${sort}`]) {
        for (const [user, scope] of [
          [users.superuser, ''],
          [users.manager, 'company_'],
          [users.station, 'open_'],
        ] as const) {
          // No auction here has a year or a mileage. Such auctions follow by id, from any index.
          const index =
            sort === 'model_year' || sort === 'mileage'
              ? /Index (Only )?Scan/
              : new RegExp(`Scan (Backward )?using auctions_${scope}${facts}\\b`);
          const rows = await readAlong(user, ordering, index);
          // A workshop's scan also passes auctions that it may not see.
          if (user !== users.station) assert.ok(rows <= PAGE_SIZE.auctions + 1, `${rows} rows`);
        }
      }
    });
  }

  for (const [sort, standing] of [
    ['end_dt', 'end'],
    ['bid_highest', 'highest'],
    ['bid_count', 'bids'],
    ['reserve_margin', 'margin'],
  ] as const) {
    test(`LIST-3 by ${sort} staff and a superuser scan an index and read one page of it`, async () => {
      for (const ordering of [sort, `-${sort}`]) {
        for (const [user, scope] of [
          [users.superuser, ''],
          [users.manager, 'company_'],
        ] as const) {
          const index = new RegExp(
            `Scan (Backward )?using auction_standings_${scope}${standing}\\b`,
          );
          const rows = await readAlong(user, ordering, index);
          assert.ok(rows <= PAGE_SIZE.auctions + 1, `${rows} rows`);
        }
      }
    });
  }

  for (const [state, query] of [
    ['active auctions', 'is_active=1'],
    ['ended auctions', 'is_active=0&has_started=1'],
  ] as const) {
    test(`LIST-3 for ${state} staff and a superuser scan only the index of the ends and read one page of it`, async () => {
      for (const [user, scope] of [
        [users.superuser, ''],
        [users.manager, 'company_'],
      ] as const) {
        const plan = await planOfList(node, client, { user, query });
        // There is only one company: its index serves a superuser as well.
        const index = scope || '(?:company_)?';
        const walk = new RegExp(
          `Index Only Scan (?:Backward )?using auction_standings_${index}end .* rows=(\\d+)`,
        );
        const rows = Number(walk.exec(plan)?.[1]);
        assert.ok(rows > 0 && rows <= PAGE_SIZE.auctions + 1, plan);
        assert.doesNotMatch(plan, /Rows Removed by Filter: \d{2}/, plan);
      }
    });
  }

  /**
   * Returns the prepared statements of these lists and whether their plans were kept, after enough executions for
   * a generic plan.
   */
  async function keptFor(asked: [user: number, kind: ListKind, filter: AuctionFilter][]) {
    const pool = openPool(node.databaseUrl, 1);
    for (const [user, kind, filter] of asked) {
      const { access } = await node.logIn(user);
      const { viewer } = (await node.sessions.find(access))!;
      const company = viewer.service_station_id === null ? viewer.company_id : null;
      for (let time = 0; time < 7; time++)
        await listAuctions(pool.db, node.context.media, viewer, {
          kind,
          company,
          path: '/',
          filter,
        });
    }
    const { rows } = await pool.pg.query<{ statement: string; kept: boolean }>(
      `select statement, custom_plans = 5 and generic_plans > 0 as kept from pg_prepared_statements
        where statement like '%cursor_key%'`,
    );
    await pool.end();
    return rows;
  }

  test('LIST-3 a connection plans the statement of a page once, for all viewers, search terms and pages', async () => {
    const statements = await keptFor([
      [users.manager, 'all', { ordering: 'manufacturer' }],
      [users.manager, 'all', { ordering: 'bid_count' }],
      [users.manager, 'all', { ordering: '-bid_highest' }],
      [users.manager, 'all', { q: 'volvo' }],
    ]);
    assert.ok(statements.length >= 4);
    for (const { statement, kept } of statements) assert.ok(kept, statement);
  });

  test('LIST-6 a workshop’s open offers and ended auctions are planned once, however many there are', async () => {
    // Set statistics of millions of rows, where a known number of hundreds would be cheaper than an unknown one.
    const owner = new pg.Client({ connectionString: node.ownerUrl });
    await owner.connect();
    await owner.query(`
      select pg_restore_relation_stats(
        'schemaname', 'public', 'relname', name, 'relpages', 1, 'reltuples', 10000::real
      ) from unnest(array['auctions', 'auction_standings']) as name`);
    await owner.end();
    const filter = { is_active: false, has_started: true };
    const statements = await keptFor([[users.station, 'mine', filter]]);
    assert.equal(statements.length, 2);
    for (const { statement, kept } of statements) assert.ok(kept, statement);
  });

  test('LIST-3 the statement of a page is planned once also for the largest company', async () => {
    // Set statistics of a million rows of eight companies, 60 % of them of this company.
    const owner = new pg.Client({ connectionString: node.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ company_id: number }>(
      'select company_id from auctions limit 1',
    );
    await owner.query(`
      select pg_restore_relation_stats(
        'schemaname', 'public', 'relname', 'auction_standings', 'relpages', 100000, 'reltuples', 1000000::real
      )`);
    await owner.query(
      `select pg_restore_attribute_stats(
        'schemaname', 'public', 'relname', 'auction_standings', 'attname', 'company_id', 'inherited', false,
        'null_frac', 0::real, 'avg_width', 4, 'n_distinct', 8::real,
        'most_common_vals', $1::text, 'most_common_freqs', '{0.6}'::real[]
      )`,
      [`{${rows[0]!.company_id}}`],
    );
    await owner.end();
    const statements = await keptFor([
      [users.manager, 'all', { ordering: 'reserve_margin' }],
      [users.manager, 'all', { ordering: '-bid_highest' }],
    ]);
    assert.ok(statements.length >= 2);
    for (const { statement, kept } of statements) assert.ok(kept, statement);
  });

  test('LIST-3 a page is compressed in one piece', async () => {
    const { access } = await node.logIn(users.manager);
    const { headers } = await node.app.inject({
      url: '/api/auctions',
      headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'gzip, zstd' },
    });
    assert.equal(headers['content-encoding'], 'zstd');
    assert.ok(Number(headers['content-length']) > 0);
  });
});
