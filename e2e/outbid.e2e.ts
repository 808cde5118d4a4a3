/// <reference lib="dom" />
// Outbid on another page: a toast, a count in the menu, a mark in the title.
import { expect, type Page } from '@playwright/test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { assertAccessible } from './fixtures/accessibility.ts';
import { bid, openAuction } from './fixtures/bidding.ts';
import { holdLines } from './fixtures/network.ts';
import { PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';
import { assertFocusSeen } from './fixtures/user-settings.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let auction: Auction;
let other: Auction;

test.beforeAll(async ({ seller }) => {
  auction = await seller.putUp({ reservation_price: '90000' });
  other = await seller.putUp();
});

test('LIVE-8, LIVE-7 being outbid is shown at once on another page, and «Visa» leads to the auction', async ({
  workshop,
  rivalWorkshop,
}) => {
  await openAuction(workshop, auction.id);
  await bid(workshop, '10 000');
  await workshop.getByRole('link', { name: 'Kontakta oss' }).click();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeVisible();
  await openAuction(rivalWorkshop, auction.id);
  await bid(rivalWorkshop, '12 000');

  await expect(toastOf(workshop)).toContainText(
    'Du är överbjuden på Volvo V60. Nytt bud: 12 000 kr.',
  );
  await expect(myAuctions(workshop)).toHaveText('Mina auktioner1 överbjuden');
  await expect.poll(() => workshop.title()).toMatch(/^\(!\) Överbjuden – Kontakta oss/);
  await assertAccessible(workshop);

  // A higher bid is not announced: the lead was lost before.
  await bid(rivalWorkshop, '14 000');
  await expect(toastOf(workshop)).toContainText('12 000 kr');
  await toastOf(workshop).getByRole('button', { name: 'Visa' }).click();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Volvo V60 2021' })).toBeVisible();
  await expect(toastOf(workshop)).toHaveCount(0);
});

test('LIVE-8 the auction’s own page shows it without a toast, and a higher bid removes the count', async ({
  workshop,
  rivalWorkshop,
}) => {
  await bid(workshop, '16 000');
  await expect(myAuctions(workshop)).toHaveText('Mina auktioner');
  await bid(rivalWorkshop, '18 000');
  await expect(myAuctions(workshop)).toHaveText('Mina auktioner1 överbjuden');
  await expect(workshop.getByText('Överbjuden', { exact: true }).first()).toBeVisible();
  await expect(toastOf(workshop)).toHaveCount(0);
  await expect
    .poll(() => workshop.evaluate(measureTag), 'the tag covers no text')
    .toBeGreaterThanOrEqual(0);
  await bid(workshop, '20 000');
  await expect(myAuctions(workshop)).toHaveText('Mina auktioner');
});

test('LIVE-8 two losses in a row are one toast, also on the list of purchases', async ({
  workshop,
  rivalWorkshop,
}) => {
  await openAuction(workshop, other.id);
  await bid(workshop, '10 000');
  await workshop.getByRole('link', { name: 'Vunna auktioner' }).click();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Vunna auktioner' })).toBeVisible();
  await bid(rivalWorkshop, '22 000');
  await openAuction(rivalWorkshop, other.id);
  await bid(rivalWorkshop, '12 000');
  // Polled every 30 s.
  await expect(toastOf(workshop)).toContainText('Du är överbjuden på 2 auktioner.', {
    timeout: 45_000,
  });
  await toastOf(workshop).getByRole('button', { name: 'Visa' }).click();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Mina auktioner' })).toBeVisible();
  await expect(myAuctions(workshop)).toHaveText('Mina auktioner2 överbjudna');
  await expect.poll(() => workshop.title()).toMatch(/^Mina auktioner/);
});

test('LIVE-8 on a phone the menu’s button shows the count too, and a closed toast is not shown again', async ({
  openSignedIn,
  workshop,
  rivalWorkshop,
}) => {
  const phone = await openSignedIn(PEOPLE.rivalWorkshop, { width: 360, height: 740 });
  await visit(phone, '/');
  await openAuction(workshop, other.id);
  await bid(workshop, '14 000');
  await expect(toastOf(phone)).toContainText('Nytt bud: 14 000 kr.');
  const button = phone.getByRole('button', { name: 'Meny', exact: true });
  await expect(button).toHaveAccessibleDescription('1 överbjuden');
  await assertAccessible(phone);
  await phone.setViewportSize({ width: 360, height: 740 });
  await toastOf(phone).getByRole('button', { name: 'Stäng' }).click();
  await expect.poll(() => phone.title()).not.toMatch(/Överbjuden/);
  await visit(phone, '/my-account');
  await expect(button).toHaveAccessibleDescription('1 överbjuden');
  await expect(toastOf(phone)).toHaveCount(0);
  await visit(rivalWorkshop, '/');
});

test('LIVE-8, AUC-13 nothing is shown about hidden bids', async ({
  seller,
  workshop,
  rivalWorkshop,
}) => {
  const sealed = await seller.putUp({ hidden_bids: '1' });
  await openAuction(workshop, sealed.id);
  await bid(workshop, '10 000');
  await visit(workshop, '/contact');
  await expect(myAuctions(workshop)).toHaveText(/^Mina auktioner/);
  const before = await myAuctions(workshop).textContent();
  await openAuction(rivalWorkshop, sealed.id);
  await bid(rivalWorkshop, '30 000');
  // A bid's message follows on the same socket.
  await openAuction(rivalWorkshop, other.id);
  await bid(rivalWorkshop, '24 000');
  await expect(toastOf(workshop)).toContainText('Nytt bud: 24 000 kr.');
  expect(before).not.toBeNull();
});

test('LIVE-8, LIVE-2 being outbid while offline is shown when the connection is back', async ({
  openSignedIn,
  seller,
  workshop,
}) => {
  const third = await seller.putUp();
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  const lines = await holdLines(page);
  await openAuction(page, third.id);
  await bid(page, '10 000');
  await visit(page, '/contact');
  await expect(myAuctions(page)).toHaveText('Mina auktioner');
  await lines.isOpen();
  lines.cut();
  await openAuction(workshop, third.id);
  await bid(workshop, '12 000');
  lines.restore();
  await expect(myAuctions(page)).toHaveText('Mina auktioner1 överbjuden');

  // The auction's page shows it too, without a message.
  await openAuction(page, third.id);
  await bid(page, '14 000');
  await lines.isOpen();
  lines.cut();
  await bid(workshop, '16 000');
  lines.restore();
  await expect(page.locator('#announce-polite')).toContainText(
    'Nytt bud: 16 000 kr. Du är överbjuden.',
  );
  await expect(page.getByText('Nytt bud', { exact: true })).toBeAttached();
});

test('SHELL-12, LIVE-8 at 400 % zoom bars and toasts do not cover the focused element, and half the window is free', async ({
  seller,
  workshop,
  openSignedIn,
}) => {
  const { id } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.rivalWorkshop, { width: 320, height: 256 });
  await openAuction(page, id);
  // The bid bar is at the bottom.
  await expect(page.getByRole('region', { name: 'Budläge' })).toBeVisible();
  await page.mouse.wheel(0, 1500);
  await page.mouse.wheel(0, -200);
  await expect.poll(() => page.evaluate(findFree)).toBeGreaterThan(128);
  await assertFocusSeen(page);

  await bid(page, '10 000');
  await visit(page, '/contact');
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await expect(toastOf(page)).toBeVisible();
  await assertFocusSeen(page);
  await page.keyboard.press('Escape');
  await expect(toastOf(page)).toHaveCount(0);
});

/** Pixels between the tag «Nytt bud», which later turns transparent, and the text below it; runs in the page. */
function measureTag(): number {
  const boxOf = (text: string) =>
    [...document.querySelectorAll('span')]
      .findLast(({ textContent }) => textContent === text)
      ?.getBoundingClientRect();
  const [tag, reserve] = [boxOf('Nytt bud'), boxOf('Reservationspris ej uppnått')];
  return (reserve?.top ?? Number.NaN) - (tag?.bottom ?? Number.NaN);
}

/** The height that shows the page's content, in pixels; runs in the page. */
function findFree(): number {
  const main = document.querySelector('main') as HTMLElement;
  let free = 0;
  for (let y = 0; y < window.innerHeight; y += 1) {
    const shown = document.elementFromPoint(window.innerWidth / 2, y);
    const isBar = shown?.closest('[aria-label=Budläge], header, [aria-label=Meddelanden]');
    if (shown && main.contains(shown) && !isBar) free += 1;
  }
  return free;
}

const toastOf = (page: Page) =>
  page.getByRole('region', { name: 'Meddelanden' }).getByRole('group');

const myAuctions = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Huvudmeny' })
    .getByRole('link', { name: /^Mina auktioner/ });
