/// <reference lib="dom" />
// Names and reading order in the accessibility tree, and the warning before a session ends.
import { expect } from '@playwright/test';
import { openAuction, panelOf } from '../fixtures/bidding.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('FORM-6, FMT-4 a select is named by its label, has its choice as value, and is required and invalid', async ({
  caseManager,
}) => {
  await visit(caseManager, '/auctions/new');
  const category = caseManager.getByRole('combobox', { name: 'Kategori', exact: true });
  await expect(category).toHaveAttribute('aria-required', 'true');
  await expect(category).not.toHaveAttribute('aria-invalid');
  await expect(caseManager.getByRole('textbox', { name: 'Fabrikat' })).toHaveAttribute(
    'aria-required',
    'true',
  );
  await expect(
    caseManager.getByRole('textbox', { name: 'Modell', exact: true }),
  ).not.toHaveAttribute('aria-required');
  await caseManager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await expect(category).toHaveAttribute('aria-invalid', 'true');
  await category.click();
  const option = caseManager.getByRole('option').filter({ hasNotText: 'Välj alla' }).first();
  const first = await option.textContent();
  await option.click();
  await caseManager.keyboard.press('Escape');
  await expect(category).not.toHaveAttribute('aria-invalid');
  await expect(category).toHaveText(first!);
});

test('LIST-8 a card is read from its heading on, with the number of bids after the amount', async ({
  seller,
  workshop,
}) => {
  await seller.putUp({ manufacturer: 'Saab', model: '9-5' });
  await visit(workshop, '/auctions');
  const card = workshop.getByRole('article').filter({ hasText: 'Saab 9-5' });
  const read = await card.evaluate((article) => article.textContent ?? '');
  expect(read).toMatch(/^Saab 9-5/);
  expect(read).toMatch(/Utropspris\s10\s000\skr\s·\sInga bud/);
});

test('AUTH-21 staff are warned before their session ends, and stay logged in from any tab', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.companyAdmin);
  await visit(page, '/my-account');
  const other = await page.context().newPage();
  await visit(other, '/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const dialogs = [page, other].map((tab) =>
    tab.getByRole('alertdialog', { name: 'Du loggas snart ut' }),
  );
  for (const dialog of dialogs) await expect(dialog).toHaveCount(0);

  // Like a login almost twelve hours ago.
  await other.evaluate(() => {
    const auth = JSON.parse(localStorage.getItem('restvarde.auth') ?? '{}');
    const iat = Math.floor(Date.now() / 1000) - 12 * 3600 + 200;
    localStorage.setItem(
      'restvarde.auth',
      JSON.stringify({ ...auth, access_token: `e30.${btoa(JSON.stringify({ iat }))}.x` }),
    );
    window.dispatchEvent(new StorageEvent('storage'));
  });
  for (const dialog of dialogs) await expect(dialog).toBeVisible();
  const stay = page.getByRole('button', { name: 'Fortsätt vara inloggad' });
  await expect(stay).toBeFocused();
  await page.keyboard.press('Enter');
  for (const dialog of dialogs) await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Kontakta oss' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeVisible();
});

test('SHELL-13 users who are not logged in find the operator’s contact details', async ({
  openWindow,
}) => {
  const page = await openWindow();
  for (const path of ['/tillganglighet', '/help']) {
    await visit(page, path);
    const address = page.getByRole('main').getByRole('link', { name: 'kontakt@restvarde.example' });
    await expect(address).toHaveAttribute('href', 'mailto:kontakt@restvarde.example');
  }
});

test('SHELL-16 a page has few landmarks, and its cards are reached by headings', async ({
  caseManager,
  companyAdmin,
  seller,
  workshop,
}) => {
  const picture = await workshop.screenshot({ type: 'jpeg', quality: 50 });
  const { id } = await seller.putUp({}, [picture, picture]);
  for (const [page, path, regions] of [
    [workshop, `/auctions/${id}`, ['Bilder', 'Budgivning']],
    [workshop, '/auctions', []],
    [workshop, '/my-account', []],
    [workshop, '/contact', []],
    [workshop, '/terms/terms-of-use', []],
    [workshop, '/help', []],
    [caseManager, `/auctions/${id}`, ['Bilder', 'Budläge']],
    [caseManager, '/', []],
    [caseManager, '/auctions/new', []],
    [companyAdmin, '/settings/staging-areas', []],
    [companyAdmin, '/service-stations', []],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect
      .poll(async () => {
        const tree = await page.locator('body').ariaSnapshot();
        return [...tree.matchAll(/- region "(.+?)"/g)].map(([, name]) => name).sort();
      }, path)
      .toEqual(regions);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark), path).toHaveCount(1);
    }
  }
});

test('SHELL-16, AUC-12 «Bevaka» says its state once, and a copy button follows its value', async ({
  seller,
  workshop,
}) => {
  const { id, number } = await seller.putUp();
  await openAuction(workshop, id);
  const panel = panelOf(workshop);
  for (const name of ['Bevaka', 'Bevakas']) {
    const toggle = panel.getByRole('button', { name, exact: true });
    await expect(toggle).not.toHaveAttribute('aria-pressed');
    if (name === 'Bevaka') {
      await toggle.click();
      await expect(workshop.getByRole('dialog', { name: 'Bevakning aktiverad' })).toBeVisible();
      await workshop.keyboard.press('Escape');
    }
  }
  const facts = await workshop.getByRole('group', { name: 'Fordon' }).ariaSnapshot();
  expect(facts.indexOf(number)).toBeGreaterThan(-1);
  expect(facts.indexOf('button "Kopiera objektsnumret"')).toBeGreaterThan(facts.indexOf(number));
});
