import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { eventually } from '../../test/eventually.ts';
import { type LiveSocket, listen, openReadySocket } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { onceAMinute } from '../log.ts';
import type { Node } from '../node.ts';
import type { BusFault } from './bus.ts';
import { CHANNELS, type Channel, STATELESS } from './channels.ts';

const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
// With a worker, which also listens.
const { node, db } = await openTestNode({ smtpUrl: mailbox.smtpUrl });
const other = await node.startAnother();
after(() => mailbox.stop());

const [near, far] = [await listen(node), await listen(other)];
const { ada, bo, makeOpen } = await makeSeller(node);

/** None has the shape of any channel's payload. */
const MALFORMED = [
  '',
  'x',
  '"x"',
  '7',
  'true',
  '{}',
  '[]',
  '{"ids":null,"ends":[],"own":[]}',
  '{"ids":["1"],"ends":[],"own":[]}',
  '{"ids":[1e99],"ends":[],"own":[]}',
  '{"ids":[],"ends":[],"own":[1]}',
  '{"ids":[],"ends":[],"own":[[1,null]],"facts":{}}',
  '['.repeat(7_900),
];
/** An empty notice is valid on one channel and malformed on the others. */
const nonsenseFor = (channel: Channel) =>
  channel === 'worker' ? MALFORMED : [...MALFORMED, 'null'];

const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(db);

/** A client of an auction page: it reads the auction when admitted and reconnects when it is closed. */
function openPage(on: Pick<Node, 'app'>, address: string, auction: number) {
  let isOpen = true;
  let live: LiveSocket | null = null;
  const page = {
    bid: 0,
    sentAway: 0,
    leave() {
      isOpen = false;
      live?.socket.close();
    },
  };
  const show = async (): Promise<void> => {
    live = await openReadySocket(address, `/ws/auction/${auction}/`, ada.access).catch(() => null);
    // Closed again before it was admitted.
    if (live === null) return isOpen ? show() : undefined;
    if (!isOpen) return live.socket.close();
    // Bids only rise, and the response may be older than a message.
    const onBid = (bid: number | null | undefined) => {
      page.bid = Math.max(page.bid, bid ?? 0);
    };
    live.socket.on('message', (data) => onBid(JSON.parse(data.toString()).bid));
    const reply = await on.app.inject({
      url: `/api/auctions/${auction}`,
      headers: { authorization: `Bearer ${ada.access}` },
    });
    onBid(reply.json().highest_bid);
    void live.closed.then((code) => {
      if (code !== LIVE_CLOSE.restart || !isOpen) return;
      page.sentAway++;
      return show();
    });
  };
  return show().then(() => page);
}

test('LIVE-6 a malformed notification on any channel ends no node and loses no change', async () => {
  const auction = await makeOpen();
  const faults: BusFault[] = [];
  other.context.bus.onFault((fault) => faults.push(fault));
  const pages = await Promise.all([openPage(node, near, auction), openPage(other, far, auction)]);
  let bid = 1_000;
  // First the channels that close no socket: a gap on the others may be announced a second later.
  const others = (Object.keys(CHANNELS) as Channel[]).filter((one) => !STATELESS.includes(one));
  for (const channel of [...STATELESS, ...others]) {
    faults.length = 0;
    const before = pages.map(({ sentAway }) => sentAway);
    const sent = nonsenseFor(channel);
    for (const payload of sent) await notify(channel, payload);
    bid += 1_000;
    await bo.place(auction, bid);
    await eventually(async () => {
      for (const page of pages) assert.equal(page.bid, bid, channel);
      assert.deepEqual(
        faults.map((fault) => fault.channel),
        sent.map(() => channel),
      );
      // It is unknown what the payload was about, so that everything is read again.
      for (const [at, { sentAway }] of pages.entries()) {
        assert.equal(sentAway > before[at]!, !STATELESS.includes(channel), channel);
      }
    });
  }
  for (const page of pages) page.leave();
});

test('LIVE-6 a malformed notification to the job queue ends no node', async () => {
  const { rows } = await sql<{ channel: string }>`
    select 'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24) as channel`.execute(db);
  for (const payload of MALFORMED) await notify(rows[0]!.channel, payload);
  const { status } = await node.call(ada.user_id, 'GET', '/api/auctions');
  assert.equal(status, 200);
});

test('LIVE-6 malformed notifications are logged once a minute, with their number', () => {
  const lines: [string, number][] = [];
  const log = onceAMinute((subject: string, count) => void lines.push([subject, count]));
  for (const subject of ['first', 'second', 'third']) log(subject);
  assert.deepEqual(lines, [['first', 1]]);
});
