import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBidder } from '../../test/bidders.ts';
import { makeAuction, makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { addressOf, takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { announceStarted } from '../auctions/lifecycle/announce-started.ts';
import { notifyOfBids } from '../bids/notify-of-bids.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();

const FORM = 'application/x-www-form-urlencoded';

const post = async (url: string, payload = 'List-Unsubscribe=One-Click', type = FORM) => {
  const { pathname } = new URL(url);
  const headers = { 'content-type': type };
  return (await node.app.inject({ method: 'POST', url: pathname, headers, payload })).statusCode;
};

/** Returns where the URL leads in a browser. */
const open = async (url: string) => {
  const { statusCode, headers } = await node.app.inject({ url: new URL(url).pathname });
  assert.equal(statusCode, 303);
  return headers.location;
};

/** Returns the URL in the only email queued for a user. */
const addressFor = async (user: number) => {
  const to = await addressOf(node, user);
  const emails = (await takeEmails(node)).filter((email) => email.to === to);
  assert.equal(emails.length, 1);
  return emails[0]!.oneClickUrl!;
};

test('MAIL-8 one click ends the alert behind an email about bids, opening the URL does not', async () => {
  const { company, ada, bo, makeOpen } = await makeSeller(node);
  const watcher = await makeBidder(node, company);
  const auction = await makeOpen({ start_bid: 500 });
  const watch = () => node.call(watcher.user_id, 'POST', `/api/auctions/${auction}/alert`);
  const watches = async () =>
    (await node.call(watcher.user_id, 'GET', `/api/auctions/${auction}`)).body.has_active_alert;
  await watch();
  await ada.bid(auction, 1_000);
  await notifyOfBids(node.context);
  const address = await addressFor(watcher.user_id);
  assert.equal(await open(address), `/auctions/${auction}`);
  assert.equal(await watches(), true);
  assert.equal(await post(address), 200);
  assert.equal(await watches(), false);
  assert.equal(await post(address), 200);

  await watch();
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--';
  assert.equal(await post(address, multipart, 'multipart/form-data; boundary=x'), 200);
  assert.equal(await watches(), false);
  await bo.bid(auction, 2_000);
  await notifyOfBids(node.context);
  const kinds = (await takeEmails(node)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['outbid']);
});

test('MAIL-8, MAIL-5 one click mutes the categories behind an email about a new object', async () => {
  const company = await makeCompany(db);
  const creator = await makeStaff(db, company);
  const [cars, boats, vans] = [
    await makeCategory(db),
    await makeCategory(db),
    await makeCategory(db),
  ];
  const station = await makeBidder(node, company, { categories: [cars, boats] });
  const announce = async (categories: number[]) => {
    await makeAuction(db, { company, creator, categories, unannounced: true });
    while ((await announceStarted(node.context)) > 0);
  };
  const to = await addressOf(node, station.user_id);
  const emailed = async () => (await takeEmails(node)).filter((email) => email.to === to).length;
  await announce([cars, vans]);
  const address = await addressFor(station.user_id);
  assert.equal(await open(address), '/settings');
  assert.equal(await post(address), 200);
  const { body } = await node.call(station.user_id, 'GET', '/api/service-station');
  assert.deepEqual(
    body.silent_categories.map(({ id }: { id: number }) => id),
    [cars],
  );
  await announce([cars]);
  assert.equal(await emailed(), 0);
  await announce([cars, boats]);
  assert.equal(await emailed(), 1);
});

test('MAIL-8 a URL is valid for its auction, workshop and kind of email only, and requires one click', async () => {
  const { company, ada, makeOpen } = await makeSeller(node);
  const auction = await makeOpen({ start_bid: 500 });
  const watcher = await makeBidder(node, company);
  await node.call(watcher.user_id, 'POST', `/api/auctions/${auction}/alert`);
  await ada.bid(auction, 1_000);
  await notifyOfBids(node.context);
  const address = await addressFor(watcher.user_id);
  const forged = [
    address.replace('/alert/', '/categories/'),
    address.replace(`/${auction}/`, `/${auction + 1}/`),
    address.replace(`/${watcher.id}/`, `/${ada.id}/`),
    address.slice(0, -1),
    address.replace('/alert/', '/toString/'),
  ];
  for (const url of forged) assert.equal(await post(url), 404, url);
  assert.equal(await post(address, 'List-Unsubscribe='), 400);
  assert.equal(await post(address, 'x'.repeat(3_000)), 413);
});
