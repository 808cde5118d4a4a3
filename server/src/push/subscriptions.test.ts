import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeBidder } from '../../test/bidders.ts';
import { makeStaff } from '../../test/factories.ts';
import { startPushService, subscribe } from '../../test/receivers/push-service.ts';
import { makeSeller } from '../../test/seller.ts';
import { startTestNode } from '../../test/test-node.ts';

const service = await startPushService();
const node = await startTestNode();
const privateNode = await startTestNode({ reachesPrivate: true });
const { db } = privateNode.context.pool;
after(async () => {
  await Promise.all([node.stop(), privateNode.stop()]);
  await service.stop();
});

const { company, manager } = await makeSeller(privateNode);
const [ada, bo] = [await makeBidder(privateNode, company), await makeBidder(privateNode, company)];
const count = async (user_id: number) => {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', user_id)
    .execute();
  return rows.length;
};

test('PUSH-2 an address that is not a push service’s is refused', async () => {
  const seller = await makeSeller(node);
  const cia = await makeBidder(node, seller.company);
  const { keys } = service.openBrowser();
  const answer = (endpoint: string) =>
    node.call(cia.user_id, 'POST', '/api/push-subscriptions', { endpoint, keys });
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ]) {
    assert.equal((await answer(endpoint)).status, 201, endpoint);
  }
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://name@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil-push.apple.com/abc',
    'https://push.apple.com.evil.example/abc',
    'https://127.0.0.1/abc',
    'https://fcm.googleapis.com/\u0000',
    'https://fcm.googleapis.com/\ud800',
    'abc',
  ]) {
    const { status, body } = await answer(endpoint);
    assert.deepEqual([status, body], [400, { endpoint: ['Adressen är inte tillåten.'] }], endpoint);
  }
  const long = await answer(`https://fcm.googleapis.com/${'a'.repeat(1_000)}`);
  assert.deepEqual(long.body, { endpoint: ['Högst 1000 tecken.'] });
});

test('PUSH-2 keys are a point of P-256 and 16 bytes', async () => {
  const { endpoint, keys } = service.openBrowser();
  const off = Buffer.from(keys.p256dh, 'base64url');
  off[64]! ^= 1;
  for (const wrong of [
    { ...keys, auth: 'abc' },
    { ...keys, p256dh: keys.auth },
    { ...keys, p256dh: off.toString('base64url') },
  ]) {
    const body = { endpoint, keys: wrong };
    const answer = await privateNode.call(ada.user_id, 'POST', '/api/push-subscriptions', body);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body.keys, ['Ogiltigt värde.']);
  }
});

test('PUSH-2 only workshops subscribe, and the key is the same on every node', async () => {
  const staff = await privateNode.call(manager, 'GET', '/api/push-key');
  assert.equal(staff.status, 403);
  const { body } = await privateNode.call(ada.user_id, 'GET', '/api/push-key');
  assert.match(body.key, /^B[\w-]{86}$/);
  const other = await privateNode.startAnother();
  assert.equal(other.context.push_key, body.key);
});

test('PUSH-2 an endpoint belongs to its last registrant, and nobody else can remove it', async () => {
  const browser = service.openBrowser();
  const [hers, his] = [await count(ada.user_id), await count(bo.user_id)];
  const first = await subscribe(privateNode, ada.user_id, browser);
  assert.deepEqual([first.status, Object.keys(first.body)], [201, ['id']]);
  assert.equal((await subscribe(privateNode, ada.user_id, browser)).status, 201);
  assert.equal(await count(ada.user_id), hers + 1);
  await subscribe(privateNode, bo.user_id, browser);
  assert.deepEqual([await count(ada.user_id), await count(bo.user_id)], [hers, his + 1]);
  const remove = (user: number) =>
    privateNode.call(user, 'DELETE', '/api/push-subscriptions', { endpoint: browser.endpoint });
  assert.equal((await remove(ada.user_id)).status, 404);
  assert.equal((await remove(bo.user_id)).status, 204);
  assert.equal((await remove(bo.user_id)).status, 404);
  const odd = { endpoint: 'https://fcm.googleapis.com/\u0000' };
  const refused = await privateNode.call(bo.user_id, 'DELETE', '/api/push-subscriptions', odd);
  assert.equal(refused.status, 400);
});

test('PUSH-2 a user has at most ten browsers; the oldest is removed', async () => {
  const cia = await makeBidder(privateNode, company);
  const browsers = Array.from({ length: 11 }, () => service.openBrowser());
  for (const browser of browsers) await subscribe(privateNode, cia.user_id, browser);
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('user_id', '=', cia.user_id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ endpoint }) => endpoint),
    browsers.slice(1).map(({ endpoint }) => endpoint),
  );
});

test('PUSH-2 a subscription ends with its session, whatever ends it', async () => {
  const cia = await makeBidder(privateNode, company);
  const enter = async () => {
    const { access, refresh } = await privateNode.logIn(cia.user_id);
    const headers = { authorization: `Bearer ${access}` };
    const { endpoint, keys } = service.openBrowser();
    const body = { endpoint, keys };
    await privateNode.call(null, 'POST', '/api/push-subscriptions', body, headers);
    return { headers, refresh };
  };
  const one = await enter();
  const two = await enter();
  assert.equal(await count(cia.user_id), 2);
  await privateNode.call(null, 'POST', '/api/auth/logout', { refresh: one.refresh });
  assert.equal(await count(cia.user_id), 1);
  await enter();
  await privateNode.call(null, 'POST', '/api/sessions/end-others', null, two.headers);
  assert.equal(await count(cia.user_id), 1);
  await privateNode.call(null, 'POST', '/api/auth/logout-all', null, two.headers);
  assert.equal(await count(cia.user_id), 0);
});

test('PUSH-3 each kind is on until it is switched off; missing and unknown kinds change nothing', async () => {
  const path = '/api/notification-settings';
  const read = async () => (await privateNode.call(bo.user_id, 'GET', path)).body;
  const all = {
    outbid: { push: true },
    offer: { push: true },
    won: { push: true },
    ending: { push: true },
  };
  assert.deepEqual(await read(), all);
  const change = { ending: { push: false }, unknown: { push: false } };
  const { status, body } = await privateNode.call(bo.user_id, 'PATCH', path, change);
  assert.deepEqual([status, body], [200, { ...all, ending: { push: false } }]);
  await privateNode.call(bo.user_id, 'PATCH', path, { won: { push: false } });
  assert.deepEqual(await read(), { ...all, ending: { push: false }, won: { push: false } });
  await privateNode.call(bo.user_id, 'PATCH', path, { ending: { push: true } });
  assert.deepEqual(await read(), { ...all, won: { push: false } });
  const admin = await makeStaff(db, company, 30);
  assert.equal((await privateNode.call(admin, 'GET', path)).status, 403);
  const wrong = await privateNode.call(bo.user_id, 'PATCH', path, { won: { push: 'no' } });
  assert.equal(wrong.status, 400);
});
