// Every page at three widths, light and dark: no finding of axe, and no scrolling sideways. And with larger
// text, wider spacing, forced colours, less motion and a finger; and what has focus is seen.
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bid, openAuction, panelOf, review, sees, timelineOf } from './bidding.ts';
import { eventually } from './eventually.ts';
import { assertFocusSeen, assertHolds, assertSpacingHolds } from './hardships.ts';
import { assertAccessible, TWO_LOOKS } from './looks.ts';
import { openWindows, PASSWORD, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

let product: Product;
let windows: Windows;
let lind: Page;
let manager: Page;
let id: number;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  const seller = await hireSeller(product);
  ({ id } = await seller.putUp({ reservation_price: '30000' }));
  await seller.putUp({
    hidden_bids: '1',
    manufacturer: 'Mercedes-Benz',
    model: 'Sprinter 316 CDI',
  });
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('AUTH-2, AUTH-3 the login and the code have no finding of axe', async () => {
  const page = await windows.open();
  await page.goto('/');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await sees(page, 'Fyll i detta fält');
  await assertAccessible(page);
  await assertHolds(page);
  await page.getByLabel('E-post').fill(PEOPLE.admin);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await page.getByLabel('Kod skickad till din e-post').waitFor();
  await assertAccessible(page);
});

test('TERMS-1 the legal texts have no finding of axe', async () => {
  const page = await windows.open();
  for (const path of ['personal-data', 'terms-of-use', 'purchase-conditions']) {
    await page.goto(`/terms/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertAccessible(page, TWO_LOOKS);
    await assertHolds(page);
  }
});

test('LIST-1, LIST-8 the list has no finding of axe, with its filters too', async () => {
  lind = await windows.logIn(PEOPLE.lind);
  await lind.getByRole('article').first().waitFor();
  await assertAccessible(lind);
  await assertHolds(lind);
  await assertFocusSeen(lind);
  await lind.getByRole('button', { name: 'Filter' }).click();
  await lind.getByRole('textbox', { name: 'Fabrikat' }).waitFor();
  await assertAccessible(lind, TWO_LOOKS);
  await assertFocusSeen(lind);
  manager = await windows.logIn(PEOPLE.manager);
  await manager.goto('/auctions');
  await manager.getByRole('article').first().waitFor();
  await assertAccessible(manager);
});

test('BID-1, BID-9 an auction’s page has no finding of axe while a workshop bids', async () => {
  await openAuction(lind, id);
  await panelOf(lind).getByRole('button', { name: 'Granska bud' }).click();
  await sees(panelOf(lind), 'Du måste ange ett bud');
  await assertAccessible(lind);
  await review(lind, '25 000');
  await sees(panelOf(lind), 'Det är 15 000 kr mer än lägsta nästa bud.');
  await assertAccessible(lind, TWO_LOOKS);
  await panelOf(lind).getByRole('button', { name: 'Ändra' }).click();
  await bid(lind, '25 000');
  await assertAccessible(lind, TWO_LOOKS);
  await assertHolds(lind);
  // On a phone too, where the bar of the bid lies at the foot.
  for (const width of [1280, 360]) {
    await lind.setViewportSize({ width, height: 700 });
    await assertFocusSeen(lind);
  }
});

test('AUC-4 an auction’s page has no finding of axe for its case manager', async () => {
  await openAuction(manager, id);
  await timelineOf(manager).first().waitFor();
  await assertAccessible(manager);
  await assertHolds(manager);
  await timelineOf(manager).getByRole('button', { name: 'Fler val för bud' }).click();
  await manager.getByRole('menuitem', { name: 'Ta bort bud' }).click();
  await manager.getByRole('alertdialog').waitFor();
  await assertAccessible(manager, TWO_LOOKS);
});

test('FORM-1, FORM-6 the form of a new auction has no finding of axe, with its faults too', async () => {
  await manager.goto('/auctions/new');
  await manager.getByRole('group', { name: 'Bilder på objektet' }).waitFor();
  await manager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await sees(manager, '4 uppgifter behöver rättas');
  await assertAccessible(manager);
  await assertHolds(manager);
  for (const width of [1280, 360]) {
    await manager.setViewportSize({ width, height: 700 });
    await assertFocusSeen(manager);
  }
  await manager
    .getByRole('button', { name: /^Välj datum/ })
    .first()
    .click();
  await manager.getByRole('grid').waitFor();
  await assertSpacingHolds(manager);
});

test('HOME-1, STN-1, SET-1, SET-4, SET-5 the pages of a company’s admin have no finding of axe', async () => {
  const admin = await windows.logIn(PEOPLE.admin);
  const busy = admin.locator('main [aria-busy=true]');
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
    await admin.goto(path);
    await admin.getByRole('heading', { level: 1, name: heading }).waitFor();
    await eventually('all of the page', async () => (await busy.count()) === 0);
    await assertAccessible(admin);
    await assertHolds(admin);
  }
});
