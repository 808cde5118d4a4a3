import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AUCTION_ORDERINGS } from '@restvarde/contract/auctions/auction-sorts';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { accessTokenFor } from './auth/access-token.ts';
import { injectUntilServed } from './inject.ts';
import { OBJECT_CELLS } from './matrix/all-cells.ts';
import { AUCTIONS, type AuctionObject } from './matrix/auction-objects.ts';
import { CALLERS, type Caller } from './matrix/callers.ts';
import { type Cell, withoutRepeatedRefusals } from './matrix/cells.ts';
import { makeShared } from './matrix/walk.ts';
import { type Ids, makeAuctions, makeWorld, type World } from './matrix/world.ts';
import { bidInSecret, makeRivals, openPair, seeded, type WorldPair } from './paired-worlds.ts';
import type { TestNode } from './test-node.ts';

const OUTSIDERS = CALLERS.filter(({ kind }) => kind === 'workshop' || kind === 'nobody');
const isOutsiders = ({ caller }: Cell) => OUTSIDERS.includes(caller);
/** A call that reads, or a write that is refused. */
const isHarmless = ({ call, expected }: Cell) => call.startsWith('GET ') || expected >= 400;

/** Longer than the comparison on any machine. */
const LASTS_S = 4 * 3_600;
/** More than a page, so that a list has several. */
const CROWD = 60;
const CROWDED: AuctionObject = {
  ...AUCTIONS.find(({ name }) => name === 'own, active, sealed')!,
  name: 'one of a crowd',
  reserve: null,
  hidden_reserve: false,
  bids: [],
};

const SIGNATURE = /e=\d+&s=[\w-]+/g;

