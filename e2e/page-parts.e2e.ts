/// <reference lib="dom" />
// The parts that pages are made of: what stands around them, panels, watching, drafts, the calendar.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stockholmDate } from '@restvarde/contract/dates';
import { LIVE_PATH } from '@restvarde/contract/live';
import type { Locator, Page } from 'playwright-core';
import { bid, openAuction, panelOf, sees, seesNoMore, tellWinner } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { endIn, hireSeller, type Seller } from './seller.ts';

let product: Product;
let windows: Windows;
let seller: Seller;
let lind: Page;
let manager: Page;
let id: number;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  seller = await hireSeller(product);
  ({ id } = await seller.putUp());
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('SHELL-4, SHELL-5 the menu hides on the way down and shows on the way up, and the footer leads to the top and the terms', async () => {
  const page = await windows.open({ width: 1280, height: 500 });
  await page.goto('/terms/purchase-conditions');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const header = page.getByRole('banner');
  await page.mouse.wheel(0, 40);
  await eventually('40 px of scrolling', async () => (await scrolled(page)) === 40);
  assert.ok(await isOnScreen(header));
  await page.mouse.wheel(0, 900);
  await eventually('the menu to hide', async () => !(await isOnScreen(header)));
  await page.mouse.wheel(0, -30);
  await eventually('the menu to show', () => isOnScreen(header));
  await page.getByRole('button', { name: 'Till toppen' }).click();
  await eventually('the top', async () => (await scrolled(page)) === 0);
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
  const links = page.getByRole('contentinfo').getByRole('link');
  for (const [place, title] of [
    'Personuppgifter',
    'Användarvillkor',
    'Allmänna köpvillkor',
  ].entries()) {
    await sees(links.nth(place), title);
    assert.equal(await links.nth(place).getAttribute('target'), '_blank');
  }
});

test('AUC-12 watching is turned on and off, and the modal says what it means', async () => {
  lind = await windows.logIn(PEOPLE.lind);
  await openAuction(lind, id);
  const toggle = panelOf(lind).getByRole('button', { name: 'Bevaka' });
  await toggle.click();
  const on = lind.getByRole('dialog', { name: 'Bevakning aktiverad' });
  await sees(on, 'Du får mejl om alla nya bud och när auktionen avslutas.');
  await on.getByRole('button', { name: 'OK' }).click();
  await lind.reload();
  await panelOf(lind).getByRole('button', { name: 'Bevaka', pressed: true }).click();
  const off = lind.getByRole('dialog', { name: 'Bevakning inaktiverad' });
  await off.getByRole('button', { name: 'OK' }).click();
  await panelOf(lind).getByRole('button', { name: 'Bevaka', pressed: false }).waitFor();
});

test('AUC-3, ROLE-10 the panels tell of vehicle, sale, place and company, and staff of the manager', async () => {
  manager = await windows.logIn(PEOPLE.manager);
  await openAuction(manager, id);
  for (const page of [lind, manager]) {
    for (const [panel, text] of [
      ['Fordon', 'KLM482'],
      ['Fordon', '8 450 mil'],
      ['Försäljning', 'Öppna bud'],
      ['Uppställningsplats och hämtning', 'Hämtas senast'],
      ['Dokument', 'Inga dokument'],
      ['Bolag', 'Nordsäkring'],
    ] as const) {
      await sees(page.getByRole('region', { name: panel, exact: true }), text);
    }
  }
  const company = (page: Page) => page.getByRole('region', { name: 'Bolag', exact: true });
  await sees(company(manager), 'Johan Ek');
  await sees(company(manager), PEOPLE.manager);
  for (const text of ['Johan Ek', PEOPLE.manager]) {
    assert.equal(await company(lind).getByText(text).count(), 0);
  }
});

