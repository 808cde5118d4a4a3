import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maySee, mayTakePart } from '@restvarde/contract/auctions/auction-rules';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { type Bidder, makeBidder } from '../../../test/bidders.ts';
import {
  authorise,
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
} from '../../../test/factories.ts';
import { encodeForm, formFrom } from '../../../test/forms.ts';
import { type LiveSocket, listen, openReadySocket, openSocket } from '../../../test/live-socket.ts';
import { addressOf, kindsTo, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { notifyOfBids } from '../../bids/notify-of-bids.ts';
import { readForStation } from '../emails/station-facts.ts';
import { closeEnded } from '../lifecycle/close-ended.ts';

/** What a station has done with an auction. */
const PARTS = ['nothing', 'bid', 'bid that was removed', 'watch'] as const;
type Part = (typeof PARTS)[number];

interface Case {
  id: number;
  is_global: boolean;
  has_ended: boolean;
  is_for_dismantlers: boolean;
  part: Part;
}

const { node, db } = await openTestNode();

const address = await listen(node);
const [nord, vast] = [await makeCompany(db), await makeCompany(db)];
const manager = await makeStaff(db, nord);
const admin = await makeStaff(db, vast, 30);
const [cars, boats] = [await makeCategory(db), await makeCategory(db)];

const status = async (user: number, id: number) =>
  (await node.call(user, 'GET', `/api/auctions/${id}`)).status;
const listed = async (user: number, list: string): Promise<number[]> => {
  const ids: number[] = [];
  let next: string | null = `/api/${list}?ordering=end_dt`;
  while (next) {
    const { body } = await node.call(user, 'GET', next);
    ids.push(...body.results.map(({ id }: { id: number }) => id));
    next = body.next;
  }
  return ids;
};
const closeCode = async (access: string, id: number) => {
  const live = openSocket(address, `/ws/auction/${id}/`, access);
  const ready = new Promise<'in'>((resolve) => live.socket.once('ready', () => resolve('in')));
  const answer = await Promise.race([ready, live.closed]);
  live.socket.close();
  return answer;
};
const change = async (id: number, values: object) => {
  const stored = await node.call(manager, 'GET', `/api/auctions/${id}`);
  const { body, headers } = await encodeForm({ ...formFrom(stored.body), ...values });
  const answer = await node.call(manager, 'PUT', `/api/auctions/${id}`, body, headers);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};
/** Changes a station's categories, as an admin would. */
const deal = async (station: Bidder, category_ids: number[]) => {
  const url = `/api/service-stations/${station.id}`;
  const answer = await node.call(admin, 'PATCH', url, { category_ids });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};

test('ROLE-17, DISM-3, DISM-4, LIVE-4, MAIL-2 lists, page, bid, alert, socket and emails follow one visibility rule', async () => {
  const cases: Case[] = [];
  for (const is_global of [false, true]) {
    for (const has_ended of [false, true]) {
      for (const [part, is_for_dismantlers] of PARTS.flatMap((one) => [
        [one, false] as const,
        [one, true] as const,
      ])) {
        const id = await makeAuction(db, {
          company: nord,
          creator: manager,
          categories: [cars],
          hidden_bids: true,
          is_global,
          ends: has_ended ? -60 : 86_400,
          damage_condition: 'DISASSEMBLY',
          dismantling_bidders: is_for_dismantlers ? 'authorised_only' : 'all',
        });
        cases.push({ id, is_global, has_ended, is_for_dismantlers, part });
      }
    }
  }
  await closeEnded(node.context);
  for (const company of [nord, vast]) {
    for (const [categories, is_dismantler] of [
      [[], false],
      [[cars], false],
      [[cars], true],
      [[boats], false],
    ] as const) {
      const station = await makeBidder(node, company, { categories: [...categories] });
      if (is_dismantler) await authorise(db, station.id);
      const viewer: Viewer = {
        user_id: station.user_id,
        role: 10,
        is_superuser: false,
        company_id: company,
        service_station_id: station.id,
        category_ids: [...categories],
        is_dismantler,
        has_accepted_terms: true,
      };
      for (const { id, part } of cases) await takePart(station, id, part);
      const all = await listed(station.user_id, 'auctions');
      const mine = await listed(station.user_id, 'my-auctions');
      for (const { id, is_global, has_ended, is_for_dismantlers, part } of cases) {
        const hasBid = part.startsWith('bid');
        const isOffered =
          (is_global || company === nord) &&
          categories[0] !== boats &&
          (is_dismantler || !is_for_dismantlers);
        const sees = hasBid || (isOffered && (!has_ended || part === 'watch'));
        const name = `${is_for_dismantlers ? 'for dismantlers; ' : ''}${is_dismantler ? 'authorised; ' : ''}${part}; ${isOffered ? 'offered' : 'not offered'}; ${has_ended ? 'ended' : 'active'}`;
        const facts = {
          company_id: nord,
          is_global,
          category_ids: [cars],
          is_for_dismantlers,
          bidder_ids: hasBid ? [station.id] : [],
          watcher_ids: part === 'watch' ? [station.id] : [],
          is_deleted: false,
          has_started: true,
          has_ended,
        };
        assert.equal(maySee(viewer, facts), sees, name);
        assert.equal(mayTakePart(viewer, facts), hasBid || isOffered, name);
        assert.equal(all.includes(id), sees, `listed: ${name}`);
        assert.equal(mine.includes(id), sees && part !== 'nothing', `mine: ${name}`);
        assert.equal(await status(station.user_id, id), sees ? 200 : 404, `page: ${name}`);
        const socket = await closeCode(station.access, id);
        assert.equal(socket, sees ? 'in' : LIVE_CLOSE.notFound, `socket: ${name}`);
        const email = await readForStation(node.context, {
          auction_id: id,
          service_station_id: station.id,
        });
        assert.equal(email !== null, sees, `email: ${name}`);
        const bid = await station.bid(id, 9_000);
        const isTaken = !has_ended && (is_dismantler || !is_for_dismantlers);
        const answer = hasBid || isOffered ? (isTaken ? 201 : 400) : 404;
        assert.equal(bid.status, answer, `bid: ${name}`);
        const alert = await node.call(station.user_id, 'POST', `/api/auctions/${id}/alert`);
        assert.equal(alert.status, sees ? 204 : 404, `alert: ${name}`);
      }
    }
  }
});

/** Writes the station's part directly, as if it had been allowed then. */
async function takePart(station: Bidder, auction: number, part: Part): Promise<void> {
  if (part === 'watch') {
    await db
      .insertInto('alerts')
      .values({ service_station_id: station.id, auction_id: auction })
      .execute();
  } else if (part !== 'nothing') {
    const placed = sql`
      with standing as (
        update auction_standings set last_bid_id = last_bid_id + 1, bidder_ids = bidder_ids || ${station.id}::integer
        where auction_id = ${auction} returning last_bid_id, end_dt
      )
      insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before,
        end_after, removed_at)
      select ${auction}, last_bid_id, ${station.id}, ${station.user_id}, 500, 1,
        end_dt - interval '2 days', end_dt, end_dt,
        case when ${part === 'bid that was removed'} then end_dt - interval '1 day' end
      from standing`;
    await node.owner.transaction().execute(async (tx) => {
      // Also for an ended auction, for which the database refuses bids (DATA-3).
      await sql`set local session_replication_role = replica`.execute(tx);
      await placed.execute(tx);
    });
  }
}

test('ROLE-17, BID-1, MAIL-1 a station that has bid keeps access and notifications whatever its categories and sales area', async () => {
  const bidder = await makeBidder(node, vast, { categories: [cars] });
  const rival = await makeBidder(node, nord);
  const email = await addressOf(node, bidder.user_id);
  const id = await makeAuction(db, {
    company: nord,
    creator: manager,
    categories: [cars],
    is_global: true,
  });
  assert.equal((await bidder.bid(id, 1_000)).status, 201);
  const page = await openReadySocket(address, `/ws/auction/${id}/`, bidder.access);
  await deal(bidder, [boats]);
  await node.owner
    .updateTable('auction_categories')
    .set({ category_id: boats })
    .where('auction_id', '=', id)
    .execute();
  await db.updateTable('auctions').set({ is_global: false }).where('id', '=', id).execute();
  page.socket.close();

  const sockets = [
    await openReadySocket(address, `/ws/auction/${id}/`, bidder.access),
    await openReadySocket(address, '/ws/auctions/', bidder.access),
  ];
  await takeEmails(node);
  assert.equal((await rival.bid(id, 2_000)).status, 201);
  for (const live of sockets) assert.equal((await live.next()).bid, 2_000);
  assert.equal((await listed(bidder.user_id, 'auctions')).includes(id), true);
  assert.equal((await listed(bidder.user_id, 'my-auctions')).includes(id), true);
  await notifyOfBids(node.context);
  assert.deepEqual(kindsTo(await takeEmails(node), email), ['outbid']);
  assert.equal((await bidder.bid(id, 3_000)).status, 201);
  for (const live of sockets) await live.next((message) => message.my_bid === 3_000);
  await node.call(manager, 'POST', `/api/auctions/${id}/cancel`);
  for (const live of sockets) await live.next((message) => message.closed === true);
  assert.equal(await status(bidder.user_id, id), 200);
  assert.deepEqual(kindsTo(await takeEmails(node), email), ['ended']);
  for (const live of sockets) live.socket.close();
});

describe('when access is lost', () => {
  let watcher: Bidder;
  let email: string;
  let id: number;
  let sockets: [page: LiveSocket, list: LiveSocket];

  /** Opens sockets, on page and lists, of a station of another company that watches a global auction. */
  async function watch(): Promise<void> {
    watcher = await makeBidder(node, vast, { categories: [cars] });
    email = await addressOf(node, watcher.user_id);
    id = await makeAuction(db, {
      company: nord,
      creator: manager,
      categories: [cars],
      is_global: true,
    });
    const alert = await node.call(watcher.user_id, 'POST', `/api/auctions/${id}/alert`);
    assert.equal(alert.status, 204);
    sockets = [
      await openReadySocket(address, `/ws/auction/${id}/`, watcher.access),
      await openReadySocket(address, '/ws/auctions/', watcher.access),
    ];
  }

  /** Asserts that the station receives nothing about later changes or the end. */
  async function assertDeaf(): Promise<void> {
    const bidder = await makeBidder(node, nord);
    await takeEmails(node);
    assert.equal((await bidder.bid(id, 5_000)).status, 201);
    await notifyOfBids(node.context);
    await node.call(manager, 'POST', `/api/auctions/${id}/cancel`);
    const seen = await makeAuction(db, {
      company: vast,
      creator: admin,
      categories: [cars, boats],
    });
    assert.equal((await (await makeBidder(node, vast)).bid(seen, 100)).status, 201);
    // The list's next message is about another auction.
    assert.equal((await sockets[1].next()).auction_id, seen);
    assert.deepEqual(sockets[0].frames, []);
    assert.equal(await status(watcher.user_id, id), 404);
    assert.equal((await listed(watcher.user_id, 'my-auctions')).includes(id), false);
    assert.deepEqual(kindsTo(await takeEmails(node), email), []);
    sockets[1].socket.close();
  }

  test('LIVE-4, ROLE-17 «egna verkstäder» instead of all closes the page’s socket with 4404 and stops all other messages', async () => {
    await watch();
    await change(id, { is_global: '0' });
    assert.equal(await sockets[0].closed, LIVE_CLOSE.notFound);
    await assertDeaf();
  });

  test('LIVE-4, ROLE-17 changing the auction’s category does the same', async () => {
    await watch();
    await change(id, { category_ids: [boats] });
    assert.equal(await sockets[0].closed, LIVE_CLOSE.notFound);
    await assertDeaf();
  });

  test('LIVE-4, AUC-7 sockets of a deleted auction receive the end and close with 4404', async () => {
    await watch();
    await node.call(manager, 'DELETE', `/api/auctions/${id}`);
    for (const live of sockets) assert.equal((await live.next()).closed, true);
    assert.equal(await sockets[0].closed, LIVE_CLOSE.notFound);
    sockets[1].socket.close();
  });

  test('LIVE-4 a station that took no part receives the end and nothing after it', async () => {
    await watch();
    await node.call(watcher.user_id, 'DELETE', `/api/auctions/${id}/alert`);
    assert.equal((await (await makeBidder(node, nord)).bid(id, 700)).status, 201);
    for (const live of sockets) assert.equal((await live.next()).bid, 700);
    await node.call(manager, 'POST', `/api/auctions/${id}/cancel`);
    for (const live of sockets) assert.equal((await live.next()).closed, true);
    assert.equal(await sockets[0].closed, LIVE_CLOSE.notFound);
    const chosen = `/api/auctions/${id}/bids/1/select-winner`;
    assert.equal((await node.call(manager, 'POST', chosen, {})).status, 200);
    const seen = await makeAuction(db, { company: vast, creator: admin });
    await deal(watcher, []);
    sockets[1].socket.close();
    const list = await openReadySocket(address, '/ws/auctions/', watcher.access);
    assert.equal((await watcher.bid(seen, 100)).status, 201);
    assert.equal((await list.next()).auction_id, seen);
    list.socket.close();
  });
});