/** Removes times and signatures. */
const stable = (said: string) =>
  withoutCursorTimes(said.replace(/\\"server_time\\":\\"[^"]*"/g, '').replace(SIGNATURE, ''));

/** A cursor ends with the time at which its list was requested. */
const withoutCursorTimes = (said: string) =>
  said.replace(/cursor=([\w-]+)/g, (_, cursor: string) =>
    JSON.stringify(JSON.parse(Buffer.from(cursor, 'base64url').toString()).slice(0, -1)),
  );

/** An answer without the reserve's status in open auctions, and without the length of the body. */
const withoutReserveStatus = (said: string) =>
  stable(said).replace(/\\"reserve_met\\":(true|false)|\\"content-length\\":\\"\d+\\"/g, '');

/** The first difference of two answers with its context; null without one. */
function firstDifference(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at++;
  return `${one.slice(Math.max(0, at - 80), at + 40)}\n${other.slice(Math.max(0, at - 80), at + 40)}`;
}

const LIST_QUERIES = [
  '',
  ...AUCTION_ORDERINGS.map((ordering) => `ordering=${ordering}`),
  ...[
    'is_active=1',
    'is_active=0&has_started=1',
    'is_active=0&has_started=0',
    'has_started=1',
  ].flatMap((state) => [state, `${state}&ordering=-bid_highest`, `${state}&ordering=bid_highest`]),
  // Only staff may search by buyer: for others the parameter must have no effect (ROLE-10).
  'buyer=Skuggverkstad',
  'buyer=Verkstad-cars',
  'company=1',
  'manufacturer=volvo&ordering=-bid_highest',
  'primary_damage=front&ordering=-bid_highest',
];

/** Orders by values that bids do not change: one caller's lists show whether they leak. */
const isOrderWithoutBids = (query: string) =>
  query.startsWith('ordering=') && !/bid|reserve|status|end_dt/.test(query);

interface Side {
  node: TestNode;
  world: World;
  tokens: Map<Caller, string>;
}

describe('two worlds that an outsider cannot distinguish', () => {
  let world: World;
  let crowd: Ids[];

  /** The matrix’s world, and many sealed auctions with bids of «cars» on every third. */
  async function populate(node: TestNode) {
    world = await makeWorld(node.context);
    await makeShared(world, OBJECT_CELLS);
    crowd = await makeAuctions(world, CROWDED, CROWD);
    const { id: station, user_id } = world.stations.cars!;
    const { start, end } = world.times.active;
    const bidOn = crowd.filter((_one, index) => index % 3 === 0);
    for (const [index, { id }] of bidOn.entries()) {
      await sql`
        insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
        values (${id}, 1, ${station}, ${user_id}, ${2_000 + ((index * 7) % 11) * 100}, 1,
          ${new Date(start.getTime() + 60_000)}, ${end}, ${end})`.execute(world.db);
      await sql`
        update auction_standings set bid_count = 1, leading_bid_id = 1, last_bid_id = 1, bidder_ids = array[${station}::integer],
          highest_bid = (select amount from bids where auction_id = ${id})
        where auction_id = ${id}`.execute(world.db);
    }
  }

  async function sidesOf({ nodes }: WorldPair): Promise<[Side, Side]> {
    const sides = nodes.map(async (node) => {
      const tokens = new Map<Caller, string>();
      for (const caller of OUTSIDERS) {
        if (caller.has_photo_link) tokens.set(caller, world.photo_link.token);
        if (!caller.as || caller.kind === 'nobody') continue;
        const { access } = await node.logIn(world.users[caller.as]);
        tokens.set(caller, accessTokenFor(access, LASTS_S));
      }
      return { node, world: { ...world, db: node.context.pool.db }, tokens };
    });
    return (await Promise.all(sides)) as [Side, Side];
  }

  /** Status, headers and body of a call, without the date. */
  async function ask(side: Side, caller: Caller, method: string, url: string, sent: Sent = {}) {
    const token = side.tokens.get(caller);
    const reply = await injectUntilServed(side.node.app, {
      method: method as 'GET',
      url,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...sent.headers },
      ...(sent.body ? { payload: sent.body } : {}),
    });
    const { date: _date, ...headers } = reply.headers;
    return { status: reply.statusCode, headers: JSON.stringify(headers), body: reply.body };
  }
  type Sent = { body?: object; headers?: Record<string, string> };

  /** Compares every call of every outsider in both worlds: all differences, and those besides AUC-14's. */
  async function compare(sides: [Side, Side]) {
    const differences: string[] = [];
    const unexpected: string[] = [];
    const asked = new Set<string>();
    const both = async (caller: Caller, method: string, url: string, sent?: Sent) => {
      const call = `${method} ${url} ${sent?.body ? JSON.stringify(sent.body) : ''}`;
      // Two callers may be one user, who selects another company in the URL only.
      const key = `${caller.as ?? caller.name}: ${call}`;
      if (method === 'GET' && asked.has(key)) return null;
      asked.add(key);
      const [one, other] = await Promise.all(
        sides.map((side) => ask(side, caller, method, url, sent)),
      );
      const differ = (of: (answer: string) => string) =>
        firstDifference(of(JSON.stringify(one)), of(JSON.stringify(other)));
      const difference = differ(stable);
      if (difference === null) return one!;
      differences.push(`${caller.name}: ${call}\n${difference}`);
      const more = differ(withoutReserveStatus);
      if (more !== null) unexpected.push(`${caller.name}: ${call}\n${more}`);
      return one!;
    };
    const walkPages = async (caller: Caller, list: string, query: string) => {
      let next: string | null = `/api/${list}?${query}`;
      while (next !== null) {
        const answer = await both(caller, 'GET', next);
        if (answer) assert.equal(answer.status, 200, answer.body);
        next = answer && JSON.parse(answer.body).next;
      }
    };

    const calls: (() => Promise<unknown>)[] = [];
    const cells = OBJECT_CELLS.filter((one) => isOutsiders(one) && isHarmless(one));
    for (const cell of withoutRepeatedRefusals(cells)) {
      const ids = world.shared.get(cell.object)!;
      const [method = ''] = cell.call.split(' ');
      if (method === 'SOCKET') continue;
      calls.push(async () =>
        both(cell.caller, method, cell.path(world, ids), await cell.send(world, ids)),
      );
    }
    for (const caller of OUTSIDERS.filter(({ kind }) => kind === 'workshop')) {
      for (const list of ['auctions', 'my-auctions', 'won-auctions']) {
        for (const query of LIST_QUERIES) {
          if (caller.as !== 'cars' && isOrderWithoutBids(query)) continue;
          calls.push(() => walkPages(caller, list, query));
        }
      }
      for (const { id } of crowd.slice(0, 6)) {
        const path = `/api/auctions/${id}`;
        calls.push(() => both(caller, 'GET', path));
        calls.push(() => both(caller, 'POST', `${path}/bids`, { body: { bid: 1 } }));
        calls.push(() => both(caller, 'POST', `${path}/bids`, { body: { bid: 'x' } }));
      }
    }
    const left = calls.values();
    const walkers = Array.from({ length: 4 }, async () => {
      for (const call of left) await call();
    });
    await Promise.all(walkers);
    return { differences, unexpected, compared: asked.size };
  }

  /** Compares accepted bids and their messages, without the times that come from the clock. */
  async function compareBids(sides: [Side, Side], auctions: Ids[]) {
    const times = (said: string) =>
      withoutCursorTimes(said.replace(/"(standing_at|server_time)":"[^"]*"/g, ''));
    for (const caller of OUTSIDERS.filter(
      ({ kind, sent_company }) => kind === 'workshop' && !sent_company,
    )) {
      for (const { id } of auctions) {
        const answers = await Promise.all(
          sides.map(async (side) => {
            const bid = await ask(side, caller, 'POST', `/api/auctions/${id}/bids`, {
              body: { bid: 900_000 },
            });
            const seen = await ask(side, caller, 'GET', `/api/auctions/${id}`);
            return [
              bid.status,
              times(bid.body),
              seen.status,
              times(seen.body).replace(SIGNATURE, ''),
            ];
          }),
        );
        assert.deepEqual(answers[0], answers[1]);
      }
    }
  }

  describe('by rivals’ sealed bids', () => {
    let pair: WorldPair;
    let sides: [Side, Side];

    before(async () => {
      let rivals: Awaited<ReturnType<typeof makeRivals>> = [];
      const make = async (node: TestNode) => {
        await populate(node);
        rivals = await makeRivals(world.db, world.companies.Nord);
      };
      const secretly = (seed: number) => (db: Database) =>
        bidInSecret(db, { stations: rivals, random: seeded(seed) });
      pair = await openPair(make, [secretly(1), secretly(2)]);
      sides = await sidesOf(pair);
    });
    after(() => pair?.stop());

    test('AUC-13 no answer, order or paging of a list reveals a rival’s sealed bids', async (t) => {
      const manager = CALLERS.find(({ as }) => as === 'manager')!;
      const [one, other] = await Promise.all(
        sides.map(async (side) => {
          const { access } = await side.node.logIn(world.users.manager);
          const headers = { authorization: `Bearer ${access}` };
          return ask(side, manager, 'GET', '/api/auctions?ordering=-bid_highest', { headers });
        }),
      );
      assert.notEqual(one!.body, other!.body, 'staff see the difference');
      const { differences, compared } = await compare(sides);
      assert.deepEqual(differences, []);
      t.diagnostic(`${compared} calls were answered alike`);
    });

    test('AUC-13, BID-3 the answer to an accepted sealed bid is about itself only', async () => {
      const sealed = AUCTIONS.filter((one) => one.sealed).map((one) => world.shared.get(one)!);
      await compareBids(sides, [...sealed, ...crowd.slice(0, 4)]);
    });
  });

  describe('by the amount of a hidden reserve', () => {
    let pair: WorldPair;
    let sides: [Side, Side];
    const hidden = AUCTIONS.filter((one) => one.hidden_reserve);
    /** The amounts of hidden reserves, where bids are sealed and where they are open. */
    const reserve = (sealed: number | null, ofOpen: number) => async (db: Database) => {
      await sql`
        update auctions a set reservation_price = case when hidden_bids then ${sealed}::integer else ${ofOpen} end
        where hidden_reservation_price`.execute(db);
    };
    const openPairWith = async (...worlds: Parameters<typeof openPair>[1]) => {
      pair = await openPair(populate, worlds);
      sides = await sidesOf(pair);
    };
    after(() => pair?.stop());

    test('AUC-14 no answer reveals the amount of a hidden reserve', async () => {
      await openPairWith(reserve(null, 800_001), reserve(999_999_999, 41_000));
      const { differences } = await compare(sides);
      assert.deepEqual(differences, []);
    });

    test('AUC-14 open auctions show only whether a hidden reserve is met', async () => {
      const isMet = async (side: Side, met: boolean) => {
        await reserve(met ? 1_500 : null, met ? 40_000 : 40_001)(side.world.db);
      };
      await isMet(sides[0], true);
      await isMet(sides[1], false);
      const { differences, unexpected } = await compare(sides);
      assert.ok(differences.length > 0);
      assert.deepEqual(unexpected, []);
      // Only open auctions show it.
      const asker = OUTSIDERS.find(({ as }) => as === 'all')!;
      for (const auction of hidden) {
        const { id } = world.shared.get(auction)!;
        const words = await Promise.all(
          sides.map(async (side) => {
            const { status, body } = await ask(side, asker, 'GET', `/api/auctions/${id}`);
            return status === 200 ? JSON.parse(body).reserve_met : 'unseen';
          }),
        );
        assert.deepEqual(words, auction.sealed ? [null, null] : [true, false], auction.name);
      }
    });

    test('AUC-14, BID-1 the answer to a sealed bid does not say whether it meets a hidden reserve', async () => {
      const sealed = hidden.filter((one) => one.sealed).map((one) => world.shared.get(one)!);
      await compareBids(sides, sealed);
    });
  });
});
