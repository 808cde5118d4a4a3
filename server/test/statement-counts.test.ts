import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { countStatements } from './count-statements.ts';
import {
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeStagingArea,
  makeStation,
} from './factories.ts';
import { AUCTIONS } from './matrix/auction-objects.ts';
import { makeAuctions, makeWorld, type World } from './matrix/world.ts';
import { startTestNode, type TestNode } from './test-node.ts';

type Who = 'cars' | 'manager' | 'admin' | 'root';

/**
 * Maximum number of statements of a read, whatever the number of rows. A page of a list takes up to three segments by
 * default, five of Mina auktioner, two by highest bid, and one statement for its cards. A search is scanned first and
 * then looked up.
 */
const READS: [who: Who, url: string, most: number][] = [
  ['cars', '/api/auctions', 4],
  ['manager', '/api/auctions', 4],
  ['root', '/api/auctions', 4],
  ['cars', '/api/auctions?ordering=-bid_highest', 3],
  ['manager', '/api/auctions?ordering=manufacturer', 2],
  ['cars', '/api/my-auctions', 7],
  ['cars', '/api/won-auctions', 6],
  ['cars', '/api/my-tasks', 1],
  ['manager', '/api/auctions?q=v60', 6],
  ['manager', '/api/auctions/counts?q=v60', 7],
  ['cars', '/api/my-auctions/counts', 6],
  ['cars', '/api/auctions/suggestions?q=v60', 6],
  ['cars', '/api/auctions/:id', 1],
  ['manager', '/api/auctions/:id', 1],
  ['manager', '/api/auctions/:id/bids', 1],
  ['manager', '/api/auctions/:id/history', 1],
  // Up to 500 rows at a time, with the names of their winners in one statement.
  ['manager', '/api/auctions/export', 7],
  ['manager', '/api/statistics', 1],
  ['root', '/api/statistics', 1],
  ['manager', '/api/statistics/look-back', 2],
  ['root', '/api/statistics/look-back', 3],
  ['manager', '/api/statistics/look-back/export', 3],
  // The company of the caller, and the guide.
  ['manager', '/api/guide?manufacturer=Volvo&model=V60&damage_condition=REPAIR', 2],
  ['manager', '/api/todo', 1],
  ['root', '/api/todo', 1],
  ['admin', '/api/service-stations', 1],
  ['root', '/api/service-stations', 1],
  ['admin', '/api/service-stations/:station', 1],
  // Up to 500 rows at a time.
  // And one that records the export (SEC-1), as for other exports.
  ['admin', '/api/service-stations/export', 2],
  ['admin', '/api/security-events', 1],
  ['root', '/api/security-events?person=anna', 1],
  ['admin', '/api/security-events/export', 2],
  ['admin', '/api/users', 1],
  ['root', '/api/users', 1],
  ['root', '/api/companies', 1],
  ['root', '/api/company?company=:company', 1],
  ['cars', '/api/categories', 1],
  ['manager', '/api/staging-areas', 1],
  ['cars', '/api/service-station', 1],
  ['cars', '/api/users/me', 1],
];

describe('statements per read', () => {
  let node: TestNode;
  let world: World;
  let auction: number;

  before(async () => {
    node = await startTestNode();
    world = await makeWorld(node.context);
    auction = (await makeAuctions(world, AUCTIONS[2]!, 1))[0]!.id;
    await growBy(1);
  });
  after(() => node?.stop());

  /** Adds this many of everything, including pictures and bids of the auction that is read. */
  async function growBy(added: number) {
    const { db } = world;
    for (const kind of AUCTIONS.filter(({ state }) => state !== 'never')) {
      await makeAuctions(world, kind, added);
    }
    for (let n = 0; n < added; n++) {
      const company = await makeCompany(db);
      const creator = await makeStaff(db, company, 30);
      await makeStaff(db, world.companies.Nord);
      const categories = [await makeCategory(db), await makeCategory(db, world.companies.Nord)];
      await makeStagingArea(db, world.companies.Nord);
      await makeStation(db, world.companies.Nord, { categories });
      await makeAuction(db, { company, creator, categories, is_global: true });
      await db
        .insertInto('auction_images')
        .values({ auction_id: auction, position: n + 1, key: `i${company}` })
        .execute();
      await db
        .insertInto('auction_categories')
        .values({ auction_id: auction, category_id: categories[0]! })
        .execute();
    }
  }

  async function count(who: Who, pattern: string): Promise<string[]> {
    const url = pattern
      .replace(':id', String(auction))
      .replace(':station', String(world.stations.cars!.id))
      .replace(':company', String(world.companies.Nord));
    // Logs in.
    await node.call(world.users[who], 'GET', '/api/users/me');
    return countStatements(node.context.pool, async () => {
      const answer = await node.call(world.users[who], 'GET', url);
      assert.equal(answer.status, 200, url);
    });
  }

  test('LIST-4 a read takes the same number of statements however many rows there are', async () => {
    const few = new Map<string, number>();
    for (const [who, url, most] of READS) {
      const statements = await count(who, url);
      assert.ok(statements.length <= most, `${who} ${url}:\n${statements.join('\n')}`);
      few.set(`${who} ${url}`, statements.length);
    }
    await growBy(30);
    for (const [who, url, most] of READS) {
      const statements = (await count(who, url)).length;
      const allowed = url.includes('q=') ? most : few.get(`${who} ${url}`)!;
      // A full page needs no further segment.
      assert.ok(
        statements <= allowed && statements > 0,
        `${who} ${url}: ${allowed}, then ${statements}`,
      );
    }
  });
});
