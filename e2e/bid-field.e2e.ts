/// <reference lib="dom" />
// The bid field on a wide screen, and the bar at the bottom of a phone.
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { bid, openAuction, panelOf, review } from './fixtures/bidding.ts';
import { PEOPLE } from './fixtures/people.ts';
import { endIn } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let id: number;

test.beforeAll(async ({ seller }) => {
  ({ id } = await seller.putUp());
});

test('BID-12 on a wide screen the field is prefilled with the minimum, selected, and follows it', async ({
  workshop,
  rivalWorkshop,
}) => {
  await openAuction(workshop, id);
  const field = fieldOf(workshop);
  await expect(field).toHaveValue('10\u00a0000');
  await openAuction(rivalWorkshop, id);
  await bid(rivalWorkshop, '12 000');
  await expect(field).toHaveValue('12\u00a0500');
  await field.click();
  await workshop.keyboard.type('46000');
  await expect(field).toHaveValue('46000');
  await workshop.keyboard.press('Tab');
  await expect(field).toHaveValue('46\u00a0000');
  // Text that is not only digits is kept, and is not an error yet.
  await field.fill('46.00');
  await field.blur();
  await expect(field).toHaveValue('46.00');
  await field.fill('');
  await field.blur();
  await expect(field).toHaveValue('');
  // On a tablet the panel is beside the pictures.
  const size = workshop.viewportSize()!;
  await workshop.setViewportSize({ width: 768, height: 1024 });
  await expect(field).toBeInViewport();
  await expect.poll(async () => (await field.boundingBox())?.y).toBeLessThan(700);
  await workshop.setViewportSize(size);
});

test('BID-12 the first digit is kept, however soon after focus it is typed', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.workshop);
  await openAuction(page, id);
  const field = fieldOf(page);
  await field.evaluate((input: HTMLInputElement) => {
    input.focus();
    input.select();
    document.execCommand('insertText', false, '4');
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.type('6000');
  await expect(field).toHaveValue('46000');
});

test('BID-12 typing replaces the prefilled amount, also after it has followed the minimum', async ({
  openSignedIn,
  seller,
  workshop,
}) => {
  const { id: fresh } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  await openAuction(page, fresh);
  const field = fieldOf(page);
  await field.click();
  await openAuction(workshop, fresh);
  await bid(workshop, '12 000');
  await expect(field).toHaveValue('12\u00a0500');
  await page.keyboard.type('46000');
  await expect(field).toHaveValue('46000');
});

test('BID-12 Enter reviews the prefilled amount', async ({ workshop }) => {
  await openAuction(workshop, id);
  await fieldOf(workshop).focus();
  await workshop.keyboard.press('Enter');
  await expect(panelOf(workshop).getByRole('button', { name: 'Bekräfta 12 500 kr' })).toBeVisible();
  await workshop.keyboard.press('Escape');
});

test('BID-13, BID-12 on a phone the bar shows the bidder’s standing and the result, and the panel is below the pictures', async ({
  openSignedIn,
  rivalWorkshop,
  database,
}) => {
  const phone = await openSignedIn(PEOPLE.workshop, { width: 360, height: 740, hasTouch: true });
  await phone.addInitScript(reportTwoMoves);
  await openAuction(phone, id);
  await expect(fieldOf(phone)).toHaveValue('');
  // The field scrolls so far that its label is visible below the header.
  const labelTop = await fieldOf(phone).evaluate((field: HTMLInputElement) => {
    scrollTo({ top: scrollY + field.getBoundingClientRect().bottom + 200, behavior: 'instant' });
    field.focus();
    return field.labels![0]!.getBoundingClientRect().top;
  });
  expect(labelTop).toBeGreaterThanOrEqual(56);
  await fieldOf(phone).blur();
  const bar = phone.getByRole('region', { name: 'Budläge' });
  await phone.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(bar).toContainText('12 000 kr');
  await expect(bar).not.toContainText('Inget bud');
  const [title, panel, facts] = await Promise.all(
    [
      phone.getByRole('heading', { level: 1 }),
      panelOf(phone),
      phone.getByRole('group', { name: 'Fordon', exact: true }),
    ].map(async (part) => (await part.boundingBox())!.y),
  );
  expect(title! < panel! && panel! < facts!, `${title} ${panel} ${facts}`).toBe(true);

  await bar.getByRole('button', { name: 'Bjud 12 500 kr' }).click();
  await expect(fieldOf(phone)).toBeFocused();
  await expect(fieldOf(phone)).toHaveValue('12\u00a0500');
  await bid(phone, '13 000');
  await phone.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(bar).toContainText('Leder, Högsta bud 13 000 kr');
  await expect(bar.getByRole('button', { name: 'Höj ditt bud' })).toBeVisible();
  await openAuction(rivalWorkshop, id);
  await bid(rivalWorkshop, '41 500');
  await expect(bar).toContainText('Överbjuden, Högsta bud 41 500 kr');
  await assertAccessible(phone);
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.getByRole('contentinfo').scrollIntoViewIfNeeded();

  await endIn(database, id, 0);
  await expect(bar).toContainText('Inte högst, Högsta bud 41 500 kr');
  await expect(bar).toContainText(/^Slutade /);
  await bar.getByRole('button', { name: 'Visa' }).click();
  await expect(
    panelOf(phone).getByText('Det högsta budet blev 41 500 kr.').first(),
  ).toBeInViewport();
  await assertAccessible(phone);
});

