// After the login: what the browser fetches, stores and shares with other tabs.
import { expect, type Page, type Request, type WebSocket } from '@playwright/test';
import * as calls from '@restvarde/contract/auth/login';
import * as session from '@restvarde/contract/auth/session';
import { listCategories, listStagingAreas } from '@restvarde/contract/categories';
import { getCompany, listCompanies } from '@restvarde/contract/companies/companies';
import { getOwnStation } from '@restvarde/contract/service-stations';
import { getMe } from '@restvarde/contract/users';
import { expectSignedIn, logIn, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const EVERYBODY = [getMe, listCategories, listStagingAreas];

const ON_THE_WAY = 'Logga in för att fortsätta. Sedan kommer du till sidan du ville öppna.';

let workshop: Page;

for (const [who, wanted, unwanted] of [
  ['workshop', [getCompany, getOwnStation], [listCompanies]],
  ['caseManager', [getCompany], [listCompanies, getOwnStation]],
  ['companyAdmin', [getCompany, listCompanies], [getOwnStation]],
  // A superuser belongs to no company.
  ['superuser', [listCompanies], [getOwnStation]],
] as const) {
  test(`AUTH-11 after the login of ${who} what most pages need is loaded, by role`, async ({
    product,
    openWindow,
  }) => {
    const page = await openWindow();
    await visit(page, '/');
    const replies: string[] = [];
    page.on('response', (reply) => replies.push(`${pathOf(reply)} ${reply.status()}`));
    await logIn(page, product, PEOPLE[who]);
    for (const { path } of [...EVERYBODY, ...wanted]) {
      await expect.poll(async () => replies.includes(`${path} 200`), path).toBe(true);
    }
    for (const { path } of unwanted)
      expect(replies.some((reply) => reply.startsWith(path))).toBe(false);
  });
}

test('AUTH-11 a failed load is logged, and the page remains', async ({ product, openWindow }) => {
  const page = await openWindow();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const failing = [listCategories, listStagingAreas, getCompany, getOwnStation];
  for (const { path } of failing) {
    await page.route(`**${path}*`, (route) => route.abort('connectionreset'));
  }
  await visit(page, '/');
  await logIn(page, product, PEOPLE.workshop);
  await expect(page.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
  for (const key of ['categories', 'staging-areas', 'company', 'own-station']) {
    await expect
      .poll(
        async () => logged.some((line) => line.startsWith('A query failed') && line.includes(key)),
        `word of ${key}`,
      )
      .toBe(true);
  }
  await page.getByRole('link', { name: 'Vunna auktioner' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vunna auktioner' })).toBeVisible();
});

test('AUTH-11, SHELL-3 while the user cannot be fetched there is a retry and no menu', async ({
  product,
  openWindow,
}) => {
  workshop = await openWindow();
  await visit(workshop, '/');
  await logIn(workshop, product, PEOPLE.workshop);
  const menu = workshop.getByRole('navigation', { name: 'Huvudmeny' });
  await workshop.route(`**${getMe.path}`, (route) => route.abort('connectionreset'));
  await visit(workshop, '/my-account');
  await expect(workshop.getByRole('heading', { level: 1, name: 'Något gick fel' })).toBeVisible();
  await expect(menu).toHaveCount(0);
  await workshop.unroute(`**${getMe.path}`);
  await workshop.getByRole('button', { name: 'Försök igen' }).click();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
  await expect(menu).toBeVisible();
});

test('AUTH-1 the login lives in web storage, and no cookie is set', async () => {
  const kept = await workshop.evaluate(() => globalThis.localStorage.getItem('restvarde.auth'));
  const { access_token, refresh_token, ...rest } = JSON.parse(kept!);
  expect(typeof access_token).toBe('string');
  expect(typeof refresh_token).toBe('string');
  expect(rest).toEqual({ adfs_url: null, two_factor_uuid: null });
  expect(await workshop.context().cookies()).toEqual([]);
});

test('AUTH-9 calls carry the token, login calls do not', async ({ product, openWindow }) => {
  const page = await openWindow();
  const bearers = new Map<string, string | undefined>();
  page.on('request', (request) => bearers.set(pathOf(request), request.headers().authorization));
  await visit(page, '/');
  await logIn(page, product, PEOPLE.rivalWorkshop);
  for (const { path } of [...EVERYBODY, getCompany, getOwnStation]) {
    await expect.poll(() => bearers.get(path) ?? '', path).toMatch(/^Bearer ./);
  }
  for (const { path } of [calls.login, calls.enterCode]) expect(bearers.get(path)).toBe(undefined);
  expect(bearers.has(calls.login.path) && bearers.has(calls.enterCode.path)).toBe(true);
});

test('AUTH-9 an expired token is renewed once for all waiting calls and tabs', async () => {
  const other = await workshop.context().newPage();
  const renewals: string[] = [];
  workshop.context().on('request', (request) => {
    if (pathOf(request) === session.refresh.path) renewals.push(request.url());
  });
  await changeLogin(workshop, { access_token: 'dead' });
  await Promise.all([visit(workshop, '/my-auctions'), visit(other, '/won-auctions')]);
  for (const page of [workshop, other]) {
    await expectSignedIn(page);
    await expect(
      page
        .getByRole('main')
        .getByText(/^(Inga|Du har) /)
        .first(),
    ).toBeVisible();
  }
  expect(renewals.length).toBe(1);
  await other.close();
});

test('AUTH-9 if it cannot be renewed the session ends, and the next login returns to the same page', async ({
  product,
}) => {
  await changeLogin(workshop, { access_token: 'dead', refresh_token: 'dead' });
  await visit(workshop, '/my-account');
  await expect(workshop.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  await expect(workshop.getByText(ON_THE_WAY)).toBeVisible();
  await logIn(workshop, product, PEOPLE.workshop);
  await expect(workshop.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
});

test('AUTH-10 a logout does not wait for the server, and closes the live sockets', async () => {
  const sockets: WebSocket[] = [];
  workshop.on('websocket', (socket) => sockets.push(socket));
  // Requests of the previous page are aborted without a message.
  workshop.once('framenavigated', () => sockets.splice(0));
  await visit(workshop, '/auctions');
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  await workshop.route(`**${session.logout.path}`, () => {
    // Never answered.
  });
  await workshop.getByRole('button', { name: 'Anders Lind' }).click();
  await workshop.getByRole('menuitem', { name: 'Logga ut' }).click();
  await expect(workshop.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  await expect(workshop.getByText(ON_THE_WAY)).toHaveCount(0);
  await expect.poll(() => sockets.filter((socket) => !socket.isClosed()).length).toBe(0);
  expect(await workshop.evaluate(() => globalThis.localStorage.getItem('restvarde.auth'))).toBe(
    null,
  );
  await workshop.goBack().catch(() => {});
  await expect(workshop.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
});

test('AUTH-10 the next user does not get the previous user’s filters', async ({ product }) => {
  await logIn(workshop, product, PEOPLE.workshop);
  const filters = workshop.getByRole('form', { name: 'Filter' });
  await workshop.getByRole('link', { name: 'Auktioner', exact: true }).click();
  await workshop.getByRole('button', { name: 'Filter' }).click();
  await expect(filters).toBeVisible();
  await workshop.getByRole('link', { name: 'Kontakta oss' }).click();
  await workshop.getByRole('link', { name: 'Mina auktioner' }).click();
  await expect(filters).toBeVisible();
  await workshop.getByRole('button', { name: 'Anders Lind' }).click();
  await workshop.getByRole('menuitem', { name: 'Logga ut' }).click();
  await expect(workshop.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  await logIn(workshop, product, PEOPLE.rivalWorkshop);
  await expect(workshop.getByRole('button', { name: 'Filter' })).toBeVisible();
  await expect(filters).toHaveCount(0);
});

/** Changes the stored login, like time or another tab. */
async function changeLogin(page: Page, change: Record<string, string>): Promise<void> {
  await page.evaluate((changed) => {
    const kept = JSON.parse(globalThis.localStorage.getItem('restvarde.auth')!);
    globalThis.localStorage.setItem('restvarde.auth', JSON.stringify({ ...kept, ...changed }));
  }, change);
}

function pathOf(call: Pick<Request, 'url'>): string {
  return new URL(call.url()).pathname;
}
