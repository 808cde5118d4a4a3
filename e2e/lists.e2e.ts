// Lists as people use them: far down and back, in an order that changes under their eyes, among what is one's own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Page } from 'playwright-core';
import { bid, review, sees, tellWinner } from './bidding.ts';
import { eventually } from './eventually.ts';
import { assertAccessible, TWO_LOOKS } from './looks.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { endIn, hireSeller, type Seller, stockholmMinute } from './seller.ts';

const PILL = 'Ordningen har ändrats – uppdatera';
const HOUR_S = 3600;

let product: Product;
let windows: Windows;
let seller: Seller;
let lind: Page;
let soder: Page;
const auctions: Auction[] = [];

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  seller = await hireSeller(product);
  for (let one = 0; one < 60; one++) {
    const end_dt = stockholmMinute(Date.now() + (24 + one) * HOUR_S * 1000);
    auctions.push(await seller.putUp({ model: `V60 nr ${one + 1}`, end_dt }));
  }
  soder = await windows.logIn(PEOPLE.soder, { width: 1280, height: 900 });
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('LIST-9 back from an auction leads to the same card, after «Visa fler» twice', async () => {
  await sees(soder, 'Visar 24 auktioner, det finns fler');
  for (const count of ['48 auktioner, det finns fler', '60 auktioner']) {
    await soder.getByRole('button', { name: 'Visa fler' }).click();
    await sees(soder, count);
  }
  const card = cardOf(soder, 55);
  await card.scrollIntoViewIfNeeded();
  const before = await topOf(soder, 55);
  await card.getByRole('link').first().click();
  await soder.getByRole('heading', { level: 1, name: 'Volvo V60 nr 55 2021' }).waitFor();
  await soder.goBack();
  await sees(soder, '60 auktioner');
  await eventually('the same place', async () => Math.abs((await topOf(soder, 55)) - before) < 4);

  await soder.reload();
  await sees(soder, '60 auktioner');
  await eventually(
    'after a reload too',
    async () => Math.abs((await topOf(soder, 55)) - before) < 4,
  );
});

test('LIST-9 who goes back before the auction has come finds the list where it was left', async () => {
  const page = await windows.logIn(PEOPLE.lind, { width: 360, height: 640 });
  await page.goto('/auctions?pages=3');
  await sees(page, '60 auktioner');
  const card = cardOf(page, 55);
  await card.scrollIntoViewIfNeeded();
  const arrive = await holdScript(page, '**/assets/auction-page-*.js');
  const before = await topOf(page, 55);
  await card.getByRole('link').first().click();
  await sees(page, 'Hämtar sidan …');
  assert.equal(await page.evaluate('window.scrollY'), 0);
  await page.goBack();
  await sees(page, '60 auktioner');
  await eventually('the same place', async () => Math.abs((await topOf(page, 55)) - before) < 4);
  arrive();
});

test('LIST-7 a card that ought to stand elsewhere stays until the order is asked for, and then the place is kept', async () => {
  await soder.evaluate('window.scrollTo(0, 900)');
  const [first] = auctions;
  assert.equal(await soder.getByRole('button', { name: PILL }).count(), 0);
  await endIn(product, first!.id, 500 * HOUR_S);
  await soder.getByRole('button', { name: PILL }).waitFor();
  await sees(soder.locator('#announce-polite'), 'Ordningen har ändrats');
  assert.deepEqual((await names(soder)).slice(0, 2), ['Volvo V60 nr 1', 'Volvo V60 nr 2']);
  const place = await soder.evaluate('window.scrollY');
  await soder.getByRole('button', { name: PILL }).focus();
  await soder.keyboard.press('Enter');
  await eventually('the order', async () => (await names(soder))[0] === 'Volvo V60 nr 2');
  assert.equal((await names(soder)).at(-1), 'Volvo V60 nr 1');
  assert.equal((await names(soder)).length, 60);
  assert.equal(await soder.evaluate('window.scrollY'), place);
  await soder.getByRole('button', { name: PILL }).waitFor({ state: 'hidden' });
  const focused = soder.locator('article a:focus');
  await focused.waitFor();
  const box = await focused.boundingBox();
  assert.ok(box && box.y > 0 && box.y < 900, 'focus goes on where one looks');
});

