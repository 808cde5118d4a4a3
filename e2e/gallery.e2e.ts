// The pictures of an auction: with keys, with a mouse and with fingers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { openAuction, sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import { assertAccessible, TWO_LOOKS } from './looks.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

let product: Product;
let windows: Windows;
let page: Page;
let touch: CDPSession;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  const seller = await hireSeller(product);
  page = await windows.logIn(PEOPLE.soder, { width: 360, height: 780 });
  const picture = await page.screenshot({ type: 'jpeg', quality: 70 });
  const { id } = await seller.putUp({}, [picture, picture, picture]);
  await openAuction(page, id);
  touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
});
after(async () => {
  await windows?.stop();
  await product?.stop();
});

test('AUC-2 keys lead through the pictures, magnify one, and lead back to where one was', async () => {
  await page.getByRole('button', { name: 'Bild 1 av 3' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await sees(page, '2 / 3');
  await page.locator(':focus').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bilder i helskärm' });
  await dialog.getByRole('button', { name: 'Stäng' }).and(page.locator(':focus')).waitFor();
  for (const [key, place] of [
    ['End', '3 / 3'],
    ['Home', '1 / 3'],
    ['ArrowRight', '2 / 3'],
    ['ArrowRight', '3 / 3'],
  ] as const) {
    await page.keyboard.press(key);
    await sees(dialog, place);
  }
  await page.keyboard.press('z');
  await eventually('larger', async () => (await width()) > 800);
  await page.keyboard.press('ArrowLeft');
  await sees(dialog, '3 / 3');
  await page.keyboard.press('z');
  await eventually('whole', async () => (await width()) === 360);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Bild 3 av 3' }))
    .waitFor();
});

test('AUC-2 a wheel magnifies what it points at, and a mouse drags it about', async () => {
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Stäng' }).waitFor();
  await page.mouse.move(60, 300);
  await page.mouse.wheel(0, -400);
  await eventually('larger', async () => (await width()) > 600);
  const before = await scroll();
  await page.mouse.down();
  await page.mouse.move(20, 250, { steps: 4 });
  await page.mouse.up();
  await eventually('dragged', async () => (await scroll())[0]! - before[0]! === 40);
  await page.mouse.wheel(0, 3000);
  await eventually('whole', async () => (await width()) === 360);
});

test('AUC-2 two fingers magnify, and so do two taps', async () => {
  await point('touchStart', [150, 400], [210, 400]);
  await point('touchMove', [120, 400], [240, 400]);
  await point('touchMove', [90, 400], [270, 400]);
  await point('touchEnd');
  await eventually('three times as large', async () => Math.abs((await width()) - 3 * 360) < 2);
  await taps();
  await eventually('whole', async () => (await width()) === 360);
  await taps();
  await eventually('larger', async () => (await width()) === 900);
  assert.equal(await page.evaluate('visualViewport.scale'), 1, 'the page itself is not magnified');
});

test('AUC-2 the pictures in full have no finding of axe, whole or magnified', async () => {
  await assertAccessible(page, TWO_LOOKS);
  await page.keyboard.press('z');
  await assertAccessible(page, TWO_LOOKS);
});

test('AUC-2 «back» closes the pictures in full, and only then leaves the page', async () => {
  const address = page.url();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Auktioner', exact: true }).first().click();
  await page.getByRole('link', { name: 'Volvo V60' }).first().click();
  await page.getByRole('button', { name: 'Bild 1 av 3' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Bilder i helskärm' });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  // The browser has gone back, and is sent forward again.
  await page.waitForURL(address);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Auktioner' }).waitFor();
});

async function taps() {
  for (let one = 0; one < 2; one++) {
    await point('touchStart', [180, 400]);
    await point('touchEnd');
  }
}

async function point(type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: number[][]) {
  const touchPoints = points.map(([x, y], id) => ({ x: x!, y: y!, id }));
  await touch.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** How wide the picture in view is drawn. */
async function width(): Promise<number> {
  return Math.round((await shown().boundingBox())?.width ?? 0);
}

function scroll(): Promise<number[]> {
  return shown().evaluate((picture) => {
    const slide = (
      picture as unknown as { parentElement: { scrollLeft: number; scrollTop: number } }
    ).parentElement;
    return [slide.scrollLeft, slide.scrollTop];
  });
}

function shown() {
  return page.getByRole('dialog').locator('[role=group]:not([inert]) img');
}
