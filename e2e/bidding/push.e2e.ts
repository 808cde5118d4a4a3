/// <reference lib="dom" />
/// <reference lib="webworker" />
// Notifications on a device: switched on, sent by the product, shown and opened by the service worker.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, expect, type Page, type Worker } from '@playwright/test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { findBrowser } from '../../tools/test/browser.ts';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { bid, openAuction } from '../fixtures/bidding.ts';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { BROWSER_ARGS, openSignedIn, reload, visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

/** Calls that the push service of the browser has received. */
const received: IncomingHttpHeaders[] = [];
const service = createServer((request, response) => {
  received.push(request.headers);
  request.resume();
  response.writeHead(201).end();
});

let browser: Browser;
let device: Page;
let auction: Auction;

test.beforeAll(async ({ product, seller, faults }) => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/device`;
  auction = await seller.putUp();
  // The headless shell of other tests shows no notifications.
  browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });
  const phone = { width: 360, height: 780, hasTouch: true };
  device = await openSignedIn(browser, product, PEOPLE.workshop, phone, faults);
  // Chromium without Google's keys has no push service, so the subscription is replaced, and nothing else.
  await device.addInitScript((address) => {
    if (!('PushManager' in window)) return;
    const keys = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const subscription = {
      endpoint: address,
      toJSON: () => ({ endpoint: address, keys }),
      async unsubscribe() {
        localStorage.removeItem('test.subscribed');
        return true;
      },
    };
    const kept = () => (localStorage.getItem('test.subscribed') ? subscription : null);
    Object.assign(PushManager.prototype, {
      async subscribe() {
        localStorage.setItem('test.subscribed', '1');
        return subscription;
      },
      getSubscription: async () => kept(),
    });
  }, endpoint);
});

test.afterAll(async () => {
  await browser?.close();
  service.close();
});

const turnOn = () => device.getByRole('button', { name: 'Slå på för den här enheten' });

test('PUSH-1 no page registers the service worker unasked, and it is not cached', async () => {
  await visit(device, '/auctions');
  const count = await device.evaluate(
    async () => (await navigator.serviceWorker.getRegistrations()).length,
  );
  expect(count).toBe(0);
  const worker = await device.request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-type']).toMatch(/javascript/);
  const manifest = await device.request.get('/manifest.webmanifest');
  expect(manifest.headers()['content-type']).toMatch(/manifest\+json/);
  for (const icon of ['icon-192.png', 'icon-512.png', 'icon-maskable.png', 'apple-touch-icon.png'])
    expect((await device.request.get(`/${icon}`)).headers()['content-type']).toBe('image/png');
});

test('PUSH-2, PUSH-3 notifications are enabled on a device under Mitt konto, by kind', async () => {
  await visit(device, '/my-account');
  await expect(turnOn()).toBeVisible();
  await assertAccessible(device);
  await device.context().grantPermissions(['notifications']);
  await reload(device);
  await turnOn().click();
  await expect(device.getByText('Aviseringar är på för den här enheten.')).toBeVisible();
  const ending = device.getByRole('checkbox', { name: /slutar om 15 minuter/ });
  await expect(ending).toBeChecked();
  const isStored = device.waitForResponse((response) => response.request().method() === 'PATCH');
  await device.getByText(/slutar om 15 minuter/).click();
  await isStored;
  await expect(ending).not.toBeChecked();
  await reload(device);
  await expect(device.getByText('Aviseringar är på för den här enheten.')).toBeVisible();
  await expect(ending).not.toBeChecked();
  await assertAccessible(device);
});

test('PUSH-4, PUSH-5 an outbid notification reaches the push service, the worker shows it, and a click opens the auction', async ({
  rivalWorkshop,
}) => {
  await openAuction(device, auction.id);
  await bid(device, '10 000');
  await visit(device, '/my-account');
  await openAuction(rivalWorkshop, auction.id);
  await bid(rivalWorkshop, '12 000');
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
  expect(received[0]!.authorization).toMatch(/^vapid t=.+, k=.+$/);

  const path = `/auctions/${auction.id}`;
  const payload = {
    title: 'Du är överbjuden',
    body: `Volvo V60, auktion ${auction.number}. Nytt bud: 12 000 kr.`,
    path,
    tag: `outbid-${auction.id}`,
  };
  const worker = device.context().serviceWorkers()[0] as Worker;
  await recordShown(worker);
  await deliver(payload);
  const first = [payload.title, payload.body, payload.tag];
  await expect.poll(() => shown(worker)).toEqual([first]);
  await deliver({ ...payload, body: 'Nytt bud: 14 000 kr.' });
  const second = [payload.title, 'Nytt bud: 14 000 kr.', payload.tag];
  await expect.poll(() => shown(worker)).toEqual([first, second]);
  // The newer one replaces the older.
  expect(await onScreen()).toEqual([second]);

  // No test can press a notification of the system: the handler's function runs in the real worker.
  await worker.evaluate(
    (to) =>
      (globalThis as unknown as { openPage(to: string): Promise<unknown> })
        .openPage(to)
        .catch(() => {}),
    path,
  );
  await expect(device.getByRole('heading', { level: 1, name: 'Volvo V60 2021' })).toBeVisible();
});

test('PUSH-4 nothing is shown while the auction is open in a visible window', async () => {
  const worker = device.context().serviceWorkers()[0] as Worker;
  await recordShown(worker);
  const path = `/auctions/${auction.id}`;
  await deliver({ title: 'Auktionen slutar snart', body: 'A', path, tag: 'ending-a' });
  await deliver({
    title: 'Auktionen slutar snart',
    body: 'B',
    path: '/auctions/0',
    tag: 'ending-b',
  });
  await expect.poll(() => shown(worker)).toEqual([['Auktionen slutar snart', 'B', 'ending-b']]);
});

test('PUSH-2 after another login the device is subscribed again, unless it was switched off', async ({
  database,
  product,
}) => {
  const count = async () => {
    const { rows } = await database.query('select session_id from push_subscriptions');
    return rows.map(({ session_id }) => session_id);
  };
  const [before] = await count();
  await visit(device, '/my-account');
  await device.getByRole('button', { name: 'Logga ut', exact: true }).last().click();
  await expect.poll(count).toEqual([]);
  const { access, refresh } = await openSession(product, PEOPLE.workshop);
  const tokens = JSON.stringify({ access_token: access, refresh_token: refresh });
  await device.evaluate((login) => localStorage.setItem('restvarde.auth', login), tokens);
  await visit(device, '/auctions');
  await expect.poll(count).toHaveLength(1);
  expect(await count()).not.toEqual([before]);
  await visit(device, '/my-account');
  await device.getByRole('button', { name: 'Stäng av för den här enheten' }).click();
  await expect(turnOn()).toBeVisible();
  await expect.poll(count).toEqual([]);
});

/** Delivers a message as the browser does, once it has been decrypted. */
async function deliver(payload: object): Promise<void> {
  const context = device.context();
  const line = await context.newCDPSession(device);
  const found = new Promise<string>((resolve) => {
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await line.send('ServiceWorker.enable');
  await line.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(device.url()).origin,
    registrationId: await found,
    data: JSON.stringify(payload),
  });
  await line.detach();
}

/** Starts a new list of what the worker shows. */
async function recordShown(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope & { shown: unknown[] };
    const { registration } = scope;
    scope.shown = [];
    const { showNotification } = ServiceWorkerRegistration.prototype;
    registration.showNotification = async (title, options) => {
      await showNotification.call(registration, title, options);
      scope.shown.push([title, options?.body, options?.tag]);
    };
  });
}

/**
 * Title, body and tag of what the worker has shown since `recordShown`. Does not ask the browser for its notifications:
 * it removes one that is stored but not on the screen yet when it is asked.
 */
const shown = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown);

/** Title, body and tag of the notifications on the screen. */
function onScreen(): Promise<string[][]> {
  return device.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag }) => [title, body, tag]);
  });
}
