import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { latestEmail, readEmails } from '../../../demo/src/mailbox/read-mailbox.ts';
import { closeAll } from '../../test/auctions/close-all.ts';
import {
  makeAuction,
  makeCompany,
  makeStaff,
  makeStation,
  type Station,
  shiftAuction,
} from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
const { node, db } = await openTestNode({ smtpUrl: mailbox.smtpUrl });
const { company, manager, makeOpen } = await makeSeller(node, { name: 'Nordsäkring' });
const winner = await makeStation(db, company, { user: { email: 'vinnare@verkstad.example' } });
const loser = await makeStation(db, company, { user: { email: 'forlorare@verkstad.example' } });
const id = await makeOpen({ number: 'NS-7', hidden_bids: true });
await node.call(winner.user_id, 'POST', `/api/auctions/${id}/bids`, { bid: 12_500 });
await node.call(loser.user_id, 'POST', `/api/auctions/${id}/bids`, { bid: 9_000 });
after(() => mailbox.stop());
const notify = () => node.call(manager, 'POST', `/api/auctions/${id}/notify-winner`);

test('AUC-10 without a winner there is nobody to notify', async () => {
  const { status, body } = await notify();
  assert.equal(status, 400);
  assert.deepEqual(body, { detail: 'Auktionen har ingen vinnare än.' });
});

test('AUC-10, AUC-13, LIST-6, MAIL-1 the winner is notified once, and sees and lists the win only then', async () => {
  await shiftAuction(db, id, -2 * 86_400);
  await closeAll(node);
  const readAs = async (station: Station) =>
    (await node.call(station.user_id, 'GET', `/api/auctions/${id}`)).body;
  assert.equal((await readAs(winner)).winning_bid, null);

  const answers = await Promise.all(Array.from({ length: 5 }, notify));
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.equal(body.has_notified_winner, true);
  }
  const isNotice = ({ subject }: { subject: string }) => subject.startsWith('Du har vunnit');
  const email = await latestEmail(mailbox.url, 'vinnare@verkstad.example', isNotice);
  assert.equal(email.subject, 'Du har vunnit: Volvo V60, auktion NS-7');
  const text = email.text ?? '';
  assert.match(text, /12\s500\skr/);
  assert.match(text, /Hämta objektet senast (mån|tis|ons|tor|fre|lör|sön)\s\d+/);
  assert.match(text, /Ägarbytet ska vara anmält till Transportstyrelsen inom 10 dagar\./);
  assert.match(text, new RegExp(`/auctions/${id}\\b`));
  const notices = async (to: string) => (await readEmails(mailbox.url, to)).filter(isNotice).length;
  assert.equal(await notices('vinnare@verkstad.example'), 1);
  assert.equal(await notices('forlorare@verkstad.example'), 0);

  assert.equal((await readAs(winner)).winning_bid, 12_500);
  assert.equal((await readAs(loser)).winning_bid, null);
  const won = async (station: Station) =>
    (await node.call(station.user_id, 'GET', '/api/won-auctions')).body.results.length;
  assert.equal(await won(winner), 1);
  assert.equal(await won(loser), 0);
});

test('AUC-8, AUC-13, MAIL-1 a winner selected with a lower bid sees that bid everywhere', async () => {
  const south = await makeCompany(db, { name: 'Sydsäkring' });
  const staff = await makeStaff(db, south);
  const station = await makeStation(db, south, { user: { email: 'lagre@verkstad.example' } });
  for (const hidden_bids of [false, true]) {
    const number = hidden_bids ? 'SS-2' : 'SS-1';
    const auction = await makeAuction(db, { company: south, creator: staff, number, hidden_bids });
    const bid = (amount: number) =>
      node.call(station.user_id, 'POST', `/api/auctions/${auction}/bids`, { bid: amount });
    await bid(45_000);
    await bid(47_000);
    await shiftAuction(db, auction, -2 * 86_400);
    await closeAll(node);
    const path = `/api/auctions/${auction}`;
    const reason = 'Det högsta var ett misstag';
    await node.call(staff, 'POST', `${path}/bids/1/select-winner`, { reason });
    await node.call(staff, 'POST', `${path}/notify-winner`);
    const page = (await node.call(station.user_id, 'GET', path)).body;
    const listed = await Promise.all(
      ['/api/won-auctions', '/api/my-auctions'].map(async (list) =>
        (await node.call(station.user_id, 'GET', list)).body.results.find(
          (card: { id: number }) => card.id === auction,
        ),
      ),
    );
    for (const shown of [page, ...listed]) {
      assert.equal(shown.winning_bid, 45_000);
      assert.equal(shown.my_bid, 47_000);
      assert.equal(shown.has_notified_winner, true);
    }
    const email = await latestEmail(
      mailbox.url,
      'lagre@verkstad.example',
      ({ subject }) => subject.startsWith('Du har vunnit') && subject.endsWith(number),
    );
    assert.match(email.text ?? '', /Ditt bud: 45\s000\skr/);
  }
});

test('AUC-10, AUC-8, HOME-4, MAIL-2 a winner whose station is removed is not marked as notified, and another can be selected', async () => {
  const fresh = await makeCompany(db);
  const staff = await makeStaff(db, fresh, 30);
  const [gone, other] = [await makeStation(db, fresh), await makeStation(db, fresh)];
  const auction = await makeAuction(db, { company: fresh, creator: staff });
  const path = `/api/auctions/${auction}`;
  await node.call(other.user_id, 'POST', `${path}/bids`, { bid: 1_000 });
  await node.call(gone.user_id, 'POST', `${path}/bids`, { bid: 2_000 });
  await shiftAuction(db, auction, -2 * 86_400);
  await closeAll(node);
  await node.call(staff, 'DELETE', `/api/service-stations/${gone.id}`);
  const before = await node.call(staff, 'GET', `${path}/history`);

  const { status, body } = await node.call(staff, 'POST', `${path}/notify-winner`);
  assert.equal(status, 400);
  assert.deepEqual(body, {
    detail: 'Vinnarens verkstad är borttagen, så ingen kan meddelas. Välj en annan vinnare.',
  });
  const page = (await node.call(staff, 'GET', path)).body;
  assert.deepEqual([page.has_notified_winner, page.winner_notified_at], [false, null]);
  assert.equal(page.sale_phase, 'ended');
  assert.deepEqual((await node.call(staff, 'GET', `${path}/history`)).body, before.body);
  const todo = async () =>
    (await node.call(staff, 'GET', '/api/todo')).body.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(await todo(), ['not_notified']);

  const reason = 'Den andra verkstaden finns inte längre';
  const select = (bid: number) =>
    node.call(staff, 'POST', `${path}/bids/${bid}/select-winner`, { reason });
  assert.equal((await select(1)).status, 200);
  const back = await select(2);
  assert.deepEqual(
    [back.status, back.body],
    [400, { detail: 'Verkstaden är borttagen och kan inte bli vinnare. Välj ett annat bud.' }],
  );
  assert.equal((await node.call(staff, 'POST', `${path}/notify-winner`)).status, 200);
  assert.deepEqual(await todo(), []);
  // Already notified: removing the station afterwards changes nothing.
  await node.call(staff, 'DELETE', `/api/service-stations/${other.id}`);
  assert.equal((await node.call(staff, 'POST', `${path}/notify-winner`)).status, 200);
});
