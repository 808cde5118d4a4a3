// An auction's pictures by keyboard, mouse and touch.
import { type CDPSession, expect, type Page } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { openAuction } from './fixtures/bidding.ts';
import { PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let page: Page;
let touch: CDPSession;

test.beforeAll(async ({ seller, openSignedIn }) => {
  page = await openSignedIn(PEOPLE.rivalWorkshop, { width: 360, height: 780 });
  const picture = await page.screenshot({ type: 'jpeg', quality: 70 });
  const { id } = await seller.putUp({}, [picture, picture, picture]);
  await openAuction(page, id);
  touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
});

test('AUC-2 keys move through the pictures, zoom, and return to the previous place', async () => {
  await page.getByRole('button', { name: 'Bild 1 av 3' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('2 / 3').first()).toBeVisible();
  await page.locator(':focus').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bilder i helskärm' });
  await expect(dialog.getByRole('button', { name: 'Stäng' })).toBeFocused();
  for (const [key, place] of [
    ['End', '3 / 3'],
    ['Home', '1 / 3'],
    ['ArrowRight', '2 / 3'],
    ['ArrowRight', '3 / 3'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(dialog.getByText(place).first()).toBeVisible();
    await page.waitForURL(`**?bild=${place[0]}`);
  }
  // Before the page has rendered the first address.
  await page.evaluate(`(async () => {
    for (const key of ['Home', 'End']) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await null;
    }
  })()`);
  await page.waitForURL('**?bild=3');
  await page.keyboard.press('z');
  await expect.poll(async () => (await width()) > 800, 'larger').toBe(true);
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText('3 / 3').first()).toBeVisible();
  await page.keyboard.press('z');
  await expect.poll(() => width(), 'whole').toBe(360);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(
    page.locator(':focus').and(page.getByRole('button', { name: 'Bild 3 av 3' })),
  ).toBeVisible();
});

test('AUC-2 the wheel zooms at the pointer, and the mouse drags', async () => {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stäng' })).toBeVisible();
  await expect.poll(() => width(), 'whole').toBe(360);
  await page.mouse.move(60, 300);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await width()) > 600, 'larger').toBe(true);
  const before = await scroll();
  await page.mouse.down();
  await page.mouse.move(20, 250, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await scroll())[0]! - before[0]!, 'dragged').toBe(40);
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => width(), 'whole').toBe(360);
});

test('AUC-2 pinch and double tap zoom', async () => {
  await point('touchStart', [150, 400], [210, 400]);
  await point('touchMove', [120, 400], [240, 400]);
  await point('touchMove', [90, 400], [270, 400]);
  await point('touchEnd');
  await expect
    .poll(async () => Math.abs((await width()) - 3 * 360) < 2, 'three times as large')
    .toBe(true);
  await taps();
  await expect.poll(() => width(), 'whole').toBe(360);
  await taps();
  await expect.poll(() => width(), 'larger').toBe(900);
  expect(await page.evaluate('visualViewport.scale'), 'the page itself is not magnified').toBe(1);
});

test('AUC-2 the full-screen pictures have no axe violations, zoomed or not', async () => {
  await assertAccessible(page);
  await page.keyboard.press('z');
  await assertAccessible(page);
});

test('AUC-2 «back» closes the full-screen pictures before it leaves the page', async () => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const address = page.url();
  await page.getByRole('link', { name: 'Auktioner', exact: true }).first().click();
  await page.getByRole('link', { name: 'Volvo V60' }).first().click();
  await page.getByRole('button', { name: 'Bild 1 av 3' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Bilder i helskärm' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(address);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
});

test('AUC-2 a link to a picture loads only it and its neighbours, and closing it stays on the page', async ({
  seller,
}) => {
  const picture = await page.screenshot({ type: 'jpeg', quality: 70 });
  const { id } = await seller.putUp(
    {},
    Array.from({ length: 7 }, () => picture),
  );
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/large.webp')) fetched.push(request.url());
  });
  await visit(page, `/auctions/${id}?bild=4`);
  const dialog = page.getByRole('dialog', { name: 'Bilder i helskärm' });
  await expect(dialog.getByText('4 / 7').first()).toBeVisible();
  await expect.poll(() => fetched.length).toBe(3);
  await dialog.getByRole('button', { name: 'Bild 7 av 7' }).click();
  await page.waitForURL('**?bild=7');
  await expect.poll(() => fetched.length, 'the last and the one before it').toBe(5);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/auctions/${id}`);
  await expect(page.getByRole('button', { name: 'Bild 7 av 7' }).first()).toBeFocused();
  await visit(page, `/auctions/${id}?bild=99`);
  await expect(page.getByRole('button', { name: 'Bild 1 av 7' }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

for (const size of ['detail', 'large'] as const) {
  test(`MEDIA-2 a picture whose address has expired is shown by a new one: ${size}`, async ({
    seller,
    openSignedIn,
  }) => {
    const window = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 900 });
    const picture = await window.screenshot({ type: 'jpeg', quality: 70 });
    const { id } = await seller.putUp({ model: size }, [picture]);
    let isRefused = false;
    window.on('response', (response) => {
      isRefused ||= response.url().includes('?e=1&old=') && response.status() >= 400;
    });
    await window.route(`**/api/auctions/${id}`, async (route) => {
      const reply = await route.fetch();
      const text = await reply.text();
      const old = text.replaceAll(new RegExp(`(/${size}(_2x)?\\.webp)\\?e=`, 'g'), '$1?e=1&old=');
      await route.fulfill({ body: isRefused ? text : old, response: reply });
    });
    await visit(window, `/auctions?q=${size}`);
    await window.getByRole('article').getByRole('link').first().click();
    const inPage = window.getByRole('button', { name: 'Bild 1 av 1' }).first();
    await expect(inPage).toBeVisible();
    if (size === 'large') await inPage.click();
    const around = size === 'large' ? window.getByRole('dialog') : inPage;
    const inWindow = around.locator(`img[src*="/${size}.webp"]`).first();
    await expect
      .poll(() => inWindow.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    expect(isRefused).toBe(true);
    await window.close();
  });
}

/** Taps twice. The browser gets all events at once, as two slow taps are not a double tap. */
async function taps() {
  await Promise.all([1, 2].flatMap(() => [point('touchStart', [180, 400]), point('touchEnd')]));
}

async function point(type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: number[][]) {
  const touchPoints = points.map(([x, y], id) => ({ x: x!, y: y!, id }));
  await touch.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** The displayed width of the current picture. */
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
  return page.getByRole('dialog').locator('[role=group]:not([inert])').getByRole('img');
}
