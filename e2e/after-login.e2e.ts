// What a browser does once somebody has logged in: what it fetches, keeps and shares with its other tabs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as calls from '@restvarde/contract/auth/login';
import * as session from '@restvarde/contract/auth/session';
import { listCategories, listStagingAreas } from '@restvarde/contract/categories';
import { getCompany, listCompanies } from '@restvarde/contract/companies/companies';
import { getOwnStation } from '@restvarde/contract/service-stations';
import { getMe } from '@restvarde/contract/users';
import type { Page, Request } from 'playwright-core';
import { sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import { logIn, openWindows, PEOPLE, type Windows, waitForInside } from './people.ts';
import { type Product, startProduct } from './product.ts';

const EVERYBODY = [getMe, listCategories, listStagingAreas];

let product: Product;
let windows: Windows;
let lind: Page;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

for (const [who, wanted, unwanted] of [
  ['lind', [getCompany, getOwnStation], [listCompanies]],
  ['manager', [getCompany], [listCompanies, getOwnStation]],
  ['admin', [getCompany, listCompanies], [getOwnStation]],
  // A superuser belongs to no company.
  ['superuser', [listCompanies], [getOwnStation]],
] as const) {
  test(`AUTH-11 after the login of ${who} what most pages need is loaded, by role`, async () => {
    const page = await windows.open();
    await page.goto('/');
    const replies: string[] = [];
    page.on('response', (reply) => replies.push(`${pathOf(reply)} ${reply.status()}`));
    await logIn(page, product, PEOPLE[who]);
    for (const { path } of [...EVERYBODY, ...wanted]) {
      await eventually(path, async () => replies.includes(`${path} 200`));
    }
    for (const { path } of unwanted) assert.ok(!replies.some((reply) => reply.startsWith(path)));
  });
}

test('AUTH-11 what could not be loaded is logged, and the page stands', async () => {
  const page = await windows.open();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const failing = [listCategories, listStagingAreas, getCompany, getOwnStation];
  for (const { path } of failing) {
    await page.route(`**${path}*`, (route) => route.abort('connectionreset'));
  }
  await page.goto('/');
  await logIn(page, product, PEOPLE.lind);
  await page.getByRole('heading', { level: 1, name: 'Auktioner' }).waitFor();
  for (const key of ['categories', 'staging-areas', 'company', 'own-station']) {
    await eventually(`word of ${key}`, async () =>
      logged.some((line) => line.startsWith('A query failed') && line.includes(key)),
    );
  }
  await page.getByRole('link', { name: 'Vunna auktioner' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vunna auktioner' }).waitFor();
});

test('AUTH-11, SHELL-3 who cannot be told who they are see no menu, and may try again', async () => {
  lind = await windows.open();
  await lind.goto('/');
  await logIn(lind, product, PEOPLE.lind);
  const menu = lind.getByRole('navigation', { name: 'Huvudmeny' });
  await lind.route(`**${getMe.path}`, (route) => route.abort('connectionreset'));
  await lind.goto('/my-account');
  await lind.getByRole('heading', { level: 1, name: 'Något gick fel' }).waitFor();
  assert.equal(await menu.count(), 0);
  await lind.unroute(`**${getMe.path}`);
  await lind.getByRole('button', { name: 'Försök igen' }).click();
  await lind.getByRole('heading', { level: 1, name: 'Mitt konto' }).waitFor();
  await menu.waitFor();
});

test('AUTH-1 the login lives in web storage, and no cookie is set', async () => {
  const kept = await lind.evaluate(() => globalThis.localStorage.getItem('restvarde.auth'));
  const { access_token, refresh_token, ...rest } = JSON.parse(kept!);
  assert.equal(typeof access_token, 'string');
  assert.equal(typeof refresh_token, 'string');
  assert.deepEqual(rest, { adfs_url: null, two_factor_uuid: null });
  assert.deepEqual(await lind.context().cookies(), []);
});

test('AUTH-9 calls carry the token, and those of the login do not', async () => {
  const page = await windows.open();
  const bearers = new Map<string, string | undefined>();
  page.on('request', (request) => bearers.set(pathOf(request), request.headers().authorization));
  await page.goto('/');
  await logIn(page, product, PEOPLE.soder);
  await eventually('the own station', async () => bearers.has(getOwnStation.path));
  for (const { path } of [calls.login, calls.enterCode]) assert.equal(bearers.get(path), undefined);
  assert.ok(bearers.has(calls.login.path) && bearers.has(calls.enterCode.path));
  for (const { path } of [...EVERYBODY, getCompany, getOwnStation]) {
    assert.match(bearers.get(path)!, /^Bearer ./);
  }
});

test('AUTH-9 a dead token is renewed once for all calls and tabs that wait for it', async () => {
  const other = await lind.context().newPage();
  const renewals: string[] = [];
  lind.context().on('request', (request) => {
    if (pathOf(request) === session.refresh.path) renewals.push(request.url());
  });
  await changeLogin(lind, { access_token: 'dead' });
  await Promise.all([lind.goto('/my-auctions'), other.goto('/won-auctions')]);
  for (const page of [lind, other]) {
    await waitForInside(page);
    await sees(page.getByRole('main'), /^(Inga|Du har) /);
  }
  assert.equal(renewals.length, 1);
  await other.close();
});

test('AUTH-9 when it cannot be renewed the login is over, and one comes back to where one was', async () => {
  await changeLogin(lind, { access_token: 'dead', refresh_token: 'dead' });
  await lind.goto('/my-account');
  await lind.getByRole('button', { name: 'Fortsätt' }).waitFor();
  await logIn(lind, product, PEOPLE.lind);
  await lind.getByRole('heading', { level: 1, name: 'Mitt konto' }).waitFor();
});

test('AUTH-10 a logout waits for no server, and closes the live sockets', async () => {
  const opened = lind.waitForEvent('websocket');
  await lind.goto('/auctions');
  const socket = await opened;
  await lind.route(`**${session.logout.path}`, () => {
    // Never answered.
  });
  const closed = socket.isClosed() ? Promise.resolve() : socket.waitForEvent('close');
  await lind.getByRole('button', { name: 'Anders Lind' }).click();
  await lind.getByRole('menuitem', { name: 'Logga ut' }).click();
  await lind.getByRole('button', { name: 'Fortsätt' }).waitFor();
  await closed;
  assert.equal(await lind.evaluate(() => globalThis.localStorage.getItem('restvarde.auth')), null);
  await lind.goBack().catch(() => {});
  await lind.getByRole('button', { name: 'Fortsätt' }).waitFor();
});

test('AUTH-10 how the filters were left is no matter of the next to log in', async () => {
  await logIn(lind, product, PEOPLE.lind);
  const filters = lind.getByRole('form', { name: 'Filter' });
  await lind.getByRole('link', { name: 'Auktioner', exact: true }).click();
  await lind.getByRole('button', { name: 'Filter' }).click();
  await filters.waitFor();
  await lind.getByRole('link', { name: 'Kontakta oss' }).click();
  await lind.getByRole('link', { name: 'Mina auktioner' }).click();
  await filters.waitFor();
  await lind.getByRole('button', { name: 'Anders Lind' }).click();
  await lind.getByRole('menuitem', { name: 'Logga ut' }).click();
  await lind.getByRole('button', { name: 'Fortsätt' }).waitFor();
  await logIn(lind, product, PEOPLE.soder);
  await lind.getByRole('button', { name: 'Filter' }).waitFor();
  assert.equal(await filters.count(), 0);
});

/** Writes in what a browser keeps of its login, as time or another tab would. */
async function changeLogin(page: Page, change: Record<string, string>): Promise<void> {
  await page.evaluate((change) => {
    const kept = JSON.parse(globalThis.localStorage.getItem('restvarde.auth')!);
    globalThis.localStorage.setItem('restvarde.auth', JSON.stringify({ ...kept, ...change }));
  }, change);
}

function pathOf(call: Pick<Request, 'url'>): string {
  return new URL(call.url()).pathname;
}