test('LIST-7 what a refetch brings in another order waits for the reader as well', async () => {
  // Changed behind the back of the live line.
  await product.database.query(
    "update auction_standings set end_dt = now() + interval '1 hour' where auction_id = $1",
    [auctions[9]!.id],
  );
  const before = await names(soder);
  await soder.context().setOffline(true);
  await soder.context().setOffline(false);
  await soder.getByRole('button', { name: PILL }).waitFor({ timeout: 40_000 });
  assert.deepEqual(await names(soder), before);
  await soder.getByRole('button', { name: PILL }).click();
  await eventually('the order', async () => (await names(soder))[0] === 'Volvo V60 nr 10');
});

test('LIST-6, LIST-7 Mina auktioner groups by how one stands, and who is outbid moves when it suits', async () => {
  const [, , watched, contested, led] = auctions;
  lind = await windows.logIn(PEOPLE.lind, { width: 360, height: 780 });
  for (const auction of [contested!, led!]) {
    await openNumbered(lind, auction);
    await bid(lind, '10 000');
  }
  await review(lind, '36 000');
  await lind.evaluate(() => window.scrollTo(0, 0));
  await lind.evaluate(
    () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
  );
  const bar = lind.getByRole('region', { name: 'Budläge', includeHidden: true });
  await bar.waitFor({ state: 'attached' });
  assert.ok(!(await bar.isVisible()), 'no other amount stands beside the one under review');
  await openNumbered(lind, watched!);
  await lind.getByRole('button', { name: 'Bevaka' }).click();
  await lind.getByRole('button', { name: 'OK' }).click();
  await lind.goto('/my-auctions');
  assert.deepEqual(await groups(lind), ['Du leder 2', 'Du bevakar 1']);

  await openNumbered(soder, contested!);
  await bid(soder, '12 000');
  const card = lind.getByRole('article').filter({ hasText: contested!.number });
  await sees(card, 'Överbjuden');
  await sees(lind.locator('#announce-assertive'), 'Du är överbjuden på Volvo V60 nr 4');
  assert.deepEqual(await groups(lind), ['Du leder 2', 'Du bevakar 1']);
  await assertAccessible(lind, TWO_LOOKS);
  await lind.getByRole('button', { name: PILL }).click();
  await eventually('the groups', async () => (await groups(lind)).length === 3);
  assert.deepEqual(await groups(lind), ['Du är överbjuden 1', 'Du leder 1', 'Du bevakar 1']);
  await sees(lind.getByRole('list', { name: /Du är överbjuden/ }), '12 000 kr');
});

test('LIST-6, TERMS-1 a won one says what to do by when', async () => {
  const [, , , contested] = auctions;
  await endIn(product, contested!.id, 0);
  const manager = await windows.logIn(PEOPLE.manager);
  await openNumbered(manager, contested!);
  await tellWinner(manager);
  await sees(manager, 'Vinnare av auktionen blir meddelad inom kort.');
  await soder.goto('/won-auctions');
  const card = soder.getByRole('article').filter({ hasText: contested!.number });
  await sees(card, 'Ditt vinnande bud');
  const notice = 'Anmäl ägarbyte inom 10 dagar: anmälan ska ha kommit in till Transportstyrelsen.';
  for (const step of ['Hämta senast', 'Undersök senast', 'Betala senast', notice]) {
    await sees(card, step);
  }
  await assertAccessible(soder, TWO_LOOKS);
});

/** The script comes when the answer is called. */
async function holdScript(page: Page, script: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

function cardOf(page: Page, number: number) {
  return page.getByRole('article').filter({ hasText: new RegExp(`V60 nr ${number}\\D`) });
}

async function topOf(page: Page, number: number): Promise<number> {
  return (await cardOf(page, number).boundingBox())?.y ?? Number.NaN;
}

function names(page: Page): Promise<string[]> {
  // Not as drawn: what is far from the screen is not.
  return page.locator('article :is(h2, h3)').allTextContents();
}

async function groups(page: Page): Promise<string[]> {
  await page.locator('article').first().waitFor();
  const texts = await page.locator('section h2').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

async function openNumbered(page: Page, { id, model }: Auction): Promise<void> {
  await page.goto(`/auctions/${id}`);
  await page.getByRole('heading', { level: 1, name: `Volvo ${model} 2021` }).waitFor();
}
