// Sessions that end or cannot be renewed.
import { expect, type Page } from '@playwright/test';
import * as session from '@restvarde/contract/auth/session';
import { logIn, openSession, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit, waitForViews } from '../fixtures/windows.ts';

const ON_THE_WAY = 'Logga in för att fortsätta. Sedan kommer du till sidan du ville öppna.';

for (const [slowness, answers_ms, refresh_ms, script_ms] of [
  [1, 0, 0, 0],
  [1, 300, 300, 100],
  [1, 900, 60, 0],
  // The session ends while the app is first rendered.
  [12, 0, 60, 0],
  [12, 60, 0, 300],
] as const) {
  test(`AUTH-9 a session that ends while the page starts leads to the login: ${slowness} times slower, ${answers_ms}, ${refresh_ms} and ${script_ms} ms`, async ({
    openSignedIn,
    product,
    seller,
  }) => {
    await seller.putUp();
    const page = await openSignedIn(PEOPLE.workshop);
    const kept = await page.evaluate(() => localStorage.getItem('restvarde.auth'));
    const { refresh_token } = JSON.parse(kept ?? '') as { refresh_token: string };
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.route('**/assets/*.js', async (route) => {
      await pause(script_ms);
      await route.continue();
    });
    await page.route('**/api/**', async (route) => {
      await pause(route.request().url().endsWith(session.refresh.path) ? refresh_ms : answers_ms);
      await route.continue();
    });
    await page.route('**/view?*', async (route) => {
      const view = await route.fetch();
      const ended = await fetch(product.url + session.logout.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh: refresh_token }),
      });
      expect(ended.ok).toBe(true);
      await route.fulfill({ response: view });
    });
    await page.goto('/auctions');
    await expect(page.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
    await expect(page.getByText(ON_THE_WAY)).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });
}

test('AUTH-10 a user who logs in in another tab while the page starts gets a page without data of the previous user', async ({
  openSignedIn,
  product,
  seller,
}) => {
  await seller.putUp();
  const page = await openSignedIn(PEOPLE.workshop);
  const other = await page.context().newPage();
  await other.goto('/favicon.svg');
  await waitForViews(page);
  const opened = Promise.withResolvers<void>();
  await page.route('**/assets/auction-list-page-*.js', async (route) => {
    await opened.promise;
    await route.continue();
  });
  const fetched = page.waitForRequest('**/api/categories*');
  await page.goto('/auctions', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('hemligt');
  await fetched;
  await logInElsewhere(other, await openSession(product, PEOPLE.caseManager));
  opened.resolve();
  await expect(page.getByRole('button', { name: 'Johan Ek' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Anders Lind' })).toHaveCount(0);
  await page.close();
});

test('AUTH-10 after another user logs in in another tab, the page shows nothing of the previous user', async ({
  openSignedIn,
  product,
}) => {
  const page = await openSignedIn(PEOPLE.workshop);
  const other = await page.context().newPage();
  await other.goto('/favicon.svg');
  await visit(page, '/contact');
  await expect(page.getByRole('button', { name: 'Anders Lind' })).toBeVisible();
  await logInElsewhere(other, await openSession(product, PEOPLE.caseManager));
  await expect(page.getByRole('button', { name: 'Johan Ek' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeVisible();
  await expect(page.getByText('Anders Lind')).toHaveCount(0);
  await page.close();
});

test('AUTH-10 a logout fails no query in any tab', async ({ openSignedIn }) => {
  const workshop = await openSignedIn(PEOPLE.workshop);
  const other = await workshop.context().newPage();
  const failures = [workshop, other].map(listenToFailures);
  await visit(workshop, '/auctions');
  await visit(other, '/my-account');
  await expect(other.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
  await workshop.getByRole('button', { name: 'Anders Lind' }).click();
  await workshop.getByRole('menuitem', { name: 'Logga ut' }).click();
  for (const page of [workshop, other]) {
    await expect(page.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  }
  expect(failures).toEqual([[], []]);
  await workshop.close();
});

test('AUTH-1 with site data blocked a session lasts as long as the page is open, and the page says so', async ({
  openWindow,
  product,
}) => {
  const page = await openWindow();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await visit(page, '/');
  await expect(page.getByText('Webbläsaren blockerar webbplatsdata.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Inloggning handläggare' }).click();
  await expect(page.getByText('Tillåt det för den här webbplatsen').first()).toBeVisible();
  await logIn(page, product, PEOPLE.caseManager);
  await page.getByRole('link', { name: 'Auktioner', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
  await page.getByRole('button', { name: 'Johan Ek' }).click();
  await page.getByRole('menuitem', { name: 'Mitt konto' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
  await page.getByRole('radio', { name: 'Mörkt' }).check({ force: true });
});

test('AUTH-1 full storage does not end a session when the token is renewed', async ({
  openWindow,
  product,
}) => {
  const page = await openWindow();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await visit(page, '/');
  await logIn(page, product, PEOPLE.workshop);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(session.refresh.path)) renewals.push(request.url());
  });
  await page.route(
    '**/api/my-auctions*',
    (route) => route.fulfill({ status: 401, json: { detail: 'Du är inte inloggad.' } }),
    { times: 1 },
  );
  await page.getByRole('link', { name: 'Mina auktioner' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mina auktioner' })).toBeVisible();
  await expect(page.getByText('Inga auktioner').first()).toBeVisible();
  expect(renewals.length).toBe(1);
  await expect(page.getByRole('button', { name: 'Anders Lind' })).toBeVisible();
});

/** Logs another user in, in one step: other tabs may see neither the logout nor its page. */
async function logInElsewhere(tab: Page, { access, refresh }: session.Tokens): Promise<void> {
  const kept = JSON.stringify({ access_token: access, refresh_token: refresh });
  await tab.evaluate((tokens) => localStorage.setItem('restvarde.auth', tokens), kept);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function listenToFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('A query failed')) failures.push(message.text());
  });
  return failures;
}
