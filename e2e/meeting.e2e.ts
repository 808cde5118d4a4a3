// Where people meet: by mail, in a race that others watch, and over an auction that goes away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { getMe } from '@restvarde/contract/users';
import type { Page } from 'playwright-core';
import { bid, openAuction, panelOf, review, sees, timelineOf } from './bidding.ts';
import { eventually } from './eventually.ts';
import { logIn, openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { endIn, hireSeller, type Seller } from './seller.ts';

/** No two announcements are nearer than this; a timer may be a little early. */
const PAUSE_MS = 4900;

let product: Product;
let windows: Windows;
let seller: Seller;
let lind: Page;
let soder: Page;
let manager: Page;
let auction: Auction;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  seller = await hireSeller(product);
  lind = await windows.logIn(PEOPLE.lind);
  soder = await windows.logIn(PEOPLE.soder);
  manager = await windows.logIn(PEOPLE.manager);
});
after(async () => {
  await windows?.stop();
  await product?.stop();
});

test('MAIL-1, AUTH-16 the link of an outbid letter leads a logged-out workshop to the auction, by the login', async () => {
  auction = await seller.putUp();
  await openAuction(lind, auction.id);
  await bid(lind, '10 000');
  await openAuction(soder, auction.id);
  await bid(soder, '12 000');
  const link = await eventually('the letter', () => linkIn(PEOPLE.lind, /överbju/i), 60_000);
  const stranger = await windows.open();
  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'Fortsätt' }).waitFor();
  await logIn(stranger, product, PEOPLE.lind);
  await stranger.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }).waitFor();
  assert.equal(new URL(stranger.url()).pathname, `/auctions/${auction.id}`);
  await sees(panelOf(stranger), 'Överbjuden');
  assert.match(await stranger.title(), /^\(!\) Överbjuden – Volvo V60 2021/);
});

test('LIVE-7, BID-11 ten bids in a row are told every fifth second at most, and that one is outbid is told once', async () => {
  await openAuction(lind, auction.id);
  await bid(lind, '14 000');
  await openAuction(manager, auction.id);
  const heard = await listen(lind);
  for (let one = 0; one < 10; one++) await bid(soder, `${15 + one} 000`);
  await sees(timelineOf(manager), '24 000 kr');
  await eventually(
    'the last of them',
    async () => /24\s000/.test((await heard()).at(-1)?.text ?? ''),
    15_000,
  );
  const said = await heard();
  for (const [place, { at }] of said.entries()) {
    const before = said[place - 1];
    if (before) assert.ok(at - before.at >= PAUSE_MS, `${at - before.at} ms apart`);
  }
  assert.equal(said.filter(({ text }) => text.includes('Du är överbjuden')).length, 1);
});

test('BID-1, BID-2 a bid says that the terms are accepted, and a new version of them is asked for on a page that is open', async () => {
  const page = await windows.logIn(PEOPLE.lind);
  await openAuction(page, (await seller.putUp()).id);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataJSON());
  });
  await bid(page, '10 000');
  assert.deepEqual(sent, [{ bid: 10_000, has_accepted_terms: true }]);

  const accepted = 'from users where accepted_terms.user_id = users.id and email = $1';
  const mark = `update accepted_terms set version = 'an older one' ${accepted}`;
  await product.database.query(mark, [PEOPLE.lind]);
  const asked = page.waitForResponse(`**${getMe.path}`);
  await review(page, '12 000');
  await asked;
  await panelOf(page).getByRole('button', { name: 'Bekräfta 12 000 kr' }).click();
  await sees(panelOf(page).locator(':focus'), 'Du måste godkänna de allmänna köpvillkoren');
  assert.equal(sent.length, 1);
  await bid(page, '12 000');
  assert.deepEqual(sent.at(-1), { bid: 12_000, has_accepted_terms: true });
});

test('BID-9, BID-5 an auction that is ended during a review says so, and the bid cannot be sent', async () => {
  await review(lind, '30 000');
  await panelOf(lind).getByRole('button', { name: 'Bekräfta 30 000 kr' }).waitFor();
  await endIn(product, auction.id, 0);
  await lind.getByText('Avslutad', { exact: true }).waitFor();
  await sees(panelOf(lind), 'Det högsta budet blev 24 000 kr.');
  assert.equal(await panelOf(lind).getByRole('button').count(), 0);
  assert.doesNotMatch(await lind.title(), /Överbjuden/);
});

test('AUC-7 an auction that is deleted while a workshop looks at it goes away in words, with a way on', async () => {
  const { id, number } = await seller.putUp();
  await openAuction(soder, id);
  await soder.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('10 000');
  await openAuction(manager, id);
  await manager.getByRole('button', { name: `Fler val för auktion ${number}` }).click();
  await manager.getByRole('menuitem', { name: 'Radera' }).click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Radera' }).click();
  await sees(manager, 'Auktionen har raderats.');
  await soder.getByRole('heading', { level: 1, name: 'Auktionen finns inte' }).waitFor();
  await sees(soder, 'Den kan vara raderad eller avslutad');
  await soder.getByRole('link', { name: 'Till auktionerna' }).click();
  await soder.getByRole('heading', { level: 1, name: 'Auktioner' }).waitFor();
});

test('AUC-6 an auction that is cut short while a workshop looks at it says so, and what comes next', async () => {
  const { id } = await seller.putUp();
  await openAuction(soder, id);
  await bid(soder, '10 000');
  await openAuction(manager, id);
  await manager.getByRole('button', { name: 'Avsluta', exact: true }).click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Avsluta auktionen' }).click();
  await sees(panelOf(soder), /^Avslutades i förtid/);
  await sees(panelOf(soder), 'Handläggaren avgör om någon vinner.');
  await sees(manager, 'Ingen vinnare är vald.');
});

/** The address in the newest letter to somebody whose subject is like this. */
async function linkIn(email: string, subject: RegExp): Promise<string | undefined> {
  const letters = (await (await fetch(`${product.mailboxUrl}/email`)).json()) as {
    subject: string;
    to: { address: string }[];
    text: string;
  }[];
  const letter = letters.findLast(
    (one) => one.to[0]?.address === email && subject.test(one.subject),
  );
  return /https?:\S+\/auctions\/\d+/.exec(letter?.text ?? '')?.[0];
}

/** Writes down what the page's live regions say from now on, and when. */
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
