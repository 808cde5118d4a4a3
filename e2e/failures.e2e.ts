// What a page says when its calls fail, and what it says of what is not there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

/** Everything but who is there. */
// Also what the server draws of the answers.
const CALLS = /\/view\?|\/api\/(?!users\/me|auth)/;

let product: Product;
let windows: Windows;
let id: number;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  ({ id } = await (await hireSeller(product)).putUp());
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

for (const [who, paths] of [
  ['lind', () => ['/auctions', '/my-auctions', '/won-auctions', `/auctions/${id}`, '/settings']],
  ['soder', () => ['/contact', '/my-account']],
  [
    'admin',
    () => [
      '/',
      '/auctions/new',
      `/auctions/${id}/change`,
      '/service-stations',
      '/service-stations/1',
      '/settings',
      '/settings/categories',
      '/settings/staging-areas',
      '/settings/staff',
    ],
  ],
] as const) {
  test(`API-2 each page of ${who} tells what could not be fetched, and fetches it by one press`, async () => {
    const page = await windows.logIn(PEOPLE[who], { width: 360, height: 780 });
    await page.clock.install();
    for (const path of paths()) {
      await page.route(CALLS, (route) =>
        route.fulfill({ status: 500, json: { detail: 'Det gick snett.', request_id: 'req-7' } }),
      );
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const again = page.getByRole('main').getByRole('button', { name: 'Försök igen' });
      await hurry(page, () => again.first().isVisible());
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, path);
      await page.unroute(CALLS);
      // One press for each part that could not be fetched.
      while ((await again.count()) > 0) {
        const left = await again.count();
        await again.first().click();
        await hurry(page, async () => (await again.count()) < left);
      }
      assert.equal(new URL(page.url()).pathname, path);
    }
  });
}

test('ROLE-14 what is not there says so, and where to go instead', async () => {
  const page = await windows.logIn(PEOPLE.admin);
  for (const [path, heading, way] of [
    ['/auctions/999999', 'Auktionen finns inte', 'Till auktionerna'],
    ['/auctions/abc', 'Auktionen finns inte', 'Till auktionerna'],
    ['/auctions/999999/change', 'Auktionen finns inte', 'Till auktionerna'],
    ['/service-stations/999999', 'Verkstaden finns inte', 'Till verkstäderna'],
    ['/service-stations/abc', 'Verkstaden finns inte', 'Till verkstäderna'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('main').getByRole('link', { name: way }).waitFor();
  }
});

/** Waits, and lets the time until a page asks anew by itself pass meanwhile. */
async function hurry(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let times = 0; times < 60; times += 1) {
    if (await isSo()) return;
    await page.clock.runFor(500);
  }
  assert.fail(`In vain on ${page.url()}.`);
}
