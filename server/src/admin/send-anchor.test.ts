import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { takeEmails } from '../../test/sent-emails.ts';
import { openTestNode, TEST_SECRET } from '../../test/test-node.ts';
import { openAnchoring } from '../chain/anchor-links.ts';
import { verifyChain } from '../chain/verify-chain.ts';
import { readConfig } from '../config.ts';
import { sendAnchor } from './send-anchor.ts';

const { node, db } = await openTestNode({ anchorEmail: 'revisor@byran.example' });
const world = await makeSaleWorld(node);

const send = async (context: Parameters<typeof sendAnchor>[0]) => {
  await takeEmails(node);
  await db.transaction().execute((tx) => sendAnchor(context, tx, { day: '2026-11-20' }));
  return takeEmails(node);
};

test('DATA-3 the operator gets the newest anchor by email, and `verify` accepts it', async () => {
  assert.deepEqual(await send(node.context), [], 'nothing is anchored yet');
  await world.end();
  await openAnchoring(node.context, { info() {}, warn() {}, error() {} }).seal();
  const [email, ...more] = await send(node.context);
  assert.deepEqual(more, []);
  assert.equal(email?.to, 'revisor@byran.example');
  assert.equal(email.subject, 'Förseglingen 2026-11-20: nummer 1');
  const [, anchor = ''] = /Försegling: ([0-9a-f]{64})$/m.exec(email.text) ?? [];
  const { faults } = await verifyChain(db, { secrets: [TEST_SECRET], anchor });
  assert.deepEqual(faults, []);
});

test('DATA-3 no anchor is mailed without an address, and a wrong one is refused', async () => {
  const config = { ...node.context.config, anchorEmail: null };
  assert.deepEqual(await send({ ...node.context, config }), []);
  assert.throws(() => readConfig({ ANCHOR_EMAIL: 'ingen' }), /ANCHOR_EMAIL must be an e-mail/);
});
