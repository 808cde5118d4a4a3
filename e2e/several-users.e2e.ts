// Several users at one auction: the email about being outbid, rivals' bids, and an auction that ends or is deleted.
import { expect, type Page } from '@playwright/test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { getMe } from '@restvarde/contract/users';
import { bid, openAuction, panelOf, review, timelineOf } from './fixtures/bidding.ts';
import { logIn, PEOPLE } from './fixtures/people.ts';
import { endIn } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

/** The minimum time between announcements; timers may be slightly early. */
const PAUSE_MS = 4900;

let auction: Auction;

test('MAIL-1, AUTH-16 the link of an outbid email opens the login for a logged-out workshop, and then the auction', async ({
  product,
  mailbox,
  seller,
  openWindow,
  workshop,
  rivalWorkshop,
}) => {
  auction = await seller.putUp();
  await openAuction(workshop, auction.id);
  await bid(workshop, '10 000');
  await openAuction(rivalWorkshop, auction.id);
  await bid(rivalWorkshop, '12 000');
  const { text = '' } = await mailbox.waitFor(PEOPLE.workshop, /överbju/i);
  const [link = ''] = /https?:\S+\/auctions\/\d+/.exec(text) ?? [];
  const loggedOut = await openWindow();
  await visit(loggedOut, link);
  await expect(loggedOut.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  await logIn(loggedOut, product, PEOPLE.workshop);
  await expect(loggedOut.getByRole('heading', { level: 1, name: 'Volvo V60 2021' })).toBeVisible();
  expect(new URL(loggedOut.url()).pathname).toBe(`/auctions/${auction.id}`);
  await expect(panelOf(loggedOut).getByText('Överbjuden').first()).toBeVisible();
  await expect(loggedOut).toHaveTitle(/^\(!\) Överbjuden – Volvo V60 2021/);
});

test('LIVE-7, BID-11 ten bids in a row are announced at most every five seconds, and being outbid once', async ({
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  await openAuction(workshop, auction.id);
  await bid(workshop, '14 000');
  await openAuction(caseManager, auction.id);
  const received = await listen(workshop);
  for (let one = 0; one < 10; one++) await bid(rivalWorkshop, `${15 + one} 000`);
  await expect(timelineOf(caseManager).getByText('24 000 kr').first()).toBeVisible();
  await expect
    .poll(async () => /24\s000/.test((await received()).at(-1)?.text ?? ''), 'the last of them')
    .toBe(true);
  const said = await received();
  for (const [place, { at }] of said.entries()) {
    const before = said[place - 1];
    if (before)
      expect(at - before.at, `${at - before.at} ms apart`).toBeGreaterThanOrEqual(PAUSE_MS);
  }
  expect(said.filter(({ text }) => text.includes('Du är överbjuden')).length).toBe(1);
});

test('BID-1, BID-2 the first bid accepts the terms; after a new version an open page asks to accept them again', async ({
  database,
  seller,
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.workshop);
  await openAuction(page, (await seller.putUp()).id);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataJSON());
  });
  await bid(page, '10 000');
  expect(sent).toEqual([{ bid: 10_000, has_accepted_terms: true }]);

  const accepted = 'from users where accepted_terms.user_id = users.id and email = $1';
  const outdate = `update accepted_terms set version = 'an older one' ${accepted}`;
  await database.query(outdate, [PEOPLE.workshop]);
  const asked = page.waitForResponse(`**${getMe.path}`);
  await review(page, '12 000');
  await asked;
  await panelOf(page).getByRole('button', { name: 'Bekräfta 12 000 kr' }).click();
  await expect(
    panelOf(page).locator(':focus').getByText('Du måste godkänna de allmänna köpvillkoren').first(),
  ).toBeVisible();
  expect(sent.length).toBe(1);
  await bid(page, '12 000');
  expect(sent.at(-1)).toEqual({ bid: 12_000, has_accepted_terms: true });
});

test('BID-9, BID-5 if an auction is ended during a review, the page says so and the bid cannot be sent', async ({
  database,
  workshop,
}) => {
  await review(workshop, '30 000');
  await expect(panelOf(workshop).getByRole('button', { name: 'Bekräfta 30 000 kr' })).toBeVisible();
  await endIn(database, auction.id, 0);
  await expect(workshop.getByText('Avslutad', { exact: true })).toBeVisible();
  await expect(
    panelOf(workshop).getByText('Det högsta budet blev 24 000 kr.').first(),
  ).toBeVisible();
  await expect(panelOf(workshop).getByRole('button')).toHaveCount(0);
  await expect(workshop).not.toHaveTitle(/Överbjuden/);
});

test('AUC-7 if an auction is deleted while a workshop views it, the page says so and has a link to the other auctions', async ({
  seller,
  rivalWorkshop,
  caseManager,
}) => {
  const { id, number } = await seller.putUp();
  await openAuction(rivalWorkshop, id);
  await rivalWorkshop.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('10 000');
  await openAuction(caseManager, id);
  await caseManager.getByRole('button', { name: `Fler val för auktion ${number}` }).click();
  await caseManager.getByRole('menuitem', { name: 'Radera' }).click();
  await caseManager.getByRole('alertdialog').getByRole('button', { name: 'Radera' }).click();
  await expect(caseManager.getByText('Auktionen har raderats.').first()).toBeVisible();
  await expect(
    rivalWorkshop.getByRole('heading', { level: 1, name: 'Auktionen finns inte' }),
  ).toBeVisible();
  await expect(
    rivalWorkshop.getByText('Den kan vara raderad eller avslutad').first(),
  ).toBeVisible();
  await rivalWorkshop.getByRole('link', { name: 'Till auktionerna' }).click();
  await expect(rivalWorkshop.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
});

test('AUC-6 if an auction is ended early while a workshop views it, the page says so and what happens next', async ({
  seller,
  rivalWorkshop,
  caseManager,
}) => {
  const { id } = await seller.putUp();
  await openAuction(rivalWorkshop, id);
  await bid(rivalWorkshop, '10 000');
  await openAuction(caseManager, id);
  await caseManager.getByRole('button', { name: /^Fler val för auktion/ }).click();
  await caseManager.getByRole('menuitem', { name: 'Avsluta' }).click();
  await caseManager
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Avsluta auktionen' })
    .click();
  await expect(
    panelOf(rivalWorkshop)
      .getByText(/^Avslutades i förtid/)
      .first(),
  ).toBeVisible();
  await expect(
    panelOf(rivalWorkshop).getByText('Säljaren avgör om någon vinner.').first(),
  ).toBeVisible();
  await expect(caseManager.getByText('Ingen vinnare är vald.').first()).toBeVisible();
});

/** Records the live regions' announcements and their times. */
async function listen(page: Page): Promise<() => Promise<{ at: number; text: string }[]>> {
  await page.evaluate(`
    window.said = [];
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    new MutationObserver((changes) => {
      const changed = new Set(changes.flatMap(({ target }) => {
        const element = target.nodeType === 1 ? target : target.parentElement;
        return element?.closest(regions) ?? [];
      }));
      for (const region of changed) {
        const text = region.textContent.trim();
        if (text !== '') window.said.push({ at: performance.now(), text });
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  return () => page.evaluate('window.said');
}
