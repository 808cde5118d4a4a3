// A double press does not also confirm. The page's clock is stopped, so that no press is late.
import { expect, type Locator, type Page } from '@playwright/test';
import { makeOffer } from '@restvarde/contract/sale-calls/sales';
import { bid, openAuction, panelOf } from '../fixtures/bidding.ts';
import { appear, stopClock } from '../fixtures/clock.ts';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 412, height: 915, hasTouch: true },
  { width: 360, height: 740, hasTouch: true },
];

for (const screen of SCREENS) {
  test(`SHELL-14, BID-9 a double press on «Granska bud» places no bid: ${screen.width} px wide`, async ({
    openSignedIn,
    seller,
  }) => {
    const { id } = await seller.putUp({ start_bid: '4000' });
    const page = await openSignedIn(PEOPLE.workshop, screen);
    await page.clock.install();
    await openAuction(page, id);
    await bid(page, '4 250');
    const sent = countBids(page);
    const panel = panelOf(page);
    await panel.getByRole('button', { name: 'Höj ditt bud' }).click();
    await panel.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('47500');
    const review = panel.getByRole('button', { name: 'Granska bud' });
    await review.scrollIntoViewIfNeeded();
    const press = pressesOf(page, screen.hasTouch);
    await stopClock(page);
    const middle = await middleOf(review);
    await press(middle);
    await press(middle);
    const confirm = panel.getByRole('button', { name: 'Bekräfta 47 500 kr' });
    await appear(page, confirm);
    await press(await middleOf(confirm));
    await confirm.focus();
    await page.keyboard.press('Enter');
    await expect(confirm, 'focus stays').toBeFocused();
    expect(sent()).toBe(0);

    await page.clock.resume();
    await confirm.click();
    await expect(panel.getByText('Bud accepterat').first()).toBeVisible();
    expect(sent()).toBe(1);
    await page.close();
  });
}

test('SHELL-14 a press that begins too early does not confirm, however late it ends', async ({
  openSignedIn,
  seller,
}) => {
  const { id } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.workshop);
  await page.clock.install();
  await openAuction(page, id);
  const sent = countBids(page);
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('47500');
  await stopClock(page);
  await panel.getByRole('button', { name: 'Granska bud' }).press('Enter');
  const confirm = panel.getByRole('button', { name: 'Bekräfta 47 500 kr' });
  await appear(page, confirm);
  const { x, y } = await middleOf(confirm);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.clock.runFor(2_000);
  await expect(confirm).not.toHaveAttribute('data-guarded');
  await page.mouse.up();
  await page.clock.runFor(2_000);
  expect(sent()).toBe(0);
  await expect(confirm).toBeVisible();
  await page.close();
});

test('SHELL-14, OFFER-8 a double press on «Anta erbjudandet» buys nothing', async ({
  database,
  openSignedIn,
  product,
  seller,
}) => {
  const { id } = await seller.putUp({ reservation_price: '90000' });
  const page = await openSignedIn(PEOPLE.workshop);
  await page.clock.install();
  await openAuction(page, id);
  await bid(page, '10 000');
  await endIn(database, id, 0);
  const { access } = await openSession(product, PEOPLE.caseManager);
  const url = product.url + makeOffer.path.replace(':id', String(id)).replace(':bidId', '1');
  const offer = () =>
    fetch(url, {
      method: makeOffer.method,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 50_000, days: 2 }),
    });
  // Until the auction is closed.
  await expect.poll(async () => (await offer()).status).toBe(201);
  await openAuction(page, id);
  const panel = panelOf(page);
  for (const [open, confirm] of [
    ['Avböj', 'Avböj erbjudandet'],
    ['Anta erbjudandet', /^Bekräfta köp/],
  ] as const) {
    const opener = panel.getByRole('button', { name: open, exact: true });
    await opener.scrollIntoViewIfNeeded();
    await stopClock(page);
    const press = pressesOf(page);
    const middle = await middleOf(opener);
    await press(middle);
    await press(middle);
    const button = panel.getByRole('button', { name: confirm });
    await appear(page, button);
    await press(await middleOf(button));
    await page.clock.resume();
    await panel.getByRole('button', { name: 'Tillbaka' }).click();
  }
  const { rows } = await database.query('select state from offers where auction_id = $1', [id]);
  expect(rows).toEqual([{ state: 'open' }]);
  await page.close();
});

test('SHELL-14, AUC-6 a dialog that has just opened does not confirm', async ({
  openSignedIn,
  seller,
}) => {
  const { id, number } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.caseManager);
  await page.clock.install();
  await openAuction(page, id);
  await page.getByRole('button', { name: `Fler val för auktion ${number}` }).click();
  const opener = page.getByRole('menuitem', { name: 'Avsluta' });
  await expect(opener).toBeVisible();
  const dialog = page.getByRole('alertdialog', { name: `Avsluta auktion ${number}?` });
  await stopClock(page);
  await pressesOf(page)(await middleOf(opener));
  const confirm = dialog.getByRole('button', { name: 'Avsluta auktionen' });
  await appear(page, confirm);
  await pressesOf(page)(await middleOf(confirm));
  await page.clock.runFor(1_000);
  await expect(dialog).toBeVisible();
  await expect(page.getByText('Auktionen har avslutas.')).toHaveCount(0);
  await page.clock.resume();
  await confirm.click();
  await expect(page.getByText('Auktionen har avslutas.').first()).toBeVisible();
  await page.close();
});

test('SHELL-14 Enter held down, or pressed twice, does not send a form that it opens', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.companyAdmin);
  await page.clock.install();
  await visit(page, '/settings/staff');
  const opener = page.getByRole('button', { name: 'Bjud in', exact: true });
  await opener.focus();
  await stopClock(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bjud in personal' });
  const field = dialog.getByRole('textbox').first();
  await appear(page, field);
  await field.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.down('Enter');
  await page.clock.runFor(2_000);
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.clock.resume();
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.close();
});

/** Counts the bids that a window sends. */
function countBids(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/bids')) count++;
  });
  return () => count;
}

type Point = { x: number; y: number };

async function middleOf(button: Locator): Promise<Point> {
  const { x, y, width, height } = (await button.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Clicks at a point of the window. */
function pressesOf(page: Page, hasTouch = false): (point: Point) => Promise<void> {
  return ({ x, y }) => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}
