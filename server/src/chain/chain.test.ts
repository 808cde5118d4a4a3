import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { untilWaiting } from '../../test/eventually.ts';
import { makeAuction } from '../../test/factories.ts';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { operate } from '../../test/start/operator.ts';
import { openTestNode, TEST_SECRET } from '../../test/test-node.ts';
import { StartError } from '../start-error.ts';
import { openAnchoring } from './anchor-links.ts';
import { verifyChain } from './verify-chain.ts';

const { node } = await openTestNode();
const world = await makeSaleWorld(node);
const logged: object[] = [];
const log = { info: (values: object) => void logged.push(values), warn() {}, error() {} };

const verify = (secrets = [TEST_SECRET]) => verifyChain(node.context.pool.db, { secrets });

/** The acts that each link of an auction covers. */
async function chainOf(auction: number): Promise<string[][]> {
  const { rows } = await sql<{ acts: string[] }>`
    select (
      select jsonb_agg(l.action order by l.id) from audit_log l where l.id = any(c.event_ids)
    ) as acts
    from chain_links c where c.auction_id = ${auction} order by c.position`.execute(
    node.context.pool.db,
  );
  return rows.map(({ acts }) => acts);
}

test('DATA-3 the end of an auction and every later act add a link, each in its transaction', async () => {
  const { ada, bo, company, manager } = world;
  const sold = await world.end();
  await world.act(sold, 'bids/2/select-winner');
  await world.act(sold, 'notify-winner');
  const bought = await world.end();
  const first = (await world.offer(bought, 2)).body;
  await world.answer(bo, first.id, 'decline');
  const second = (await world.offer(bought, 1, { reason: 'Bäst' })).body;
  await world.answer(ada, second.id, 'accept');
  const cancelled = await makeAuction(node.context.pool.db, { company, creator: manager });
  await ada.bid(cancelled, 1_000);
  await node.call(manager, 'DELETE', `/api/auctions/${cancelled}/bids/1`);
  await world.act(cancelled, 'cancel');
  await node.call(manager, 'DELETE', `/api/auctions/${cancelled}`);
  const running = await makeAuction(node.context.pool.db, { company, creator: manager });
  await ada.bid(running, 1_000);

  assert.deepEqual(await chainOf(sold), [['close'], ['select winner'], ['notify winner']]);
  assert.deepEqual(await chainOf(bought), [
    ['close'],
    ['make offer'],
    ['decline offer'],
    ['make offer'],
    ['accept offer'],
  ]);
  assert.deepEqual(await chainOf(cancelled), [['remove bid', 'cancel'], ['delete']]);
  assert.deepEqual(await chainOf(running), []);
  assert.deepEqual((await verify()).faults, []);
});

test('DATA-3 concurrent writes without the auction’s lock are in exactly one link each', async () => {
  const { db } = node.context.pool;
  const auction = await world.end();
  const write = (action: string) => sql`
    insert into audit_log (company_id, auction_id, action) values (${world.company}, ${auction}, ${action})`;
  const [other] = await db.transaction().execute(async (tx) => {
    await write('one').execute(tx);
    const waiting = write('two').execute(db);
    await untilWaiting(db);
    await write('three').execute(tx);
    return [waiting];
  });
  await other;
  assert.deepEqual(await chainOf(auction), [['close'], ['one'], ['three'], ['two']]);
  assert.deepEqual((await verify()).faults, []);
});

