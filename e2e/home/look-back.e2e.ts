// «Tillbakablick» of Hem: charts with tables, and a file.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { getLookBack } from '@restvarde/contract/look-back';
import { listTodo } from '@restvarde/contract/statistics';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { openBidder } from '../fixtures/bidding.ts';
import { keysOf } from '../fixtures/keyboard.ts';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const SCRIPT = /look-back-charts/;

test.beforeAll(async ({ seller, product, database }) => {
  const bid = await openBidder(product);
  const staff = await openSession(product, PEOPLE.caseManager);
  for (const reservation_price of ['40000', '62000']) {
    const { id } = await seller.putUp({ start_bid: '41500', reservation_price: '' });
    await bid(id, 41_500);
    await database.query(
      'update auctions set reservation_price = $1, start_bid = 0 where id = $2',
      [reservation_price, id],
    );
    await endIn(database, id, 0);
  }
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${staff.access}` };
      const response = await fetch(product.url + getLookBack.path, { headers });
      const { months } = (await response.json()) as { months: { ended: number }[] };
      return months.at(-1)?.ended;
    }, 'both are summed within a minute')
    .toBe(2);
});

test('HOME-6 the charts are fetched when they scroll into view, each with a table that the keyboard opens', async ({
  caseManager: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, '/');
  await expect(page.getByRole('heading', { name: 'Välj vinnare 1' })).toBeVisible();
  expect(asked.filter((url) => SCRIPT.test(url))).toEqual([]);
  const heading = page.getByRole('heading', { name: 'Tillbakablick' });
  await page.emulateMedia({ media: 'print' });
  await expect(heading, 'print has no heading without content').toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await heading.scrollIntoViewIfNeeded();
  const chart = page.getByRole('figure', { name: 'Sålt mot reservationspris' });
  await expect(chart.getByRole('img', { name: 'Stapeldiagram' })).toBeVisible();
  await expect(page.getByRole('figure')).toHaveCount(4);
  await page.emulateMedia({ media: 'print' });
  await expect(heading).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  const keys = keysOf(page);
  const summary = chart.getByText('Visa som tabell');
  await summary.focus();
  await keys.press('Enter');
  const last = chart.getByRole('row').last();
  await expect(last).toContainText('41\u00a0500\u00a0kr');
  await expect(last).toContainText('40\u00a0000\u00a0kr');
  await expect(async () => {
    const head = (await chart.getByRole('columnheader').first().boundingBox())!;
    const below = (await chart.getByRole('row').nth(1).boundingBox())!;
    expect(head.y + head.height, 'the head covers no row').toBeLessThanOrEqual(below.y + 1);
  }).toPass();
  const shares = page.getByRole('figure', { name: 'Andel sålda' });
  await shares.getByText('Visa som tabell').click();
  await expect(shares.getByRole('row').last()).toContainText('50\u00a0%');
  await assertAccessible(page);
});

test('HOME-6 nothing of it is fetched before the content above it', async ({
  caseManager: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const held = Promise.withResolvers<void>();
  await page.route(`**${listTodo.path}*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  // Without the server-rendered view.
  await page.route('**/view?*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/');
  await expect(page.getByText('Hämtar att göra-listan …')).toBeAttached();
  // It is in place, but hidden until the height of «Att göra» is known.
  await expect(page.getByText('Pågående auktioner')).toBeAttached();
  await expect(
    page.getByRole('heading', { name: 'Tillbakablick', includeHidden: true }),
  ).toBeInViewport();
  expect(asked.filter((url) => SCRIPT.test(url))).toEqual([]);
  held.resolve();
  await expect(page.getByRole('figure', { name: 'Sålt mot reservationspris' })).toBeVisible();
});

test('HOME-6 all of it is exported as CSV', async ({ caseManager: page }) => {
  await visit(page, '/');
  await page.getByRole('heading', { name: 'Tillbakablick' }).scrollIntoViewIfNeeded();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Tillbakablick' }) })
      .getByRole('button', { name: 'Exportera CSV' })
      .click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^tillbakablick \d{4}-\d{2}-\d{2}\.csv$/);
  const written = await readFile(await saved.path(), 'utf8');
  expect(written).toMatch(/\r\nMånad;\d{4}-\d{2};2;1;41500;41500;40000;0;;\r\n/);
});
