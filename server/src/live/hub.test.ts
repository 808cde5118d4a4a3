import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { LIVE_ALIVE, LIVE_MS } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import WebSocket, { WebSocketServer } from 'ws';
import { createTestDatabase } from '../../test/test-database.ts';
import { openPool } from '../db/pool.ts';
import { startBus } from './bus.ts';
import { type Listener, openHub } from './hub.ts';
import { notifyOfStandings } from './standings-notice.ts';

const database = await createTestDatabase();
const pool = openPool(database.url, 2);
const bus = await startBus(database.url, pool.pg);
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
await once(server, 'listening');
after(async () => {
  for (const socket of server.clients) socket.terminate();
  server.close();
  await bus.stop();
  await pool.end();
  await database.drop();
});

const viewer: Viewer = {
  user_id: 1,
  role: 20,
  is_superuser: false,
  company_id: 1,
  service_station_id: null,
  category_ids: [],
  is_dismantler: false,
  has_accepted_terms: false,
};

/** Opens a connection and returns both ends. */
async function connect(): Promise<
  [server: Pick<Listener, 'socket' | 'stream'>, client: WebSocket]
> {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket, request]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  return [{ socket, stream: request.socket }, client];
}

test('LIVE-5 a slow reader is dropped, and the others receive everything', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [slowEnd, slow] = await connect();
  const [quickEnd, quick] = await connect();
  const large = 'x'.repeat(256 * 1024);
  const hub = openHub(bus, async (changes) =>
    [...changes.keys()].map((auction_id) => ({
      auction_id,
      isVisibleTo: () => true,
      messageFor: () => large,
    })),
  );
  hub.add({ ...slowEnd, auction_id: 7, viewer });
  hub.add({ ...quickEnd, auction_id: 7, viewer });
  slow.pause();
  const dropped = once(slowEnd.socket, 'close');
  let isDropped = false;
  void dropped.then(() => {
    isDropped = true;
  });
  let most = 0;
  for (let sent = 0; !isDropped; sent++) {
    assert.ok(sent < 500, 'dropped before 125 MB');
    const received = once(quick, 'message');
    await notifyOfStandings(pool.db, { ids: [7] });
    await received;
    most = Math.max(most, slowEnd.socket.bufferedAmount);
  }
  assert.ok(most < 2 * 1024 * 1024, `${most} bytes were buffered`);
  const received = once(quick, 'message');
  await notifyOfStandings(pool.db, { ids: [7] });
  await received;
  const closed = once(quick, 'close');
  hub.stop();
  slow.terminate();
  assert.equal((await closed)[0], 1012);
});

test('LIVE-2 changes during a read share the next read', async (t) => {
  // No ping is sent meanwhile.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [end, client] = await connect();
  const readings: { ids: number[]; end: boolean[]; own: number[][] }[] = [];
  const first = Promise.withResolvers<void>();
  const hub = openHub(bus, async (changes) => {
    const all = [...changes.values()];
    readings.push({
      ids: [...changes.keys()],
      end: all.map((change) => change.end),
      own: all.map((change) => [...change.own]),
    });
    if (readings.length === 1) await first.promise;
    return [...changes.keys()].map((auction_id) => ({
      auction_id,
      isVisibleTo: () => true,
      messageFor: () => String(auction_id),
    }));
  });
  hub.add({ ...end, auction_id: null, viewer });
  const received: string[] = [];
  client.on('message', (data) => received.push(data.toString()));
  await notifyOfStandings(pool.db, { ids: [1] });
  for (let station = 1; station <= 50; station++) {
    await notifyOfStandings(pool.db, {
      ids: [2],
      own: [[2, station]],
      ends: station === 9 ? [2] : [],
    });
  }
  // This message comes after all of those.
  const last = new Promise<void>((resolve) => {
    bus.listen('standings', (payload) => {
      if (payload.ids.includes(3)) resolve();
    });
  });
  await notifyOfStandings(pool.db, { ids: [3] });
  await last;
  first.resolve();
  while (!received.includes('3')) await once(client, 'message');
  assert.deepEqual(received, ['1', '2', '3']);
  assert.deepEqual(readings[1]?.ids, [2, 3]);
  assert.deepEqual(readings[1]?.end, [true, false]);
  assert.deepEqual(readings[1]?.own, [Array.from({ length: 50 }, (_, index) => index + 1), []]);
  hub.stop();
});

test('LIVE-2 a failed read closes the sockets, so that no listener has stale data', async () => {
  const [end, client] = await connect();
  const hub = openHub(bus, async () => {
    throw new Error('the database is down');
  });
  hub.add({ ...end, auction_id: null, viewer });
  const closed = once(client, 'close');
  await notifyOfStandings(pool.db, { ids: [1] });
  assert.equal((await closed)[0], 1012);
  hub.stop();
});

