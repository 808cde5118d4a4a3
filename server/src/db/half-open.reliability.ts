import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIVE_CLOSE, LIVE_PATH } from '@restvarde/contract/live';
import { openProxy } from '../../test/cuttable-proxy.ts';
import { eventually } from '../../test/eventually.ts';
import { listen, openReadySocket } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { startSmtpDouble } from '../../test/smtp-double.ts';
import { startTestNode } from '../../test/test-node.ts';
import { sendAccountEmail } from '../auth/emails/send-account-email.ts';

const mail = await startSmtpDouble(() => 'taken');
/** A second node, whose connections keep working. */
const well = await startTestNode();
const proxy = await openProxy(well.databaseUrl);
const node = await startTestNode({ databaseUrl: proxy.url, smtpUrl: mail.url });

after(async () => {
  await proxy.cut();
  await node.stop();
  await well.stop();
  await mail.stop();
});

test('LIVE-2, OPS-10, MAIL-2, AUC-11 a node whose connections have all gone silent notices, and does all its work on new ones', async () => {
  const { db } = well.context.pool;
  const { ada, bo, manager, makeOpen } = await makeSeller(well);
  const auction = await makeOpen();
  await ada.place(auction, 1_000, { on: node });
  const stale = await openReadySocket(await listen(node), LIVE_PATH.auctions, bo.access);
  proxy.forget();
  const ends = await makeOpen({ ends: 1 });
  await db
    .transaction()
    .execute((tx) =>
      sendAccountEmail(well.context, tx, { kind: 'password-changed', user_id: manager }),
    );
  await ada.place(auction, 2_000);
  await Promise.all([
    eventually(async () => {
      assert.equal(stale.socket.readyState, stale.socket.CLOSED);
    }).then(async () => assert.equal(await stale.closed, LIVE_CLOSE.restart)),
    eventually(async () => {
      assert.equal((await bo.bid(auction, 3_000, { on: node })).status, 201);
    }),
    eventually(async () => assert.equal(mail.arrivals.length, 1)),
    eventually(async () => {
      const { closed_at } = await db
        .selectFrom('auction_standings')
        .select('closed_at')
        .where('auction_id', '=', ends)
        .executeTakeFirstOrThrow();
      assert.notEqual(closed_at, null);
    }),
  ]);
  // Lists too, on each pooled connection.
  await eventually(async () => {
    const lists = Array.from({ length: 12 }, () => node.call(manager, 'GET', '/api/auctions'));
    for (const { status } of await Promise.all(lists)) assert.equal(status, 200);
  });
  assert.equal((await node.call(null, 'GET', '/readyz')).status, 200);
});
