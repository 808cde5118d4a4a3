import { expect, type Page } from '@playwright/test';
import { PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const SCRIPT = '**/assets/account-page-*.js';

let page: Page;

test.beforeAll(async ({ openSignedIn }) => {
  page = await openSignedIn(PEOPLE.workshop);
});

test('SHELL-6 a page whose script does not load says so and offers to reload', async () => {
  await visit(page, '/contact');
  await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
  await goToAccount();
  await isTitled('Sidan kunde inte hämtas');
  await page.unroute(SCRIPT);
  await page.getByRole('button', { name: 'Ladda om' }).click();
  await isTitled('Mitt konto');
});

test('SHELL-6 after a release such a page reloads by itself, once', async ({ product }) => {
  await visit(page, '/contact');
  await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
  // The request that detects a new release.
  await page.route(`${product.url}/`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ body: '<script type="module" src="/assets/another.js"></script>' })
      : route.continue(),
  );
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await goToAccount();
  await isTitled('Sidan kunde inte hämtas');
  await expect.poll(() => loads).toBe(1);
});

test('SHELL-6 a script that is loaded ahead of a press may fail without an error', async ({
  openSignedIn,
}) => {
  const other = await openSignedIn(PEOPLE.rivalWorkshop);
  await other.route('**/assets/search-dialog-*.js', (route) => route.abort());
  await visit(other, '/contact');
  const failed = other.waitForEvent('requestfailed');
  await other.getByRole('button', { name: 'Sök auktion' }).hover();
  await failed;
  // An error of the page would have come before this answer, and would fail the test.
  await other.evaluate(() => new Promise(requestAnimationFrame));
});

test('SHELL-6 a script that neither loads nor fails is given up after 120 s', async ({
  openSignedIn,
}) => {
  const other = await openSignedIn(PEOPLE.rivalWorkshop);
  await other.clock.install();
  await visit(other, '/contact');
  await expect(other.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeVisible();
  const asked = other.waitForRequest(SCRIPT);
  await other.route(SCRIPT, () => {
    // Never answered.
  });
  await other.getByRole('button', { name: 'Sara Öberg' }).click();
  const account = other.getByRole('menuitem', { name: 'Mitt konto' });
  await expect(account).toBeVisible();
  await other.clock.pauseAt(Date.now() + 60_000);
  await account.click();
  await asked;
  const given = other.getByRole('heading', { level: 1, name: 'Sidan kunde inte hämtas' });
  await other.clock.runFor(110_000);
  await expect(given).toHaveCount(0);
  await other.clock.runFor(10_000);
  await expect(given).toBeVisible();
});

async function goToAccount(): Promise<void> {
  await page.getByRole('button', { name: 'Anders Lind' }).click();
  await page.getByRole('menuitem', { name: 'Mitt konto' }).click();
}

async function isTitled(name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
