// A session that ends, or cannot be kept, at a moment that nobody chose.
import { expect, type Page } from '@playwright/test';
import * as session from '@restvarde/contract/auth/session';
import { logIn, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

const ON_THE_WAY = 'Logga in för att fortsätta. Sedan kommer du till sidan du ville öppna.';

for (const [answers_ms, refresh_ms, script_ms] of [
  [0, 0, 0],
  [0, 300, 0],
  [300, 0, 0],
  [300, 300, 100],
  [60, 0, 300],
  [900, 60, 0],
] as const) {
  test(`AUTH-9 a session that ends while the page starts leads to the login: ${answers_ms}, ${refresh_ms} and ${script_ms} ms`, async ({
    openSignedIn,
    product,
    seller,
  }) => {
    await seller.putUp();
    const page = await openSignedIn(PEOPLE.workshop);
    const kept = await page.evaluate(() => localStorage.getItem('restvarde.auth'));
    const { refresh_token } = JSON.parse(kept ?? '') as { refresh_token: string };
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

test('AUTH-1 where site data is blocked one logs in for as long as the page is open, and is told so', async ({
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

test('AUTH-1 a full storage ends no session when the token is renewed', async ({
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function listenToFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('A query failed')) failures.push(message.text());
  });
  return failures;
}