test('LIVE-6 a notice of thousands of auctions is split to fit the database’s limit', async () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => 2_000_000_000 + index);
  const received = new Set<number>();
  const all = new Promise<void>((resolve) => {
    bus.listen('standings', (payload) => {
      for (const id of payload.ids) received.add(id);
      if (ids.every((id) => received.has(id))) resolve();
    });
  });
  await notifyOfStandings(pool.db, { ids, ends: ids, own: ids.map((id) => [id, id]) });
  await all;
});

test('LIVE-4 a ping and a message for pages are sent every 25 s, and a listener that does not answer is dropped', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [end, client] = await connect();
  const hub = openHub(bus, async () => []);
  hub.add({ ...end, auction_id: null, viewer });
  for (let round = 0; round < 3; round++) {
    const received = Promise.all([
      once(client, 'ping'),
      once(client, 'message'),
      once(end.socket, 'pong'),
    ]);
    t.mock.timers.tick(LIVE_MS.ping);
    const [, [word]] = await received;
    assert.equal(String(word), LIVE_ALIVE);
  }
  client.pause();
  const dropped = once(end.socket, 'close');
  t.mock.timers.tick(LIVE_MS.ping);
  t.mock.timers.tick(LIVE_MS.ping);
  await dropped;
  client.terminate();
  hub.stop();
});

test('LIVE-4 pings to many listeners are spread over time', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const hub = openHub(bus, async () => []);
  const listeners: Listener[] = [];
  for (let n = 0; n < 5; n++) {
    const [end] = await connect();
    listeners.push({ ...end, auction_id: null, viewer });
    hub.add(listeners[n]!);
  }
  const pinged = () => listeners.filter(({ isSilent }) => isSilent !== undefined).length;
  const counts: number[] = [];
  for (let part = 0; part < 50; part++) {
    const before = pinged();
    t.mock.timers.tick(LIVE_MS.ping / 50);
    counts.push(pinged() - before);
  }
  assert.deepEqual([Math.max(...counts), pinged()], [1, 5]);
  hub.stop();
});

test('LIVE-2 a shared message is framed once, and personal messages reach only their listeners', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const frameSets: Buffer[][] = [];
  const hub = openHub(bus, async (changes) =>
    [...changes.keys()].map((auction_id) => ({
      auction_id,
      isVisibleTo: () => true,
      messageFor: ({ user_id }) => `auction ${auction_id} to ${user_id}`,
    })),
  );
  const clients: WebSocket[] = [];
  for (const user_id of [1, 1, 2, 1]) {
    const [end, client] = await connect();
    const frames: Buffer[] = [];
    frameSets.push(frames);
    clients.push(client);
    const stream = new Writable({
      write(frame, _encoding, done) {
        frames.push(frame);
        end.stream.write(frame, done);
      },
    });
    hub.add({ socket: end.socket, stream, auction_id: null, viewer: { ...viewer, user_id } });
  }
  for (const id of [7, 8]) {
    const received = Promise.all(clients.map((client) => once(client, 'message')));
    await notifyOfStandings(pool.db, { ids: [id] });
    assert.deepEqual(
      (await received).map(([word]) => String(word)),
      [1, 1, 2, 1].map((user) => `auction ${id} to ${user}`),
    );
  }
  for (const at of [0, 1]) assert.equal(frameSets[1]![at], frameSets[0]![at]);
  hub.stop();
});

test('LIVE-4 nothing is kept of a closed socket', async () => {
  const hub = openHub(bus, async () => []);
  const [end, client] = await connect();
  hub.add({ ...end, auction_id: 7, viewer });
  assert.equal(hub.count(), 1);
  const closed = once(end.socket, 'close');
  client.terminate();
  await closed;
  assert.equal(hub.count(), 0);
  hub.stop();
});

test('LIVE-2 publishing to thousands yields to other work', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [end, client] = await connect();
  end.socket.setMaxListeners(0);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  const sentAt: number[] = [];
  const hub = openHub(bus, async () => [
    {
      auction_id: 7,
      isVisibleTo: () => true,
      messageFor() {
        sentAt.push(turns);
        return '7';
      },
    },
  ]);
  for (let n = 0; n < 2_000; n++) hub.add({ ...end, auction_id: 7, viewer });
  let received = 0;
  const all = new Promise<void>((resolve) => {
    client.on('message', () => {
      if (++received === 2_000) resolve();
    });
  });
  count();
  await notifyOfStandings(pool.db, { ids: [7] });
  await all;
  isOver = true;
  assert.ok(sentAt.at(-1)! > sentAt[0]!, 'no turn while they were served');
  hub.stop();
});
