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

/** Opens the URL as a browser does. Returns the path that it redirects to. */
const open = async (url: string) => {
  const { statusCode, headers } = await node.app.inject({ url: new URL(url).pathname });
  assert.equal(statusCode, 303);
  return headers.location;
};

/** Returns the unsubscribe URL in the only email queued for a user. */
const unsubscribeUrlFor = async (user: number) => {
  const to = await addressOf(node, user);
  const emails = (await takeEmails(node)).filter((email) => email.to === to);
  assert.equal(emails.length, 1);
  return emails[0]!.oneClickUrl!;
};

test('MAIL-8 one click on the URL of an email about bids turns off the alert; opening the URL does not', async () => {
  const { company, ada, bo, makeOpen } = await makeSeller(node);
  const watcher = await makeBidder(node, company);
  const auction = await makeOpen({ start_bid: 500 });
  const watch = () => node.call(watcher.user_id, 'POST', `/api/auctions/${auction}/alert`);
  const watches = async () =>
    (await node.call(watcher.user_id, 'GET', `/api/auctions/${auction}`)).body.has_active_alert;
  await watch();
  await ada.bid(auction, 1_000);
  await notifyOfBids(node.context);
  const url = await unsubscribeUrlFor(watcher.user_id);
  assert.equal(await open(url), `/auctions/${auction}`);
  assert.equal(await watches(), true);
  assert.equal(await post(url), 200);
  assert.equal(await watches(), false);
  assert.equal(await post(url), 200);

  await watch();
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--';
  assert.equal(await post(url, multipart, 'multipart/form-data; boundary=x'), 200);
  assert.equal(await watches(), false);
  await bo.bid(auction, 2_000);
  await notifyOfBids(node.context);
  const kinds = (await takeEmails(node)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['outbid']);
});

test('MAIL-8, MAIL-5 one click on the URL of an email about a new object mutes its categories', async () => {
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
  const url = await unsubscribeUrlFor(station.user_id);
  assert.equal(await open(url), '/settings');
  assert.equal(await post(url), 200);
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

test('MAIL-8 a URL is valid for its auction, workshop and kind of email only, and the body must be that of one click', async () => {
  const { company, ada, makeOpen } = await makeSeller(node);
  const auction = await makeOpen({ start_bid: 500 });
  const watcher = await makeBidder(node, company);
  await node.call(watcher.user_id, 'POST', `/api/auctions/${auction}/alert`);
  await ada.bid(auction, 1_000);
  await notifyOfBids(node.context);
  const url = await unsubscribeUrlFor(watcher.user_id);
  const forged = [
    url.replace('/alert/', '/categories/'),
    url.replace(`/${auction}/`, `/${auction + 1}/`),
    url.replace(`/${watcher.id}/`, `/${ada.id}/`),
    url.slice(0, -1),
    url.replace('/alert/', '/toString/'),
  ];
  for (const one of forged) assert.equal(await post(one), 404, one);
  assert.equal(await post(url, 'List-Unsubscribe='), 400);
  assert.equal(await post(url, 'x'.repeat(3_000)), 413);
});
