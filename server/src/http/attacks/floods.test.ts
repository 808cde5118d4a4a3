import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { LIVE_CLOSE, LIVE_PATH } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { type Bidder, makeBidder } from '../../../test/bidders.ts';
import { untilLimited } from '../../../test/eventually.ts';
import { listen, openReadySocket, openSocket } from '../../../test/live-socket.ts';
import { makeSeller } from '../../../test/seller.ts';
import { type Answer, openTestNode } from '../../../test/test-node.ts';
import { OPEN_AT_ONCE, SHARES } from '../limit-table.ts';

const { node } = await openTestNode({ limits: 'real' });

const { company, manager, ada, bo, makeOpen } = await makeSeller(node);
const auction = await makeOpen();

const readList = ({ access }: Bidder) =>
  node.app.inject({
    url: '/api/my-auctions?ordering=-bid_highest',
    headers: { authorization: `Bearer ${access}` },
  });

/** The number of replies by status. */
function countStatuses(replies: { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

test('LIMIT-3 twenty of 130 concurrent calls by one user run at once, and other users’ calls get through', async () => {
  const flood = Array.from({ length: 130 }, () => readList(ada));
  const [list, bid] = await Promise.all([readList(bo), bo.bid(auction, 5_000)]);
  assert.deepEqual([list.statusCode, bid.status], [200, 201]);
  const replies = await Promise.all(flood);
  assert.deepEqual(countStatuses(replies), { 200: 20, 429: 110 });
  const refused = replies.find(({ statusCode }) => statusCode === 429)!;
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.json().detail, 'Du gör för mycket på en gång. Försök igen om 1 sekund.');
  assert.equal((await readList(ada)).statusCode, 200);
});

test('LIMIT-1, LIMIT-3 twenty of 400 concurrent bids by one user are decided', async () => {
  const other = await makeOpen();
  const flood = Array.from({ length: 400 }, (_, at) => ada.bid(other, 1_000 + at));
  await bo.place(auction, 6_000);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status !== 429).length, SHARES.bids.in_flight);
});

test('LIMIT-1 a user who bids continuously is slowed down with a message', async () => {
  const cy = await makeBidder(node, company);
  const isLimited = ({ status }: Answer) => status === 429;
  const answers = await untilLimited(() => cy.bid(auction, 1), isLimited);
  assert.match(
    answers.find(isLimited)!.body.detail,
    /^Du har lagt många bud på kort tid\. Försök igen om \d+ sekunde?r?\.$/,
  );
  assert.equal(
    answers.slice(0, 100).every(({ status }) => status === 400),
    true,
  );
});

test('LIMIT-3 lists cannot use up the connections that bids need', async () => {
  const lock = sql`select pg_advisory_xact_lock(1)`;
  const { bids, waiting } = await node.owner.transaction().execute(async (tx) => {
    await lock.execute(tx);
    // They wait until this transaction ends.
    const locks = Array.from({ length: 12 }, () => lock.execute(node.context.pool.db));
    return {
      bids: [await ada.bid(auction, 20_000), await bo.bid(auction, 30_000)],
      waiting: locks,
    };
  });
  assert.deepEqual(
    bids.map(({ status }) => status),
    [201, 201],
  );
  await Promise.all(waiting);
});

test('LIMIT-3 a user may have forty live sockets on a node; one more is closed', async () => {
  const address = await listen(node);
  const open = () => openReadySocket(address, LIVE_PATH.auctions, ada.access);
  const sockets = await Promise.all(Array.from({ length: OPEN_AT_ONCE.sockets }, open));
  const more = openSocket(address, LIVE_PATH.auctions, ada.access);
  assert.equal(await more.closed, LIVE_CLOSE.tooMany);
  const other = await openReadySocket(address, LIVE_PATH.auctions, bo.access);
  sockets[0]!.socket.close();
  await sockets[0]!.closed;
  const again = await open();
  for (const { socket } of [...sockets, other, again]) socket.terminate();
});

test('LIMIT-3 a login beyond twenty sessions ends the oldest', async () => {
  const sessions = [];
  for (let login = 0; login < OPEN_AT_ONCE.sessions + 2; login++) {
    sessions.push(await node.logIn(manager));
  }
  node.sessions.forget();
  const statuses = [];
  for (const { access } of sessions) {
    const headers = { authorization: `Bearer ${access}` };
    statuses.push((await node.app.inject({ url: '/api/users/me', headers })).statusCode);
  }
  const alive = Array.from({ length: OPEN_AT_ONCE.sessions }, () => 200);
  assert.deepEqual(statuses, [401, 401, ...alive]);
});

test('LIMIT-3 many refusals delay the next reply: by limit, role, session and address', async () => {
  const { pace } = node.context;
  const call = async (url: string, token: string, remoteAddress = '198.18.0.1') => {
    const headers = { authorization: `Bearer ${token}` };
    return (await node.app.inject({ url, headers, remoteAddress })).statusCode;
  };
  const [cy, di] = [await makeBidder(node, company), await makeBidder(node, company)];
  const logInAndOut = async () => {
    const { access, refresh } = await node.logIn(di.user_id);
    await node.sessions.end(refresh, { ip: null, user_agent: 'test' });
    return access;
  };
  const [flooded, quiet] = [await logInAndOut(), await logInAndOut()];
  const session = node.sessions.sessionOnceOf(flooded);
  for (const who of [`user ${cy.user_id}`, `session ${session}`, 'address 198.18.0.1'])
    for (let time = 0; time < 1_000; time++) void pace.wait(who, new Socket().destroy());
  const answered: string[] = [];
  const note = async (name: string, status: Promise<number>) => {
    const outcome = `${name} ${await status}`;
    answered.push(outcome);
    return outcome;
  };
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const busy = Array.from({ length: SHARES.calls.in_flight }, () =>
    node.context.turns.calls.take(cy.user_id, () => isOver),
  );
  const flooding = [
    note('role', call('/api/users', cy.access)),
    note('limit', call('/api/my-auctions', cy.access)),
    note('ended', call('/api/users', flooded, '198.18.0.2')),
    note('stranger', call('/api/users', 'x')),
  ];
  await note('role', call('/api/users', di.access));
  await note('living', call('/api/my-auctions', di.access));
  await note('ended, too', call('/api/users', quiet));
  await note('stranger, too', call('/api/users', `${flooded}x`, '198.18.0.2'));
  assert.deepEqual(answered, ['role 403', 'living 200', 'ended, too 401', 'stranger, too 401']);
  pace.stop();
  end();
  await Promise.all(busy);
  assert.deepEqual(await Promise.all(flooding), [
    'role 403',
    'limit 429',
    'ended 401',
    'stranger 401',
  ]);
});
