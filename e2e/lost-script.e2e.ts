import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';

const SCRIPT = '**/assets/account-page-*.js';

let product: Product;
let windows: Windows;
let page: Page;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  page = await windows.logIn(PEOPLE.lind);
});

after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('SHELL-6 a page whose script does not come says so, and offers to reload', async () => {
  await page.goto('/contact');
  await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
  await goToAccount();
  await isTitled('Sidan kunde inte hämtas');
  await page.unroute(SCRIPT);
  await page.getByRole('button', { name: 'Ladda om' }).click();
  await isTitled('Mitt konto');
});

test('SHELL-6 after a release such a page reloads by itself, once', async () => {
  await page.goto('/contact');
  await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
  // What the page asks of the server to learn of a release; not the page itself.
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
  assert.equal(loads, 1);
});

test('SHELL-6 a script that neither comes nor fails is given up after 120 s', async () => {
  const other = await windows.logIn(PEOPLE.soder);
  await other.clock.install();
  await other.goto('/contact');
  await other.getByRole('heading', { level: 1, name: 'Kontakta oss' }).waitFor();
  const asked = other.waitForRequest(SCRIPT);
  await other.route(SCRIPT, () => {
    // Never answered.
  });
  await other.getByRole('button', { name: 'Sara Öberg' }).click();
  const account = other.getByRole('menuitem', { name: 'Mitt konto' });
  await account.waitFor();
  await other.clock.pauseAt(Date.now() + 60_000);
  await account.click();
  await asked;
  const given = other.getByRole('heading', { level: 1, name: 'Sidan kunde inte hämtas' });
  await other.clock.runFor(110_000);
  assert.equal(await given.count(), 0);
  await other.clock.runFor(10_000);
  await given.waitFor();
});

async function goToAccount(): Promise<void> {
  await page.getByRole('button', { name: 'Anders Lind' }).click();
  await page.getByRole('menuitem', { name: 'Mitt konto' }).click();
}

async function isTitled(name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
