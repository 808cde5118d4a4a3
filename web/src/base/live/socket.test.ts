import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { LIVE_ALIVE, LIVE_CLOSE, LIVE_READY, LIVE_RENEW } from '@restvarde/contract/live';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { createConnection } from './connection.ts';
import { type LiveSocketOptions, openLiveSocket } from './socket.ts';

/** Opens a live socket to a real server; each step waits for a named event. Closed after the test. */
async function listen(t: TestContext, change: Partial<LiveSocketOptions> = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const events: string[] = [];
  const waiting: { want: string; done: () => void }[] = [];
  const note = (event: string) => {
    events.push(event);
    for (const one of waiting) if (one.want === event) one.done();
  };
  const until = (want: string) => new Promise<void>((done) => waiting.push({ want, done }));
  const nextPeer = async () => {
    const [peer] = (await once(server, 'connection')) as [Peer];
    const [hello] = (await once(peer, 'message')) as [Buffer];
    return { peer, hello: JSON.parse(String(hello)) as unknown };
  };
  const first = nextPeer();
  const socket = openLiveSocket({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/auctions/`,
    token: async () => 'token-1',
    onMessage: (message) => note(`message ${JSON.stringify(message)}`),
    onReady: () => note('ready'),
    onLine: (is_up) => note(is_up ? 'up' : 'down'),
    onGone: () => note('gone'),
    delays: [1, 2],
    ...change,
  });
  t.after(() => {
    socket.close();
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return { events, until, nextPeer, first, socket };
}

test('LIVE-1 the token is sent after opening, and messages arrive', async (t) => {
  const { events, until, first } = await listen(t);
  const { peer, hello } = await first;
  assert.deepEqual(hello, { token: 'token-1' });
  const heard = until('message {"auction_id":7}');
  peer.send(LIVE_READY);
  peer.send(LIVE_ALIVE);
  peer.send('not json');
  peer.send('{"auction_id":7}');
  await heard;
  assert.deepEqual(events, ['up', 'ready', 'message {"auction_id":7}']);
});

test('LIVE-2 a lost connection is restored, and data is refetched', async (t) => {
  const { events, until, nextPeer, first } = await listen(t);
  const { peer } = await first;
  const ready = until('ready');
  peer.send(LIVE_READY);
  await ready;
  const second = nextPeer();
  const readyAgain = until('ready');
  peer.close(LIVE_CLOSE.restart);
  (await second).peer.send(LIVE_READY);
  await readyAgain;
  assert.deepEqual(events, ['up', 'ready', 'down', 'up', 'ready']);
});

test('LIVE-4 a refused token is not sent again', async (t) => {
  const asked: (string | null)[] = [];
  const { nextPeer, first } = await listen(t, {
    token: async (dead) => {
      asked.push(dead);
      return dead === null ? 'stale' : 'fresh';
    },
  });
  const { peer, hello } = await first;
  assert.deepEqual(hello, { token: 'stale' });
  const second = nextPeer();
  peer.close(LIVE_CLOSE.unauthorized);
  assert.deepEqual((await second).hello, { token: 'fresh' });
  assert.deepEqual(asked, [null, 'stale']);
});

test('LIVE-4 on request a fresh token is sent on the same connection', async (t) => {
  const asked: (string | null)[] = [];
  const tokens = ['first', 'second'];
  let isDown = true;
  const { events, until, first } = await listen(t, {
    token: async (dead) => {
      asked.push(dead);
      if (dead === 'first' && isDown) throw new Error('the server is down');
      return tokens[dead === null ? 0 : 1]!;
    },
  });
  const { peer, hello } = await first;
  assert.deepEqual(hello, { token: 'first' });
  peer.send(LIVE_READY);
  // A failed refresh leaves the connection open.
  peer.send(LIVE_RENEW);
  const heard = until('message {"auction_id":7}');
  peer.send('{"auction_id":7}');
  await heard;
  isDown = false;
  const shown = once(peer, 'message');
  peer.send(LIVE_RENEW);
  assert.deepEqual(JSON.parse(String((await shown)[0])), { token: 'second' });
  assert.deepEqual(asked, [null, 'first', 'first']);
  assert.deepEqual(events, ['up', 'ready', 'message {"auction_id":7}']);
});

test('LIVE-4 a hidden auction is not requested again', async (t) => {
  const { events, until, first } = await listen(t);
  const { peer } = await first;
  const gone = until('gone');
  peer.close(LIVE_CLOSE.notFound);
  await gone;
  assert.deepEqual(events, ['up', 'gone']);
});

test('AUTH-10 without a token the socket closes', async (t) => {
  const { until } = await listen(t, { token: async () => null });
  await until('gone');
});

test('LIVE-4 a connection is dropped after two pings of silence, not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { events, until, nextPeer, first } = await listen(t);
  const { peer } = await first;
  const ready = until('ready');
  peer.send(LIVE_READY);
  await ready;
  t.mock.timers.tick(54_000);
  const heard = until('message {"auction_id":7}');
  peer.send(LIVE_ALIVE);
  peer.send('{"auction_id":7}');
  await heard;
  t.mock.timers.tick(54_000);
  assert.equal(events.includes('down'), false);
  const second = nextPeer();
  t.mock.timers.tick(1000);
  t.mock.timers.tick(10);
  await second;
  assert.deepEqual(events, ['up', 'ready', 'message {"auction_id":7}', 'down']);
});

test('LIVE-5 the delays grow to at most 5 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 1);
  const { nextPeer, first, until } = await listen(t, { delays: undefined });
  let { peer } = await first;
  for (const wait of [1000, 2000, 4000, 5000, 5000]) {
    const down = until('down');
    const next = nextPeer();
    peer.close(LIVE_CLOSE.restart);
    await down;
    t.mock.timers.tick(wait);
    ({ peer } = await next);
  }
});

test('LIVE-5 a connection that does not become ready is dropped after 10 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { nextPeer, first, until } = await listen(t);
  await first;
  const down = until('down');
  const next = nextPeer();
  t.mock.timers.tick(10_000);
  await down;
  t.mock.timers.tick(2);
  (await next).peer.send(LIVE_READY);
});

test('LIVE-5 on return to the page a dead connection is replaced', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { nextPeer, first, until, socket, events } = await listen(t, { delays: [60_000] });
  t.mock.method(Math, 'random', () => 1);
  let { peer } = await first;
  const ready = until('ready');
  peer.send(LIVE_READY);
  await ready;
  // Silent for less than a ping: kept. Silent for longer: replaced, without reporting a loss.
  t.mock.timers.tick(29_000);
  socket.wake();
  const second = nextPeer();
  t.mock.timers.tick(2_000);
  socket.wake();
  ({ peer } = await second);
  // Down, with a long delay before the next attempt.
  const down = until('down');
  const third = nextPeer();
  peer.close(LIVE_CLOSE.restart);
  await down;
  socket.wake();
  await third;
  // The network changed, so the old connection is useless.
  const fourth = nextPeer();
  socket.renew();
  await fourth;
  assert.deepEqual(events, ['up', 'ready', 'down']);
});

test('SHELL-7 a short loss is not shown; a longer one is, and so is its recovery', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let isOnline = true;
  const connection = createConnection(() => isOnline);
  const states: string[] = [];
  connection.subscribe(() => states.push(connection.get().state));
  const line = {};

  connection.report(line, false);
  t.mock.timers.tick(2000);
  connection.report(line, true);
  t.mock.timers.tick(5000);
  assert.deepEqual(states, []);

  connection.report(line, false);
  t.mock.timers.tick(2500);
  connection.report(line, true);
  t.mock.timers.tick(4000);
  assert.deepEqual(states.splice(0), ['reconnecting', 'back', 'fine']);

  isOnline = false;
  connection.check();
  connection.report(line, false);
  isOnline = true;
  connection.check();
  connection.report(line, true);
  t.mock.timers.tick(4000);
  assert.deepEqual(states, ['offline', 'reconnecting', 'back', 'fine']);
});
