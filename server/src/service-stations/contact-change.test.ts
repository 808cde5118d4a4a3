import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { makeBidder } from '../../test/bidders.ts';
import { makeAuction, makeCompany, makeStaff } from '../../test/factories.ts';
import { addressOf, takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { hashPassword } from '../auth/passwords/password.ts';

const { node, db } = await openTestNode();

const nord = await makeCompany(db);
const vast = await makeCompany(db);
const admin = await makeStaff(db, nord, 30);
const password_hash = await hashPassword('en gammal bilverkstad');

const freshAddress = () => `${randomBytes(4).toString('hex')}@verkstad.example`;
const makeContact = () => makeBidder(node, nord, { user: { password_hash } });
const change = (station: { id: number }, body: object) =>
  node.call(admin, 'PATCH', `/api/service-stations/${station.id}/user`, body);
const isLoggedIn = async ({ access }: { access: string }) => {
  const headers = { authorization: `Bearer ${access}` };
  return (await node.call(null, 'GET', '/api/users/me', null, headers)).status === 200;
};
/** Sent emails: kind and recipient. */
const takeSent = async () => (await takeEmails(node)).map(({ kind, to }) => [kind, to]).toSorted();
const accountOf = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

/** Sets a password by the link mailed to the address. */
async function choosePassword(email: string): Promise<number> {
  const welcome = (await takeEmails(node)).findLast(({ to }) => to === email);
  const [, token] = /\/create-password\/([\w-]+)/.exec(welcome!.text)!;
  const password = 'en helt ny bilverkstad';
  return (
    await node.call(null, 'POST', `/api/reset-password/${token}`, {
      ...{ password, confirm_password: password },
    })
  ).status;
}

/** Ends an auction that the station wins. Returns the path of the call that notifies the winner. */
async function winWith(station: Awaited<ReturnType<typeof makeContact>>): Promise<string> {
  const auction = await makeAuction(db, { company: nord, creator: admin });
  await station.place(auction, 5_000);
  for (const path of ['cancel', 'bids/1/select-winner'])
    assert.equal(
      (await node.call(admin, 'POST', `/api/auctions/${auction}/${path}`, {})).status,
      200,
    );
  return `/api/auctions/${auction}/notify-winner`;
}

test('STN-5, MAIL-9 until the new address is confirmed the old contact logs in and gets the station’s mail', async () => {
  const station = await makeContact();
  const old = await addressOf(node, station.user_id);
  const notify = await winWith(station);
  await takeEmails(node);
  const email = freshAddress();
  const { status, body } = await change(station, { email });
  assert.deepEqual([status, body.user.email, body.successor.email], [200, old, email]);
  assert.equal(await isLoggedIn(station), true);
  assert.equal((await node.call(admin, 'POST', notify, {})).status, 200);
  assert.deepEqual(await takeSent(), [
    ['contact-change', old],
    ['set-password', email],
    ['winner', old],
  ]);
});

test('STN-5 a confirmed address gets a new account, and nothing of the old account is passed on', async () => {
  const station = await makeContact();
  const old = await addressOf(node, station.user_id);
  await db
    .insertInto('known_places')
    .values({ user_id: station.user_id, kind: 'device', place_hash: randomBytes(32) })
    .execute();
  const email = freshAddress();
  await change(station, { first_name: 'Bo', last_name: 'Ek', email });
  assert.equal(await choosePassword(email), 204);
  assert.equal(await isLoggedIn(station), false);
  const { id, is_successor, deactivated_at } = await accountOf(email);
  assert.notEqual(id, station.user_id);
  assert.deepEqual([is_successor, deactivated_at], [false, null]);
  const { access } = await node.logIn(id);
  const headers = { authorization: `Bearer ${access}` };
  const me = await node.call(null, 'GET', '/api/users/me', null, headers);
  assert.deepEqual([me.body.first_name, me.body.has_accepted_terms], ['Bo', false]);
  const places = await db.selectFrom('known_places').select('user_id').execute();
  assert.ok(!places.some(({ user_id }) => user_id === id));
  // The old account is closed but keeps its name, which DATA-2 and `erase` look for.
  const closed = await accountOf(old);
  assert.deepEqual([closed.first_name, closed.anonymised_at], ['Erik', null]);
  assert.notEqual(closed.deactivated_at, null);
  const sent = (await takeEmails(node)).map(({ kind, to, subject }) => [kind, to, subject]);
  assert.deepEqual(
    sent.map(([kind, to]) => [kind, to]),
    [['contact-change', old]],
  );
  assert.match(sent[0]![2]!, /^Din inloggning för .* är avslutad$/);
  const auction = await makeAuction(db, { company: nord, creator: admin });
  const bid = await node.call(id, 'POST', `/api/auctions/${auction}/bids`, {
    ...{ bid: 5_000, has_accepted_terms: true },
  });
  assert.equal(bid.status, 201);
  for (const path of ['cancel', 'bids/1/select-winner', 'notify-winner'])
    await node.call(admin, 'POST', `/api/auctions/${auction}/${path}`, {});
  assert.deepEqual(
    (await takeSent()).filter(([kind]) => kind === 'winner'),
    [['winner', email]],
  );
});

test('STN-5 a change can be resent, cancelled, and replaced by another', async () => {
  const station = await makeContact();
  const old = await addressOf(node, station.user_id);
  const [first, second] = [freshAddress(), freshAddress()];
  await change(station, { email: first });
  const again = await change(station, { first_name: 'Bo', email: first });
  assert.deepEqual(
    [again.body.user.first_name, again.body.successor],
    ['Erik', { first_name: 'Bo', last_name: 'Berg', email: first }],
  );
  assert.deepEqual(await takeSent(), [
    ['contact-change', old],
    ['set-password', first],
    ['set-password', first],
  ]);
  await change(station, { first_name: 'Erika' });
  const other = await change(station, { email: second });
  assert.deepEqual([other.body.user.first_name, other.body.successor.email], ['Erika', second]);
  assert.notEqual((await accountOf(first)).deactivated_at, null);
  const back = await change(station, { email: old });
  assert.deepEqual([back.body.user.email, back.body.successor], [old, null]);
  // The change was cancelled before its emails were sent.
  assert.deepEqual(await takeSent(), []);
  assert.equal(await isLoggedIn(station), true);
});

test('STN-5 an email about a change that is queued when the station is removed is not sent', async () => {
  const station = await makeContact();
  await change(station, { email: freshAddress() });
  const { status } = await node.call(admin, 'DELETE', `/api/service-stations/${station.id}`);
  assert.equal(status, 204);
  assert.deepEqual(await takeSent(), []);
});

test('STN-5 a contact without a password is replaced at once', async () => {
  const station = await makeBidder(node, nord);
  const old = await addressOf(node, station.user_id);
  const email = freshAddress();
  const { body } = await change(station, { email });
  assert.deepEqual([body.user.email, body.successor], [email, null]);
  assert.equal(await isLoggedIn(station), false);
  assert.notEqual((await accountOf(old)).deactivated_at, null);
  assert.deepEqual(
    (await takeEmails(node)).map(({ to }) => to),
    [email],
  );
});

test('STN-9, MAIL-9 if the new address belongs to another company’s workshop, that one gets no mail for this workshop', async () => {
  const stranger = await makeBidder(node, vast, { user: { password_hash } });
  const email = await addressOf(node, stranger.user_id);
  const station = await makeContact();
  const old = await addressOf(node, station.user_id);
  const notify = await winWith(station);
  await takeEmails(node);
  const { status, body } = await change(station, { email });
  assert.deepEqual([status, body.successor.email], [200, email]);
  await node.call(admin, 'POST', notify, {});
  const sent = await takeEmails(node);
  assert.deepEqual(sent.map(({ kind, to }) => [kind, to]).toSorted(), [
    ['contact-change', old],
    ['set-password', email],
    ['winner', old],
  ]);
  const taken = sent.find(({ to }) => to === email);
  assert.equal(taken?.subject, 'Du har redan ett konto hos Restvärde');
  assert.equal(await isLoggedIn(stranger), true);
});

test('MAIL-9 a winner whose only contact waits for its address to be free cannot be notified', async () => {
  const station = await makeContact();
  const notify = await winWith(station);
  await db
    .updateTable('users')
    .set({ waits_for_address: true })
    .where('id', '=', station.user_id)
    .execute();
  await takeEmails(node);
  const { status, body } = await node.call(admin, 'POST', notify, {});
  assert.equal(status, 400);
  assert.match(body.detail, /ingen som kan meddelas/);
  assert.deepEqual(await takeEmails(node), []);
});

test('MAIL-9 mail about an auction goes to an admin while its manager waits for an address to be free', async () => {
  const boss = await makeStaff(db, vast, 30);
  const manager = await makeStaff(db, vast, 20, { waits_for_address: true });
  const auction = await makeAuction(db, { company: vast, creator: manager });
  await db.transaction().execute((tx) =>
    node.context.jobs.send(tx, 'mail', {
      kind: 'not-relisted',
      auction_id: auction,
      why: 'Ange ett utropspris',
    }),
  );
  assert.deepEqual(
    (await takeEmails(node)).map(({ to }) => to),
    [await addressOf(node, boss)],
  );
});