describe('an owner of the database', () => {
  let auction: number;
  before(async () => {
    auction = await world.end();
    await world.act(auction, 'bids/2/select-winner');
    const { seal } = openAnchoring(node.context, log);
    while ((await seal()) > 0);
    assert.deepEqual((await verify()).faults, []);
  });

  /** Runs statements with triggers disabled, verifies the chain and rolls back. Returns the faults. */
  async function faultsAfter(statements: RawBuilder<unknown>[], anchor: string | null = null) {
    const undo = new Error('undo');
    let found: string[] = [];
    await node.owner
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        for (const statement of statements) await statement.execute(tx);
        found = (await verifyChain(tx, { secrets: [TEST_SECRET], anchor })).faults;
        throw undo;
      })
      .catch((error) => assert.equal(error, undo));
    return found;
  }
  const own = () => sql`auction_id = ${auction}`;
  const close = () => sql`${own()} and action = 'close'`;
  /** Recreates the links from one on, as the database would, with the MACs of the former links. */
  const recreateLinks = (from: number) => [
    sql`create temp table was on commit drop as select * from chain_links where ${own()}`,
    sql`delete from chain_links where ${own()} and position >= ${from}`,
    sql`select extend_chain(array[${auction}::integer])`,
    sql`update chain_links c set anchor_id = was.anchor_id, mac = was.mac from was
      where c.auction_id = was.auction_id and c.position = was.position`,
  ];

  const cases: Record<string, () => [RawBuilder<unknown>[], RegExp]> = {
    'raises a bid': () => [
      [sql`update bids set amount = amount + 1 where ${own()} and id = 1`],
      /bids or its history are not what link 1/,
    ],
    'removes a bid': () => [[sql`delete from bids where ${own()} and id = 1`], /link 1/],
    'removes the last bid': () => [[sql`delete from bids where ${own()} and id = 2`], /link 1/],
    'marks a bid as removed': () => [
      [
        sql`update bids set removed_at = now_ms(), removed_by = ${world.manager} where ${own()} and id = 1`,
      ],
      /link 1/,
    ],
    'gives a bid to another': () => [
      [sql`update bids set service_station_id = ${world.ada.id} where ${own()} and id = 2`],
      /link 1/,
    ],
    'makes a bid automatic': () => [
      [sql`update bids set is_automatic = true where ${own()} and id = 2`],
      /link 1/,
    ],
    'makes a bid the answer to another': () => [
      [sql`update bids set called_by = 1 where ${own()} and id = 2`],
      /link 1/,
    ],
    'swaps the times of two bids': () => [
      [
        sql`update bids b set placed_at = o.placed_at from bids o
          where b.auction_id = ${auction} and o.auction_id = ${auction} and o.id = 3 - b.id`,
      ],
      /link 1/,
    ],
    'slips in a bid': () => [
      [
        sql`insert into bids select (jsonb_populate_record(b, '{"id": 3, "amount": 90000}')).*
          from bids b where ${own()} and id = 2`,
      ],
      /1 of its bids are in no link/,
    ],
    'changes a line of history': () => [
      [sql`update audit_log set after = '{}' where ${close()}`],
      /link 1/,
    ],
    'removes a line of history': () => [[sql`delete from audit_log where ${close()}`], /link 1/],
    'slips in a line of history': () => [
      [sql`insert into audit_log (auction_id, action) values (${auction}, 'notify winner')`],
      /1 lines of its history are in no link/,
    ],
    'swaps two links': () => [
      [
        sql`update chain_links set position = position + 10 where ${own()}`,
        sql`update chain_links set position = 13 - position where ${own()}`,
      ],
      /link 1/,
    ],
    'replaces the last link and what it covers': () => [
      [
        sql`update audit_log set after = '{"winning_bid_id": 1}' where ${own()} and action = 'select winner'`,
        sql`update auction_standings set winning_bid_id = 1 where ${own()}`,
        ...recreateLinks(2),
      ],
      /link 2 was not made by the product/,
    ],
    'replaces the whole chain': () => [
      [sql`update bids set amount = amount + 1 where ${own()} and id = 1`, ...recreateLinks(1)],
      /link 1 was not made by the product/,
    ],
    'removes the last link and what it covers': () => [
      [
        sql`delete from chain_links where ${own()} and position = 2`,
        sql`delete from audit_log where ${own()} and action = 'select winner'`,
        sql`update auction_standings set winning_bid_id = null where ${own()}`,
      ],
      /Anchor \d+: 1 of its \d+ links are gone/,
    ],
    'removes the chain': () => [
      [sql`delete from chain_links where ${own()}`],
      /it has ended, and its chain is gone/,
    ],
    'slips in a bid after the end, and makes it the winner by lines of history': () => [
      [
        sql`insert into bids select (jsonb_populate_record(b, '{"id": 3, "amount": 90000}')).*
          from bids b where ${own()} and id = 2`,
        sql`update auction_standings set winning_bid_id = 3 where ${own()}`,
        sql`insert into audit_log (company_id, auction_id, user_id, action, after)
          values (${world.company}, ${auction}, ${world.manager}, 'select winner', '{"winning_bid_id": 3}')`,
        sql`select extend_chain(array[${auction}::integer])`,
      ],
      /its bid 3 came after the end, and is not an accepted offer/,
    ],
    'slips in an offer that nobody accepted': () => [
      [
        sql`insert into bids select (jsonb_populate_record(b, '{"id": 3, "amount": 90000, "is_offer": true}')).*
          from bids b where ${own()} and id = 2`,
        sql`update auction_standings set winning_bid_id = 3, winner_notified_at = now_ms() where ${own()}`,
        sql`insert into audit_log (company_id, auction_id, user_id, action, after)
          values (${world.company}, ${auction}, ${world.bo.user_id}, 'accept offer', '{"winning_bid_id": 3, "amount": 90000}')`,
        sql`select extend_chain(array[${auction}::integer])`,
      ],
      /its bid 3 came after the end/,
    ],
    'chooses another winner with a line of history that says something else': () => [
      [
        sql`update auction_standings set winning_bid_id = 1 where ${own()}`,
        sql`insert into audit_log (company_id, auction_id, user_id, action, after)
          values (${world.company}, ${auction}, ${world.manager}, 'change', '{"model": "V60"}')`,
        sql`select extend_chain(array[${auction}::integer])`,
      ],
      /no act of link 3 explains its winning_bid_id/,
    ],
    'chooses another winner in nobody’s name': () => [
      [
        sql`update auction_standings set winning_bid_id = 1 where ${own()}`,
        sql`insert into audit_log (company_id, auction_id, action, after)
          values (${world.company}, ${auction}, 'select winner', '{"winning_bid_id": 1}')`,
        sql`select extend_chain(array[${auction}::integer])`,
      ],
      /"select winner" of link 3 has no user/,
    ],
    'moves the end': () => [
      [
        sql`update auction_standings set end_dt = end_dt + interval '1 hour' where ${own()}`,
        sql`insert into audit_log (company_id, auction_id, user_id, action, after)
          values (${world.company}, ${auction}, ${world.manager}, 'change', '{}')`,
        sql`select extend_chain(array[${auction}::integer])`,
      ],
      /no act of link 3 explains its end_dt/,
    ],
    'chooses another winner': () => [
      [sql`update auction_standings set winning_bid_id = 1 where ${own()}`],
      /its outcome is not the one of its last link/,
    ],
    'opens it again': () => [
      [
        sql`update auction_standings set closed_at = null, winning_bid_id = null, decision_due_at = null
          where ${own()}`,
      ],
      /it has ended, and was opened again/,
    ],
  };
  for (const [what, make] of Object.entries(cases)) {
    test(`DATA-3 that ${what} is detected, and the auction is named`, async () => {
      const [statements, fault] = make();
      const found = await faultsAfter(statements);
      assert.match(found.join('\n'), fault);
      if (!found[0]?.startsWith('Anchor')) {
        assert.ok(found[0]?.startsWith(`Auction ${auction} (`), found.join('\n'));
        assert.ok(
          found.every((one) => one.startsWith(`Auction ${auction} (`) || /^Anchor/.test(one)),
        );
      }
      assert.deepEqual((await verify()).faults, []);
    });
  }

  test('DATA-3, AUTO-6 that changes whether a bid is automatic is detected', async () => {
    const auto = await world.makeOpen({ allows_max_bids: true, start_bid: 10_000 });
    const max = { max_bid: 20_000, has_accepted_terms: true };
    await node.call(world.ada.user_id, 'PUT', `/api/auctions/${auto}/max-bid`, max);
    await world.bo.place(auto, 12_000);
    await world.act(auto, 'cancel');
    assert.deepEqual((await verify()).faults, []);
    for (const change of [sql`is_automatic = false`, sql`called_by = 1`, sql`called_by = null`]) {
      const [found] = await faultsAfter([
        sql`update bids set ${change} where auction_id = ${auto} and id = 3`,
      ]);
      assert.match(String(found), /its bids or its history are not what link 1/);
    }
  });

  test('DATA-3 that changes the reserve or the payment of a sale is detected', async () => {
    const listed = sql`
      insert into audit_log (company_id, auction_id, user_id, action, after)
      values (${world.company}, ${auction}, ${world.manager}, 'create', '{"reservation_price": 5000}')`;
    const link = sql`select extend_chain(array[${auction}::integer])`;
    assert.deepEqual(
      await faultsAfter([
        listed,
        link,
        sql`update auctions set reservation_price = 5000 where id = ${auction}`,
      ]),
      [],
    );
    assert.match(
      (
        await faultsAfter([
          listed,
          link,
          sql`update auctions set reservation_price = 4000 where id = ${auction}`,
        ])
      ).join(),
      /its reservation price is not what the history says/,
    );
    const sold = await world.sell();
    const { status } = await node.call(world.manager, 'PATCH', `/api/auctions/${sold}/collection`, {
      paid_at: '2026-01-02',
      waived_days: 2,
      reason: 'Bärgaren var sen',
    });
    assert.equal(status, 200);
    assert.deepEqual((await verify()).faults, []);
    for (const change of [sql`paid_at = null`, sql`paid_at = '2026-01-03'`, sql`waived_days = 3`]) {
      assert.match(
        (
          await faultsAfter([sql`update collections set ${change} where auction_id = ${sold}`])
        ).join(),
        /its payment or its waived days are not what the history says/,
      );
    }
  });

  test('DATA-3 that removes the newest anchors is detected by an anchor kept elsewhere', async () => {
    const { newest } = await verify();
    assert.ok(logged.some((values) => 'mac' in values && values.mac === newest));
    const statements = [
      sql`update chain_links set anchor_id = null, mac = null`,
      sql`delete from chain_anchors`,
    ];
    assert.deepEqual(await faultsAfter(statements, newest), [`Anchor ${newest} is gone.`]);
    assert.deepEqual(await faultsAfter([], newest), []);
  });

  test('DATA-3 that does not bypass the tables’ triggers is refused', async () => {
    for (const statement of [
      sql`delete from chain_links where ${own()}`,
      sql`update chain_links set hash = sha256('x') where ${own()}`,
      sql`update chain_links set mac = sha256('x') where ${own()}`,
      sql`update chain_anchors set link_count = 1`,
      sql`delete from chain_anchors`,
    ]) {
      await assert.rejects(statement.execute(node.owner), /is refused: what was written stays/);
    }
  });
});

