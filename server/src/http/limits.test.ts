import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../test/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { addressGroup } from './address-group.ts';
import { type Limit, renderLimits, renderShares } from './limit-table.ts';
import { openLimits } from './limits.ts';

const LIMIT: Limit = { name: 'test', burst: 5, every_s: 60 };

describe('limits', () => {
  let database: TestDatabase;
  let pool: Pool;
  before(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url);
  });
  after(async () => {
    await pool?.end();
    await database?.drop();
  });

  /** Simulates that time passes. */
  const pass = (seconds: number) =>
    sql`update rate_limits set whole_at = whole_at - make_interval(secs => ${seconds})`.execute(
      pool.db,
    );
  const takeAll = async (key: string, count: number) => {
    // A new instance for each, so that only the database remembers.
    const waits = await Promise.all(
      Array.from({ length: count }, () => openLimits(pool).take(LIMIT, key)),
    );
    return waits.filter((wait) => wait === 0).length;
  };

  test('AUTH-15 concurrent calls on many nodes get exactly the tokens that exist', async () => {
    assert.equal(await takeAll('crowd', 40), 5);
    assert.equal(await takeAll('crowd', 3), 0);
    assert.equal(await takeAll('somebody else', 1), 1);
  });

  test('AUTH-15 after the stated wait there is one token, and not a second', async () => {
    assert.equal(await takeAll('patient', 5), 5);
    const wait = await openLimits(pool).take(LIMIT, 'patient');
    assert.ok(wait > 55 && wait <= 60, String(wait));
    await pass(wait - 5);
    assert.equal(await takeAll('patient', 1), 0);
    await pass(5);
    assert.equal(await takeAll('patient', 2), 1);
    await pass(3_600);
    assert.equal(await takeAll('patient', 9), 5);
  });

  test('LIMIT-1 leased tokens add nothing to the limit, however many nodes', async () => {
    const limit = { ...LIMIT, name: 'leased', burst: 60, leased: 10 };
    const nodes = [1, 2, 3].map(() => openLimits(pool));
    let taken = 0;
    for (let round = 0; round < 60; round++) {
      for (const node of nodes) if ((await node.take(limit, 'crowd')) === 0) taken++;
    }
    assert.equal(taken, 60);
    await pass(600);
    // A new instance, because one that was refused waits seconds before it asks again.
    assert.equal(await openLimits(pool).take(limit, 'crowd'), 0);
  });

  test('LIMIT-1 concurrent calls share a node’s lease: each gets a token while there is one', async () => {
    const limit = { ...LIMIT, name: 'shared lease', burst: 60, leased: 10 };
    const limits = openLimits(pool);
    const takers = ['crowd', 'another'].flatMap((key) =>
      Array.from({ length: 100 }, async () => ((await limits.take(limit, key)) === 0 ? key : null)),
    );
    const winners = await Promise.all(takers);
    for (const key of ['crowd', 'another']) {
      assert.equal(winners.filter((taker) => taker === key).length, 60);
    }
  });

  test('LIMIT-1 a node fetches the next lease early, so that calls rarely wait for it', async () => {
    const limit = { ...LIMIT, name: 'early', burst: 60, leased: 20 };
    const limits = openLimits(pool);
    const take = async (count: number) => {
      for (let taken = 0; taken < count; taken++)
        assert.equal(await limits.take(limit, 'steady'), 0);
    };
    const leases = async () => {
      const { rows } = await sql<{ leases: number }>`
        select round(extract(epoch from whole_at - now()) / ${20 * LIMIT.every_s})::integer as leases
        from rate_limits order by whole_at desc limit 1`.execute(pool.db);
      return rows[0]?.leases;
    };
    await sql`delete from rate_limits`.execute(pool.db);
    await take(14);
    assert.equal(await leases(), 1);
    await take(1);
    await eventually(async () => assert.equal(await leases(), 2));
    await pool.db.transaction().execute(async (tx) => {
      await sql`select from rate_limits for update`.execute(tx);
      await take(24);
    });
    // Leasing gives no more than single tokens.
    await take(21);
    assert.ok((await limits.take(limit, 'steady')) > 0);
  });

  test('AUTH-15 a returned token can be taken again', async () => {
    const limits = openLimits(pool);
    for (let round = 0; round < 12; round++) {
      assert.equal(await limits.take(LIMIT, 'returning'), 0);
      await limits.giveBack(LIMIT, 'returning');
    }
    assert.equal(await takeAll('returning', 9), 5);
  });

  test('AUTH-15 a token taken in a transaction that fails is not spent', async () => {
    const limits = openLimits(pool);
    await assert.rejects(
      pool.db.transaction().execute(async (tx) => {
        await limits.take(LIMIT, 'undone', tx);
        throw new Error('undone');
      }),
      /undone/,
    );
    assert.equal(await takeAll('undone', 9), 5);
  });

  test('AUTH-15 a node remembers a refusal without a query', async () => {
    const limits = openLimits(pool);
    await takeAll('flood', 5);
    const first = await limits.take(LIMIT, 'flood');
    await sql`delete from rate_limits`.execute(pool.db);
    const second = await limits.take(LIMIT, 'flood');
    assert.ok(first > 0 && second > 0 && second <= first);
    assert.equal(await openLimits(pool).take(LIMIT, 'flood'), 0);
  });

  test('AUTH-15 a 429 says when to retry, in the header and in Swedish', async () => {
    const limits = openLimits(pool);
    await takeAll('impatient', 5);
    await assert.rejects(limits.spend(LIMIT, 'impatient'), (error: unknown) => {
      const { status, body, headers } = error as {
        status: number;
        body: { detail: string };
        headers: Record<string, string>;
      };
      assert.equal(status, 429);
      assert.match(headers['retry-after'] ?? '', /^(5\d|60)$/);
      assert.match(body.detail, /^För många försök\. Försök igen om (5\d sekunder|1 minut)\.$/);
      return true;
    });
  });

  test('AUTH-15 rows of full keys are deleted', async () => {
    await sql`
      insert into rate_limits select sha256(n::text::bytea), now() - interval '1 second'
      from generate_series(1, 1500) as n`.execute(pool.db);
    const limits = openLimits(pool, 1_000);
    await Promise.all(Array.from({ length: 1_000 }, () => limits.take(LIMIT, 'busy')));
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from rate_limits where whole_at < now() - interval '0.5 s'`.execute(
      pool.db,
    );
    assert.equal(rows[0]?.count, 0);
  });
});

test('AUTH-15 addresses are grouped by what one person has: an IPv4, or the /64 of an IPv6', () => {
  assert.equal(addressGroup('192.0.2.7'), '192.0.2.7');
  assert.equal(addressGroup('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(addressGroup('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(addressGroup('2001:DB8:0001:2::1'), '2001:db8:1:2::/64');
  assert.equal(addressGroup('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(addressGroup('::1'), '0:0:0:0::/64');
  assert.equal(addressGroup('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(addressGroup('64:ff9b:1::192.0.2.33'), '64:ff9b:1:0::/64');
});

test('LIMIT-1 the table in SPEC.md matches the limits in force', () => {
  const rules = readFileSync(new URL('../../../SPEC.md', import.meta.url), 'utf8').split('\n');
  for (const row of [...renderLimits(), ...renderShares()])
    assert.ok(rules.includes(`  ${row}`), row);
});