test('AUC-3 the browser’s own command prints the sheet with its pictures, on one page, as «Skriv ut» does', async () => {
  const picture = await lind.screenshot({ type: 'jpeg' });
  const pictured = await seller.putUp({}, [picture, picture, picture, picture, picture]);
  await openAuction(lind, pictured.id);
  const shown = () =>
    lind.locator('body > [aria-hidden] img').evaluateAll((images) => {
      return (images as HTMLImageElement[]).map(({ complete, naturalWidth }) =>
        complete ? naturalWidth : 0,
      );
    });
  await eventually('the sheet', async () => (await shown()).length === 4);
  assert.ok((await shown()).includes(0), 'pictures are fetched for those who print');
  const pdf = (await lind.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  assert.deepEqual(await shown(), [680, 680, 680, 680]);
  await lind.emulateMedia({ media: 'print' });
  await sees(lind, /^Utskrivet /);
  assert.ok(!(await lind.getByRole('button', { name: 'Granska bud' }).isVisible()));
  await lind.emulateMedia({ media: 'screen' });

  await openAuction(lind, pictured.id);
  await lind.evaluate(
    'window.printed = new Promise((resolve) => { window.print = resolve; }); null',
  );
  await lind.getByRole('button', { name: 'Skriv ut' }).click();
  await lind.evaluate('window.printed');
  assert.deepEqual(await shown(), [680, 680, 680, 680]);
  await openAuction(lind, id);
});

test('BID-11 the panel goes along with the page, whole on a laptop’s screen, and nothing in it scrolls by itself', async () => {
  await openAuction(lind, id);
  await panelOf(lind).getByText('Jag godkänner de allmänna köpvillkoren').waitFor();
  const scroll = (y: number) => lind.evaluate((y) => window.scrollTo(0, y), y);
  for (const height of [800, 720, 600]) {
    await lind.setViewportSize({ width: 1280, height });
    await scroll(0);
    await scroll(400);
    const { top, bottom } = await eventually('the foot', () =>
      panelOf(lind).evaluate((panel) => {
        const { top, bottom } = (panel as HTMLElement).getBoundingClientRect();
        return bottom <= window.innerHeight && { top, bottom };
      }),
    );
    if (height === 800) assert.ok(top >= 56, `it begins at ${top}, under the header`);
    assert.ok(bottom > height - 40, `at ${height} px it ends at ${bottom}`);
  }
  await lind.setViewportSize({ width: 1280, height: 900 });
});

test('AUC-17 amounts are whole kronor, and the page says that they are without VAT', async () => {
  await sees(panelOf(lind), /Exkl\. moms\.$/);
  await sees(lind.getByRole('region', { name: 'Försäljning' }), 'Alla priser är exkl. moms');
  await panelOf(lind).getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('10 500,50');
  await panelOf(lind).getByRole('button', { name: 'Granska bud' }).click();
  await sees(panelOf(lind), 'Ange budet i hela kronor, till exempel 49 000');
});

test('AUC-10, LIST-6, LIST-7 who has won is told, and finds it in a list that has neither socket nor watching', async () => {
  const soder = await windows.logIn(PEOPLE.soder);
  const sockets: string[] = [];
  soder.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await openAuction(soder, id);
  await bid(soder, '12 000');
  await endIn(product, id, 1);
  await tellWinner(manager);
  await sees(manager, 'Vinnare av auktionen blir meddelad inom kort.');
  await soder.goto('/my-auctions');
  await sees(soder.getByRole('article'), 'Vunnen');
  await soder.getByRole('button', { name: 'Bevaka Volvo V60' }).waitFor();
  await eventually('the socket of the lists', async () => sockets.includes(LIVE_PATH.auctions));
  sockets.length = 0;
  await soder.goto('/won-auctions');
  await sees(soder.getByRole('article'), 'Volvo V60');
  assert.equal(await soder.getByRole('button', { name: 'Bevaka Volvo V60' }).count(), 0);
  assert.deepEqual(sockets, []);
});

test('FORM-11 what was written of a new auction survives a reload, and can be thrown away', async () => {
  await manager.goto('/auctions/new');
  await field(manager, 'Fabrikat').fill('Volkswagen');
  await sees(manager, /^Utkast sparat \d\d:\d\d$/);
  await manager.reload();
  await sees(manager, /^Du har ett sparat utkast från /);
  assert.equal(await field(manager, 'Fabrikat').inputValue(), '');
  await manager.getByRole('button', { name: 'Fortsätt' }).click();
  assert.equal(await field(manager, 'Fabrikat').inputValue(), 'Volkswagen');
  await manager.reload();
  await manager.getByRole('button', { name: 'Kasta' }).click();
  await seesNoMore(manager, /^Du har ett sparat utkast från /);
  await manager.reload();
  await field(manager, 'Fabrikat').waitFor();
  assert.equal(await manager.getByRole('button', { name: 'Kasta' }).count(), 0);
});

test('FMT-3, FMT-2 the calendar takes focus, gives it back, and picks no day outside the bounds', async () => {
  const year = Number(stockholmDate(new Date()).slice(0, 4)) + 1;
  await field(manager, 'Startdatum').fill(`${year}-03-15`);
  const end = field(manager, 'Slutdatum');
  await eventually('the end to follow', async () => (await end.inputValue()) === `${year}-03-22`);
  const toggle = manager
    .getByRole('region', { name: 'Tid' })
    .getByRole('button', { name: /^Välj datum, valt datum är \d+ mars/ })
    .nth(1);
  await toggle.click();
  const dialog = manager.getByRole('dialog', { name: /Slutdatum|Välj datum/ });
  const month = dialog.getByRole('combobox', { name: 'Månad' });
  await month.and(manager.locator(':focus')).waitFor();
  const day = (number: number) =>
    dialog.getByRole('button', { name: new RegExp(` ${number} mars`) });
  await day(10).click({ force: true });
  assert.ok(await dialog.isVisible());
  assert.equal(await end.inputValue(), `${year}-03-22`);
  await day(18).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await end.inputValue(), `${year}-03-18`);
  await toggle.and(manager.locator(':focus')).waitFor();
  await toggle.click();
  await month.and(manager.locator(':focus')).waitFor();
  await manager.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await toggle.and(manager.locator(':focus')).waitFor();
});

function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** How far down a page is, in pixels. */
function scrolled(page: Page): Promise<number> {
  return page.locator('html').evaluate((root) => root.scrollTop);
}

async function isOnScreen(header: Locator): Promise<boolean> {
  const box = await header.boundingBox();
  return box !== null && box.y >= 0;
}
