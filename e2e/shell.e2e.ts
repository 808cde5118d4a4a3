// What stands around every page: addresses, titles, menus, focus, the footer and the connection.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openAuction, panelOf, sees, seesNoMore } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

const TERMS = [
  ['/terms/personal-data', 'Personuppgifter'],
  ['/terms/terms-of-use', 'Användarvillkor'],
  ['/terms/purchase-conditions', 'Allmänna köpvillkor'],
] as const;

let product: Product;
let windows: Windows;
let stranger: Page;
let lind: Page;
let id: number;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  ({ id } = await (await hireSeller(product)).putUp());
  stranger = await windows.open();
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('SHELL-1 each page before the login has its heading, and its title of that', async () => {
  for (const [path, heading] of [
    ['/', 'Logga in'],
    ['/forgot-password', 'Glömt lösenord'],
    ['/create-password/abc', 'Välj lösenord'],
    ...TERMS,
  ] as const) {
    await stranger.goto(path);
    await stranger.getByRole('heading', { level: 1, name: heading }).waitFor();
    assert.equal(await stranger.getByRole('heading', { level: 1 }).count(), 1);
    await isTitled(stranger, new RegExp(`^${heading}.* – Restvärde$`));
  }
  for (const path of [
    '/terms',
    '/terms/none',
    '/create-password',
    '/no/such/page',
    '/my-account',
  ]) {
    await stranger.goto(path);
    await stranger.waitForURL(`${product.url}/`);
    await stranger.getByRole('button', { name: 'Fortsätt' }).waitFor();
  }
});

test('SHELL-1, SHELL-5, TERMS-1 the footer’s terms open beside the login, and in place once inside', async () => {
  lind = await windows.logIn(PEOPLE.lind);
  for (const [path, name] of TERMS) {
    const [beside] = await Promise.all([
      stranger.waitForEvent('popup'),
      footerOf(stranger).getByRole('link', { name }).click(),
    ]);
    await beside.getByRole('heading', { level: 1, name }).waitFor();
    assert.equal(new URL(beside.url()).pathname, path);
    await sees(beside, /^Gäller från och med \d{4}-\d\d-\d\d\.$/);
    await beside.close();
    await footerOf(lind).getByRole('link', { name }).click();
    await lind.waitForURL(`**${path}`);
    await lind.getByRole('heading', { level: 1, name }).waitFor();
  }
  assert.equal(new URL(stranger.url()).pathname, '/');
});

test('TERMS-1 a section of the terms has an address of its own', async () => {
  await stranger.goto('/terms/personal-data');
  const contents = stranger.getByRole('navigation', { name: 'Innehåll' });
  await contents.getByRole('link', { name: 'Dina rättigheter' }).click();
  const section = stranger.getByRole('heading', { level: 2, name: 'Dina rättigheter' });
  await eventually('the section', () => isInView(section));
  const { hash } = new URL(stranger.url());
  assert.notEqual(hash, '');
  const another = await windows.open();
  await another.goto(`/terms/personal-data${hash}`);
  await eventually('the section', () =>
    isInView(another.getByRole('heading', { level: 2, name: 'Dina rättigheter' })),
  );
});

test('TERMS-1 a text stands in the middle of its page, at every width', async () => {
  const page = await windows.open();
  await page.goto('/terms/personal-data');
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const [left, right] = await page.evaluate(() => {
      const text = document.querySelector('main h1')?.parentElement?.getBoundingClientRect();
      return [text?.left ?? 0, document.documentElement.clientWidth - (text?.right ?? 0)] as const;
    });
    assert.ok(Math.abs(left - right) < 2, `${left} px beside ${right} at ${width}`);
  }
  const { x, width } = (await page.getByRole('button', { name: 'Skriv ut' }).boundingBox())!;
  const contents = (await page.getByRole('navigation', { name: 'Innehåll' }).boundingBox())!;
  assert.ok(
    Math.abs(x + width - contents.x - contents.width) < 2,
    'the contents end where it does',
  );
});

test('SHELL-8 it is said on every page that there are no cookies, and there are none', async () => {
  for (const page of [stranger, lind]) {
    await sees(footerOf(page), 'Webbplatsen använder inga kakor.');
    assert.deepEqual(await page.context().cookies(), []);
  }
});

test('SHELL-2 logged out, the logo and «Logga in» lead to the first page', async () => {
  const header = stranger.getByRole('banner');
  for (const name of ['Restvärde', 'Logga in']) {
    await stranger.goto('/terms/terms-of-use');
    await header.getByRole('link', { name }).click();
    await stranger.waitForURL(`${product.url}/`);
  }
});

test('SHELL-2 the personal menu opens and closes by its button, by a press outside, and by a choice', async () => {
  const button = lind.getByRole('button', { name: 'Anders Lind' });
  const menu = lind.getByRole('menu', { name: 'Personlig meny' });
  await button.click();
  await menu.waitFor();
  await sees(menu, 'Personlig meny');
  await button.click({ force: true });
  await menu.waitFor({ state: 'hidden' });
  await button.click();
  await menu.waitFor();
  await lind.mouse.click(400, 600);
  await menu.waitFor({ state: 'hidden' });
  await button.click();
  await menu.getByRole('menuitem', { name: 'Mitt konto' }).click();
  await lind.waitForURL('**/my-account');
  await menu.waitFor({ state: 'hidden' });
  await lind.getByRole('banner').getByRole('link', { name: 'Restvärde' }).click();
  await lind.waitForURL('**/auctions');
});

