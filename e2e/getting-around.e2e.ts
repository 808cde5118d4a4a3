// Who gets where, what the address keeps, and the whole way by keyboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openAuction, sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows, waitForInside } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller, type Seller, stockholmTime } from './seller.ts';

let product: Product;
let windows: Windows;
let seller: Seller;
let lind: Page;
let manager: Page;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  seller = await hireSeller(product);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('ROLE-3, ROLE-4, ROLE-5, SHELL-3 each role has its own main menu', async () => {
  lind = await windows.logIn(PEOPLE.lind);
  await lind.waitForURL('**/auctions');
  assert.deepEqual(await entriesOf(lind), [
    'Auktioner',
    'Mina auktioner',
    'Vunna auktioner',
    'Kontakta oss',
  ]);
  manager = await windows.logIn(PEOPLE.manager);
  assert.deepEqual(await entriesOf(manager), ['Hem', 'Auktioner', 'Kontakta oss']);
  const admin = await windows.logIn(PEOPLE.admin);
  assert.deepEqual(await entriesOf(admin), ['Hem', 'Auktioner', 'Verkstäder', 'Kontakta oss']);
});

test('ROLE-7, SHELL-2 the personal menu has the settings of those who have some', async () => {
  for (const [page, name, entries] of [
    [lind, 'Anders Lind', ['Mitt konto', 'Inställningar', 'Logga ut']],
    [manager, 'Johan Ek', ['Mitt konto', 'Logga ut']],
  ] as const) {
    await page.getByRole('button', { name }).click();
    const menu = page.getByRole('group', { name: 'Personlig meny' });
    await menu.waitFor();
    assert.deepEqual(await menu.getByRole('menuitem').allInnerTexts(), entries);
    // The key is for what has the focus, which goes in when the menu is there.
    await page.locator('[role=menu]:focus-within').waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
  }
});

test('ROLE-18, ROLE-3 what a role may not open, and what is not there, leads to the first page', async () => {
  for (const path of ['/', '/auctions/new', '/service-stations', '/no/such/page', '/terms/none']) {
    await lind.goto(path);
    await lind.waitForURL(`${product.url}/auctions`);
  }
  for (const path of ['/my-auctions', '/won-auctions', '/service-stations', '/settings', '/no']) {
    await manager.goto(path);
    await manager.waitForURL(`${product.url}/`);
    await manager.getByRole('heading', { level: 1, name: 'Hem' }).waitFor();
  }
  const stranger = await windows.open();
  for (const path of ['/no/such/page', '/2fa', '/auctions']) {
    await stranger.goto(path);
    await stranger.waitForURL(`${product.url}/`);
    await stranger.getByRole('button', { name: 'Fortsätt' }).waitFor();
  }
});

test('FMT-1 times are Swedish in a browser in New York', async () => {
  const { id, end_dt } = await seller.putUp();
  await openAuction(manager, id);
  const time = stockholmTime(Date.parse(end_dt));
  const here = await manager.evaluate(
    (at) => new Date(at).toLocaleTimeString('sv-SE', { hour: '2-digit', minute: '2-digit' }),
    end_dt,
  );
  assert.notEqual(here, time);
  const state = manager.getByRole('region', { name: 'Budläge' });
  await sees(state, new RegExp(`\\s${time}$`));
  await sees(state, 'svensk tid');
  await sees(manager.getByRole('region', { name: 'Försäljning' }), new RegExp(`\\s${time}$`));
});

test('LIST-9, LIST-4 a reload and the way back keep the filters, the loaded pages and the place', async () => {
  for (let count = 0; count < 29; count += 1) {
    const manufacturer = count % 10 === 9 ? 'Saab' : 'Kia';
    await seller.putUp({ manufacturer, model: `Ceed ${count}`, start_bid: String(1000 + count) });
  }
  await lind.goto('/auctions');
  await lind.getByRole('button', { name: 'Filter' }).click();
  await lind.getByRole('textbox', { name: 'Fabrikat' }).fill('kia');
  await sees(lind, 'Fabrikat: kia');
  const cards = lind.getByRole('article');
  await eventually('the page of Kias', async () => (await cards.count()) === 24);
  await lind.getByRole('button', { name: 'Visa fler' }).click();
  await eventually('all Kias', async () => (await cards.count()) === 27);
  assert.equal(new Set(await cards.getByRole('heading').allTextContents()).size, 27);

  await lind.reload();
  await eventually('all Kias again', async () => (await cards.count()) === 27);
  await sees(lind, 'Fabrikat: kia');
  assert.equal(await cards.filter({ hasText: 'Saab' }).count(), 0);

  const last = cards.last().getByRole('link');
  const name = (await last.textContent())!;
  await last.click();
  await lind.getByRole('heading', { level: 1, name }).waitFor();
  await lind.goBack();
  await eventually('the place in the list', () => isInView(lind.getByRole('link', { name })));
  assert.equal(await cards.count(), 27);
});

test('AUTH-10 who logs out in one tab is logged out in all of them', async () => {
  const other = await lind.context().newPage();
  await other.goto('/my-auctions');
  await waitForInside(other);
  await lind.getByRole('button', { name: 'Anders Lind' }).click();
  await lind.getByRole('menuitem', { name: 'Logga ut' }).click();
  for (const page of [lind, other]) {
    await page.getByRole('button', { name: 'Fortsätt' }).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Huvudmeny' }).count(), 0);
  }
  await other.reload();
  await other.getByRole('button', { name: 'Fortsätt' }).waitFor();
  assert.deepEqual(await other.context().cookies(), []);
});

async function entriesOf(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link').allInnerTexts();
}

function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
  });
}