test('DATA-3 anchors of a former secret are verified by that secret only', async () => {
  const later = 'another secret, by which the product goes on';
  await world.end();
  await openAnchoring({ pool: node.context.pool, config: { secret: later } }, log).seal();
  assert.deepEqual((await verify([later, TEST_SECRET])).faults, []);
  assert.match((await verify()).faults.join('\n'), /was not made by the product/);
});

test('DATA-3 the command’s exit code says whether everything holds, and it names what does not', async () => {
  const run = (env: Record<string, string>, ...args: string[]) =>
    operate(args, { DATABASE_URL: node.databaseUrl, DATA_DIR: node.mediaFolder, ...env });
  const later = 'another secret, by which the product goes on';
  const good = await run({ SECRET: later, PREVIOUS_SECRETS: TEST_SECRET }, 'verify');
  assert.match(good.output, /\d+ auctions have ended: \d+ links, \d+ anchors\.[\s\S]*All hold\./);
  assert.equal(good.code, 0);
  const bad = await run({}, 'verify');
  assert.match(bad.output, /^Auction \d+ \(.+\): link 1 was not made by the product\.$/m);
  assert.equal(bad.code, 1);
  assert.equal((await run({}, 'verify', '--anchor', 'ff')).code, 1);
  await assert.rejects(run({}, 'verify', '--no-such'), StartError);
  assert.match((await run({}, '--help')).output, /^ {2}verify /m);
  assert.match((await run({}, 'verify', '--help')).output, /PREVIOUS_SECRETS/);
});