test('SHELL-3 on a phone the menu is behind «Meny», with «Kontakta oss» apart at its end', async () => {
  await lind.setViewportSize({ width: 360, height: 740 });
  assert.equal(await lind.getByRole('navigation', { name: 'Huvudmeny' }).count(), 0);
  await lind.getByRole('button', { name: 'Meny', exact: true }).click();
  const sheet = lind.getByRole('dialog', { name: 'Meny' });
  const links = sheet.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link');
  await links.last().waitFor();
  assert.deepEqual(await links.allInnerTexts(), [
    'Auktioner',
    'Mina auktioner',
    'Vunna auktioner',
    'Kontakta oss',
  ]);
  assert.equal(await links.first().getAttribute('aria-current'), 'page');
  await links.last().click();
  await sheet.waitFor({ state: 'hidden' });
  await isFocused(lind.getByRole('heading', { level: 1, name: 'Kontakta oss' }));
  await lind.getByRole('button', { name: 'Meny', exact: true }).click();
  await sheet.waitFor();
  await lind.goBack();
  await sheet.waitFor({ state: 'hidden' });
  await lind.getByRole('heading', { level: 1, name: 'Kontakta oss' }).waitFor();
  await lind.setViewportSize({ width: 1280, height: 900 });
});

test('SHELL-3 a new page takes focus to its heading, starts at its top, and names itself and the company', async () => {
  await lind.setViewportSize({ width: 1280, height: 400 });
  await lind.goto('/terms/terms-of-use');
  await lind.getByRole('heading', { level: 1 }).waitFor();
  await lind.mouse.wheel(0, 2000);
  await eventually('some way down', async () => (await scrolled(lind)) > 500);
  await lind.mouse.wheel(0, -100);
  await lind.getByRole('link', { name: 'Mina auktioner' }).click();
  await isFocused(lind.getByRole('heading', { level: 1, name: 'Mina auktioner' }));
  await isTitled(lind, /^Mina auktioner – Nordsäkring$/);
  assert.equal(await scrolled(lind), 0);
  await lind.goBack();
  await lind.getByRole('heading', { level: 1, name: 'Användarvillkor' }).waitFor();
  await eventually('the place where one was', async () => (await scrolled(lind)) > 500);
  await lind.setViewportSize({ width: 1280, height: 900 });
});

test('SHELL-3 the first Tab stop skips the menus', async () => {
  await lind.goto('/contact');
  await lind.getByRole('heading', { level: 1 }).waitFor();
  await lind.keyboard.press('Tab');
  const skip = lind.getByRole('link', { name: 'Hoppa till innehållet' });
  await isFocused(skip);
  assert.ok(await isInView(skip));
  await lind.keyboard.press('Enter');
  await isFocused(lind.getByRole('main'));
  await lind.keyboard.press('Tab');
  await isFocused(lind.getByRole('main').getByRole('link').first());
});

test('SHELL-4 the menu stays for whoever has focus in it', async () => {
  await stranger.setViewportSize({ width: 1280, height: 500 });
  await stranger.goto('/terms/purchase-conditions');
  const entry = stranger.getByRole('banner').getByRole('link', { name: 'Logga in' });
  await entry.focus();
  await stranger.mouse.wheel(0, 900);
  await eventually('some way down', async () => (await scrolled(stranger)) === 900);
  assert.ok(await isInView(entry));
  // Without the scrolling that focus brings.
  await entry.evaluate((link) => link.blur());
  await eventually('the menu to hide', async () => !(await isInView(entry)));
});

test('SHELL-7 a lost connection is said after 2.5 s, its return too, and what was typed is there', async () => {
  const page = await windows.logIn(PEOPLE.soder);
  let isCut = false;
  const cuts = new Set<() => void>();
  await page.routeWebSocket(/\/ws\//, (socket) => {
    if (isCut) return void socket.close({ code: 1012 });
    socket.connectToServer();
    cuts.add(() => void socket.close({ code: 1012 }));
  });
  await page.clock.install();
  await openAuction(page, id);
  const sum = panelOf(page).getByRole('textbox', { name: 'Ditt bud i kronor' });
  await sum.fill('12 345');
  await eventually('a live socket', async () => cuts.size > 0);
  await page.clock.pauseAt(Date.now() + 60_000);
  isCut = true;
  for (const cut of cuts) cut();
  await page.clock.runFor(2_000);
  assert.equal(await page.getByText('Återansluter').count(), 0);
  await page.clock.runFor(1_000);
  await sees(
    page.getByRole('status'),
    /^Återansluter … Uppgifterna är från \d\d[.:]\d\d[.:]\d\d\.$/,
  );
  isCut = false;
  await eventually('the return', async () => {
    await page.clock.runFor(500);
    return page.getByText('Ansluten igen').isVisible();
  });
  await page.clock.runFor(4_000);
  await seesNoMore(page, 'Ansluten igen');
  assert.equal(await sum.inputValue(), '12 345');
});

test('SHELL-7 without a network the page says that no bids can be placed', async () => {
  await openAuction(lind, id);
  await lind.context().setOffline(true);
  await sees(lind.getByRole('status'), 'Du är offline. Bud kan inte läggas.');
  await lind.context().setOffline(false);
  await sees(lind.getByRole('status'), 'Ansluten igen');
  await seesNoMore(lind, 'Ansluten igen');
});

function footerOf(page: Page): Locator {
  return page.getByRole('contentinfo');
}

async function isFocused(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor();
}

async function isTitled(page: Page, title: RegExp): Promise<void> {
  await eventually(`the title ${title}`, async () => title.test(await page.title()));
}

/** How far down a page is, in pixels. */
function scrolled(page: Page): Promise<number> {
  return page.locator('html').evaluate((root) => root.scrollTop);
}

function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
  });
}
