/// <reference lib="dom" />
// Messages for failed calls and for missing pages.
import { expect, type Page } from '@playwright/test';
import { PEOPLE } from './fixtures/people.ts';
import { MAX_SHIFT, shiftOf } from './fixtures/shift.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

/** All calls except the session, and the server's first view. */
// Also the views that the server renders.
const CALLS = /\/view\?|\/api\/(?!users\/me|auth)/;

let id: number;

test.beforeAll(async ({ seller }) => {
  ({ id } = await seller.putUp());
});

for (const [who, paths] of [
  [
    'workshop',
    () => ['/auctions', '/my-auctions', '/won-auctions', `/auctions/${id}`, '/settings'],
  ],
  ['rivalWorkshop', () => ['/contact', '/my-account']],
  [
    'companyAdmin',
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
  test(`API-2 each page of ${who} says what could not be fetched, and one press fetches it`, async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(PEOPLE[who], { width: 360, height: 780 });
    await page.clock.install();
    for (const path of paths()) {
      await page.route(CALLS, (route) =>
        route.fulfill({ status: 500, json: { detail: 'Det gick snett.', request_id: 'req-7' } }),
      );
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const again = page.getByRole('main').getByRole('button', { name: 'Försök igen' });
      await hurry(page, () => again.first().isVisible());
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      await page.unroute(CALLS);
      // One press for each failed part.
      while ((await again.count()) > 0) {
        const left = await again.count();
        const isLess = async () => (await again.count()) < left;
        // Does not wait for the button: a part that polls may have fetched itself meanwhile.
        await again.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
        await hurry(page, isLess);
      }
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
}

test('ROLE-14, SHELL-5 a missing page says so and links elsewhere, and its footer does not move into view', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.companyAdmin, { width: 360, height: 740 });
  for (const [path, heading, way] of [
    ['/auctions/999999', 'Auktionen finns inte', 'Till auktionerna'],
    ['/auctions/abc', 'Auktionen finns inte', 'Till auktionerna'],
    ['/auctions/999999/change', 'Auktionen finns inte', 'Till auktionerna'],
    ['/service-stations/999999', 'Verkstaden finns inte', 'Till verkstäderna'],
    ['/service-stations/abc', 'Verkstaden finns inte', 'Till verkstäderna'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: way })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(await shiftOf(page), path).toBeLessThan(MAX_SHIFT);
  }
});

/** Waits while the page's time to poll passes. */
async function hurry(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (await isSo()) return;
    await page.clock.runFor(500);
    expect(await isSo(), page.url()).toBe(true);
  }).toPass({ intervals: [0] });
}
