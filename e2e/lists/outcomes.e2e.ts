// Filtering ended auctions by outcome, on a computer and on a phone.
import { expect, type Page } from '@playwright/test';
import { notifyWinner } from '@restvarde/contract/auctions/auction';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { openBidder } from '../fixtures/bidding.ts';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { reload, visit } from '../fixtures/windows.ts';

/** The models with each outcome. */
const OUTCOMES = {
  'Att avgöra': ['med bud'],
  Såld: ['med vinnare'],
  'Ej såld': ['utan bud'],
} as const;

test.beforeAll(async ({ database, product, seller }) => {
  const bid = await openBidder(product);
  await seller.putUp({ model: 'pågår' });
  const ids: number[] = [];
  for (const [model] of Object.values(OUTCOMES)) {
    const { id } = await seller.putUp({ model });
    ids.push(id);
    if (model !== 'utan bud') await bid(id, 10_000);
    await endIn(database, id, 0);
  }
  const { access } = await openSession(product, PEOPLE.caseManager);
  const url = product.url + notifyWinner.path.replace(':id', String(ids[1]));
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  // Until the auction is closed.
  await expect
    .poll(async () => (await fetch(url, { method: 'POST', headers, body: '{}' })).status)
    .toBe(200);
  const closed =
    'select count(*)::integer as count from auction_standings where closed_at is not null';
  await expect.poll(async () => (await database.query(closed)).rows[0].count).toBe(3);
});

const names = (page: Page) => page.getByRole('article').getByRole('heading');
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: RegExp) => page.getByRole('link', { name });

for (const [width, height] of [
  [1280, 800],
  [360, 780],
] as const) {
  test(`AUC-19 a case manager filters ended auctions by outcome with one press: ${width} px wide`, async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(PEOPLE.caseManager, { width, height, hasTouch: width === 360 });
    await visit(page, '/auctions');
    await expect(names(page)).toHaveCount(4);
    for (const name of Object.keys(OUTCOMES)) await expect(chip(page, name)).toHaveCount(0);
    await tab(page, /^Avslutade/).click();
    await expect(names(page)).toHaveCount(3);
    await expect(chip(page, 'Slutar i dag')).toHaveCount(0);

    for (const [name, [model]] of Object.entries(OUTCOMES)) {
      await chip(page, name).click();
      await expect(chip(page, name)).toHaveAttribute('aria-pressed', 'true');
      await expect(names(page)).toHaveText([`Volvo ${model}`]);
      await expect(page.getByRole('article').getByText(name, { exact: true })).toBeVisible();
      await expect(tab(page, /^Avslutade/)).toHaveText(/1$/);
      for (const other of Object.keys(OUTCOMES).filter((one) => one !== name)) {
        await expect(chip(page, other), 'one at a time').toHaveAttribute('aria-pressed', 'false');
      }
    }
    await assertAccessible(page, [{ width, colorScheme: 'dark' }]);
    await reload(page);
    await expect(chip(page, 'Ej såld'), 'the address has it').toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(names(page)).toHaveText(['Volvo utan bud']);
    await chip(page, 'Ej såld').click();
    await expect(names(page)).toHaveCount(3);
    await chip(page, 'Såld').click();
    await expect(names(page)).toHaveCount(1);
    await tab(page, /^Alla/).click();
    await expect(names(page), 'running auctions have no outcome').toHaveCount(4);
    await page.close();
  });
}

test('AUC-19 a workshop has no such buttons, and the URL has no effect for it', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.workshop);
  await visit(page, '/auctions?is_active=0&has_started=1&outcome=unsold');
  await expect(chip(page, 'Reparation')).toBeVisible();
  // The two that it has bid on; neither is unsold.
  await expect(names(page)).toHaveCount(2);
  for (const name of Object.keys(OUTCOMES)) await expect(chip(page, name)).toHaveCount(0);
  await page.close();
});
