import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { countStatements } from '../../../test/count-statements.ts';
import { makeCategory, makeCompany, makeStaff } from '../../../test/factories.ts';
import { makeSaleWorld, type SaleWorld } from '../../../test/sales/sale-world.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';
import { relistDue } from './relist-due.ts';

describe('automatic relisting of many auctions', () => {
  let node: TestNode;
  let world: SaleWorld;
  let cars: number;

  before(async () => {
    node = await startTestNode();
    world = await makeSaleWorld(node);
    cars = await makeCategory(node.context.pool.db);
  });
  after(() => node?.stop());

  const end = (values: Parameters<SaleWorld['end']>[0] = {}, bids: number[] = []) =>
    world.end({ categories: [cars], relist_dismantling: true, ...values }, bids);
  const endMany = async (count: number) => {
    const auctions: number[] = [];
    for (let n = 0; n < count; n++) auctions.push(await end());
    return auctions;
  };
  /** Returns the successors of these auctions, in order. */
  async function successorsOf(auctions: number[]) {
    const { rows } = await sql<{
      relisted_from: number;
      company_id: number;
      number: string;
      start_bid: number;
      created_by: number;
      categories: number[];
      pictures: string[];
      files: string[];
      relist_days: number;
      days: number;
      acts: string[];
    }>`
      select n.relisted_from, n.company_id, n.number, n.start_bid, n.created_by,
        array(select category_id from auction_categories where auction_id = n.id order by 1) as categories,
        array(select key from auction_images where auction_id = n.id order by position) as pictures,
        array(select name || ' ' || key from auction_files where auction_id = n.id order by id) as files,
        (s.end_dt at time zone 'Europe/Stockholm')::date - (n.start_dt at time zone 'Europe/Stockholm')::date as days,
        array(
          select auction_id || ' ' || action from audit_log
          where auction_id in (n.id, n.relisted_from) and action = 'relist' order by auction_id
        ) as acts
      from auctions n join auction_standings s on s.auction_id = n.id
      where n.relisted_from = any(${auctions}::integer[])
      order by n.relisted_from, n.id`.execute(node.context.pool.db);
    return rows;
  }

  test('RELIST-6, RELIST-8, FORM-10 many due auctions are relisted together, each with its content and its company’s next number', async () => {
    const { db } = node.context.pool;
    const other = await makeCompany(db, { next: 'B-8' });
    const colleague = await makeStaff(db, other);
    const boats = await makeCategory(db);
    const auctions = [
      await end({ start_bid: 1_000, relist_days: 3 }),
      await end({ company: other, creator: colleague, number: 'B-9', categories: [boats] }),
      await end({ start_bid: 3_000, relist_start_bid_percent: 10, categories: [cars, boats] }),
      await end({ company: other, creator: colleague, number: 'B-1' }),
    ];
    for (const [n, auction_id] of auctions.entries()) {
      for (const position of [1, 0]) {
        const key = `picture ${n} ${position}`;
        await db.insertInto('auction_images').values({ auction_id, position, key }).execute();
      }
      const file = { auction_id, name: `${n}.pdf`, key: `file ${n}`, size: 1 };
      await db.insertInto('auction_files').values(file).execute();
    }
    assert.equal(await relistDue(node.context), 4);
    const made = await successorsOf(auctions);
    assert.deepEqual(
      made.map(({ relisted_from }) => relisted_from),
      auctions,
    );
    for (const [n, successor] of made.entries()) {
      assert.deepEqual(successor.pictures, [`picture ${n} 0`, `picture ${n} 1`]);
      assert.deepEqual(successor.files, [`${n}.pdf file ${n}`]);
      assert.equal(successor.acts.length, 2, 'in the history of both');
    }
    const [first, second, third, fourth] = made;
    const numbers = made.map(({ number }) => number);
    assert.deepEqual(numbers, ['LF-0001', 'B-8', 'LF-0002', 'B-10'], 'the next that is free');
    assert.deepEqual([first!.start_bid, third!.start_bid], [500, 300]);
    assert.deepEqual([first!.days, second!.days], [3, 7]);
    assert.deepEqual([second!.categories, third!.categories], [[boats], [cars, boats]]);
    assert.deepEqual([first!.created_by, fourth!.created_by], [world.manager, colleague]);
    const { next_auction_number } = await db
      .selectFrom('companies')
      .select('next_auction_number')
      .where('id', '=', other)
      .executeTakeFirstOrThrow();
    assert.equal(next_auction_number, 'B-11');
  });

  test('RELIST-8 fifteen take as many statements as two', async () => {
    const count = async (auctions: number) => {
      await endMany(auctions);
      const statements = await countStatements(node.context.pool, async () =>
        assert.equal(await relistDue(node.context), auctions),
      );
      return statements.length;
    };
    const few = await count(2);
    assert.equal(await count(15), few);
  });

  test('RELIST-4, RELIST-8, GEN-4 concurrent manual and automatic relisting create one successor per object', async () => {
    const auctions = await endMany(12);
    const [answers] = await Promise.all([
      Promise.all(auctions.map((auction) => world.act(auction, 'relist'))),
      relistDue(node.context),
      relistDue(node.context),
    ]);
    const made = await successorsOf(auctions);
    assert.deepEqual(
      made.map(({ relisted_from }) => relisted_from),
      auctions,
    );
    for (const [n, { status, body }] of answers.entries()) {
      if (status === 201) assert.equal(body.number, made[n]!.number);
      else assert.equal(body.detail, 'Objektet är redan upplagt på nytt.');
    }
    const numbers = new Set(made.map(({ number }) => number));
    assert.equal(numbers.size, 12, 'none is given twice');
  });
});
