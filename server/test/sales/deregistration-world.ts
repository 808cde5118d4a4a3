import assert from 'node:assert/strict';
import { after } from 'node:test';
import { stockholmDate } from '@restvarde/contract/dates';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { closeAll } from '../auctions/close-all.ts';
import { makeBidder } from '../bidders.ts';
import { shiftAuction } from '../factories.ts';
import { encodeForm, type Fields } from '../forms.ts';
import { makeSeller } from '../seller.ts';
import { startTestNode } from '../test-node.ts';

const PDF = { name: 'intyg.pdf', content: '%PDF-1.7 intyg' };
const DAY_S = 86_400;
const TODAY = stockholmDate(new Date());

/** A company that follows deregistrations (DISM-7), on a separate node. */
export async function openDeregistrations() {
  const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
  const node = await startTestNode({ smtpUrl: mailbox.smtpUrl });
  const { db } = node.context.pool;
  const {
    company,
    manager,
    ada: winner,
    makeOpen,
  } = await makeSeller(node, { name: 'Nordsäkring', follow_deregistration: true });
  after(async () => {
    await node.stop();
    await mailbox.stop();
  });
  const other = await makeBidder(node, company);

  /** An auction that ended a day ago, whose winner is `winner`. */
  const sell = async (values: object = {}) => {
    const id = await makeOpen({ damage_condition: 'DISASSEMBLY', ...values });
    await other.bid(id, 500);
    await winner.bid(id, 900);
    await shiftAuction(db, id, -2 * DAY_S);
    await closeAll(node);
    return id;
  };
  const notify = (id: number, by = manager) =>
    node.call(by, 'POST', `/api/auctions/${id}/notify-winner`);
  const sold = async (values: object = {}) => {
    const id = await sell(values);
    assert.equal((await notify(id)).status, 200);
    return id;
  };
  const read = async (user: number, id: number) =>
    (await node.call(user, 'GET', `/api/auctions/${id}`)).body;
  const send = async (user: number, id: number, fields: Fields = {}) => {
    const form = await encodeForm({ kind: 'certificate', date: TODAY, file: PDF, ...fields });
    return node.call(user, 'POST', `/api/auctions/${id}/deregistration`, form.body, form.headers);
  };
  const judge = (id: number, act: 'approve' | 'return' | 'waive', reason?: string) =>
    node.call(
      manager,
      'POST',
      `/api/auctions/${id}/deregistration/${act}`,
      act === 'approve' ? undefined : { reason },
    );
  const stateOf = async (id: number) => (await read(manager, id)).deregistration?.state;
  return {
    mailbox,
    node,
    db,
    company,
    manager,
    winner,
    other,
    sell,
    notify,
    sold,
    read,
    send,
    judge,
    stateOf,
  };
}