test('BID-9 «back» returns from the review to the field and keeps its text', async ({
  openSignedIn,
  seller,
}) => {
  const { id: another } = await seller.putUp({ model: 'XC40' });
  const page = await openSignedIn(PEOPLE.workshop, { width: 360, height: 740 });
  await visit(page, '/auctions?q=XC40');
  await page.getByRole('article').getByRole('link').first().click();
  await review(page, '78 000');
  await expect(page.getByText('Du bjuder 78 000 kr.')).toBeVisible();
  await page.goBack();
  await expect(fieldOf(page)).toHaveValue('78 000');
  await expect(page).toHaveURL(new RegExp(`/auctions/${another}$`));
});

test('BID-9 a station that leads by a bid from another device is not asked to raise it', async ({
  openSignedIn,
  seller,
}) => {
  const { id: another } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.workshop);
  const elsewhere = await openSignedIn(PEOPLE.workshop);
  await openAuction(page, another);
  await openAuction(elsewhere, another);
  await review(page, '12 500');
  await bid(elsewhere, '13 000');
  await expect(panelOf(page).getByText('Du leder redan med 13 000 kr.')).toBeVisible();
  await expect(panelOf(page).getByText('Lägsta nästa bud är 13 500 kr.')).toBeVisible();
  await expect(panelOf(page).getByRole('button')).toHaveText([/Ändra/, /Bevaka/]);
});

test('BID-9, ROLE-17 a viewer learns that the auction ended before the bid was confirmed, also if the live message about the end is lost', async ({
  openSignedIn,
  seller,
  database,
}) => {
  const { id: another } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.rivalWorkshop, { width: 360, height: 740 });
  await page.routeWebSocket(`**/ws/auction/${another}/`, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (JSON.parse(String(message)).closed !== true) socket.send(message);
    });
  });
  await openAuction(page, another);
  await review(page, '20 000');
  await expect(page.getByText('Du bjuder 20 000 kr.')).toBeVisible();
  await endIn(database, another, 2);
  const ended = page.getByText('Auktionen avslutades innan budet på 20 000 kr bekräftades.');
  await expect(ended).toBeInViewport();
  await expect(page.locator(':focus').filter({ has: ended })).toBeVisible();
  await expect(page.getByText(/^Slutade/).first()).toBeVisible();
  await expect(fieldOf(page)).toHaveCount(0);
});

const fieldOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Ditt bud i kronor' });

/**
 * Lets one call of an observer report two changes of an element, as on a busy device: that it left the viewport and
 * entered it again, or the reverse.
 */
function reportTwoMoves(): void {
  const Observer = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class extends Observer {
    constructor(onMoves: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super((moves, observer) => {
        const { target, isIntersecting } = moves.at(-1)!;
        const before = { target, isIntersecting: !isIntersecting } as IntersectionObserverEntry;
        onMoves([before, ...moves], observer);
      }, options);
    }
  };
}
