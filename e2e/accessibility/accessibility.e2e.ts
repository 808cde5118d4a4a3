// Every page at three widths, light and dark: no axe violations, no horizontal scrolling. And with larger text, wider
// spacing, forced colours, reduced motion and touch; focus is visible.
import { expect } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { bid, openAuction, panelOf, review, timelineOf } from '../fixtures/bidding.ts';
import { PASSWORD, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { assertFocusSeen, assertHolds, assertSpacingHolds } from '../fixtures/user-settings.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let id: number;

test.beforeAll(async ({ seller }) => {
  ({ id } = await seller.putUp({ reservation_price: '30000' }));
  await seller.putUp({
    hidden_bids: '1',
    manufacturer: 'Mercedes-Benz',
    model: 'Sprinter 316 CDI',
  });
});

test('AUTH-2, AUTH-3 the login and the code have no axe violations', async ({ openWindow }) => {
  const page = await openWindow();
  await visit(page, '/');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByText('Fyll i detta fält').first()).toBeVisible();
  await assertAccessible(page);
  await assertHolds(page);
  await page.getByLabel('E-post').fill(PEOPLE.companyAdmin);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByLabel('Kod skickad till din e-post')).toBeVisible();
  await assertAccessible(page);
});

test('TERMS-1 the legal texts have no axe violations', async ({ openWindow }) => {
  const page = await openWindow();
  for (const path of ['personal-data', 'terms-of-use', 'purchase-conditions']) {
    await visit(page, `/terms/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await assertAccessible(page);
    await assertHolds(page);
  }
});

test('LIST-1, LIST-8 the list and its filters have no axe violations', async ({
  workshop,
  caseManager,
}) => {
  await visit(workshop, '/auctions');
  await expect(workshop.getByRole('article').first()).toBeVisible();
  await assertAccessible(workshop);
  await assertHolds(workshop);
  await assertFocusSeen(workshop);
  await workshop.getByRole('button', { name: 'Filter' }).click();
  await expect(workshop.getByRole('combobox', { name: 'Fabrikat' })).toBeVisible();
  await assertAccessible(workshop);
  await assertFocusSeen(workshop);
  await visit(caseManager, '/auctions');
  await expect(caseManager.getByRole('article').first()).toBeVisible();
  await assertAccessible(caseManager);
});

test('BID-1, BID-9 an auction’s page has no axe violations while a workshop bids', async ({
  workshop,
}) => {
  await openAuction(workshop, id);
  await panelOf(workshop).getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('');
  await panelOf(workshop).getByRole('button', { name: 'Granska bud' }).click();
  await expect(panelOf(workshop).getByText('Du måste ange ett bud').first()).toBeVisible();
  await assertAccessible(workshop);
  await review(workshop, '25 000');
  await expect(
    panelOf(workshop).getByText('Det är 15 000 kr mer än lägsta nästa bud.').first(),
  ).toBeVisible();
  await assertAccessible(workshop);
  await panelOf(workshop).getByRole('button', { name: 'Ändra' }).click();
  await bid(workshop, '25 000');
  await assertAccessible(workshop);
  await assertHolds(workshop);
  // On a phone the bid bar is at the bottom.
  for (const width of [1280, 360]) {
    await workshop.setViewportSize({ width, height: 700 });
    await assertFocusSeen(workshop);
  }
});

test('AUC-4 an auction’s page has no axe violations for its case manager', async ({
  caseManager,
}) => {
  await openAuction(caseManager, id);
  await expect(timelineOf(caseManager).first()).toBeVisible();
  await assertAccessible(caseManager);
  await assertHolds(caseManager);
  await timelineOf(caseManager).getByRole('button', { name: 'Fler val för bud' }).click();
  await caseManager.getByRole('menuitem', { name: 'Ta bort bud' }).click();
  await expect(caseManager.getByRole('alertdialog')).toBeVisible();
  await assertAccessible(caseManager);
});

test('FORM-1, FORM-6 the form of a new auction has no axe violations, also with errors', async ({
  caseManager,
}) => {
  await visit(caseManager, '/auctions/new');
  await expect(caseManager.getByRole('group', { name: 'Bilder på objektet' })).toBeVisible();
  await caseManager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await expect(caseManager.getByText('4 uppgifter behöver rättas').first()).toBeVisible();
  await assertAccessible(caseManager);
  await assertHolds(caseManager);
  for (const width of [1280, 360]) {
    await caseManager.setViewportSize({ width, height: 700 });
    await assertFocusSeen(caseManager);
  }
  await caseManager
    .getByRole('button', { name: /^Välj datum/ })
    .first()
    .click();
  await expect(caseManager.getByRole('grid')).toBeVisible();
  await assertSpacingHolds(caseManager);
});

test('HOME-1, STN-1, SET-1, SET-4, SET-5 the pages of a company’s admin have no axe violations', async ({
  companyAdmin,
}) => {
  const busy = companyAdmin.locator('main [aria-busy=true]');
  for (const [path, heading] of [
    ['/', 'Hem'],
    ['/service-stations', 'Verkstäder'],
    ['/service-stations/new', 'Lägg till verkstad'],
    ['/service-stations/1', 'Lind Bil & Plåt'],
    ['/settings', 'Inställningar'],
    ['/settings/categories', 'Kategorier'],
    ['/settings/staging-areas', 'Uppställningsplatser'],
    ['/settings/staff', 'Personal'],
    ['/my-account', 'Mitt konto'],
    ['/contact', 'Kontakta oss'],
  ] as const) {
    await visit(companyAdmin, path);
    await expect(companyAdmin.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(busy).toHaveCount(0);
    await assertAccessible(companyAdmin);
    await assertHolds(companyAdmin);
  }
});
