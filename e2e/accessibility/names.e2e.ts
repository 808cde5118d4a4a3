/// <reference lib="dom" />
// What the accessibility tree calls things, in which order they are read, and the time that a session leaves.
import { expect } from '@playwright/test';
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
  const [first] = await caseManager
    .getByRole('option')
    .filter({ hasNotText: 'Välj alla' })
    .allTextContents();
  await caseManager.getByRole('option', { name: first!, exact: true }).click();
  await caseManager.keyboard.press('Escape');
  await expect(category).not.toHaveAttribute('aria-invalid');
  await expect(category).toHaveText(first!);
});

test('LIST-8 a card is read from its heading on, and its count of bids after the amount', async ({
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

  // As a login of almost twelve hours ago has it.
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

test('SHELL-13 who is not logged in finds how the operator is reached', async ({ openWindow }) => {
  const page = await openWindow();
  for (const path of ['/tillganglighet', '/help']) {
    await visit(page, path);
    const address = page.getByRole('main').getByRole('link', { name: 'kontakt@restvarde.example' });
    await expect(address).toHaveAttribute('href', 'mailto:kontakt@restvarde.example');
  }
});
