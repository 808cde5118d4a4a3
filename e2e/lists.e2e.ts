// Lists: paging and return, changing order, own auctions.
import { expect, type Page } from '@playwright/test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { assertAccessible } from './fixtures/accessibility.ts';
import { bid, notifyWinner, review } from './fixtures/bidding.ts';
import { PEOPLE } from './fixtures/people.ts';
import { endIn, stockholmMinute } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { reload, steady, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const PILL = 'Ordningen har ändrats – uppdatera';
const HOUR_S = 3600;

let workshop: Page;
let rivalWorkshop: Page;
const auctions: Auction[] = [];

test.beforeAll(async ({ seller, openSignedIn }) => {
  for (let one = 0; one < 60; one++) {
    const end_dt = stockholmMinute(Date.now() + (24 + one) * HOUR_S * 1000);
    auctions.push(await seller.putUp({ model: `V60 nr ${one + 1}`, end_dt }));
  }
  rivalWorkshop = await openSignedIn(PEOPLE.rivalWorkshop, { width: 1280, height: 900 });
});

test('LIST-9 «back» from an auction returns to the same card, after «Visa fler» twice', async () => {
  await visit(rivalWorkshop, '/auctions');
  await expect(rivalWorkshop.getByText('Visar 24 av 60 auktioner').first()).toBeVisible();
  for (const count of ['Visar 48 av 60 auktioner', '60 auktioner']) {
    await rivalWorkshop.getByRole('button', { name: 'Visa fler' }).click();
    await expect(rivalWorkshop.getByText(count).first()).toBeVisible();
  }
  const card = cardOf(rivalWorkshop, 55);
  await card.scrollIntoViewIfNeeded();
  const before = await steady(rivalWorkshop, () => topOf(rivalWorkshop, 55));
  await card.getByRole('link').first().click();
  await expect(
    rivalWorkshop.getByRole('heading', { level: 1, name: 'Volvo V60 nr 55 2021' }),
  ).toBeVisible();
  await rivalWorkshop.goBack();
  await expect(rivalWorkshop.getByText('60 auktioner').first()).toBeVisible();
  await expect
    .poll(async () => Math.abs((await topOf(rivalWorkshop, 55)) - before), 'the same place')
    .toBeLessThan(4);

  await reload(rivalWorkshop);
  await expect(rivalWorkshop.getByText('60 auktioner').first()).toBeVisible();
  await expect
    .poll(async () => Math.abs((await topOf(rivalWorkshop, 55)) - before), 'after a reload too')
    .toBeLessThan(4);
});

test('LIST-8 a screen of 1280 × 800 shows two whole rows of cards', async ({
  openSignedIn,
  database,
}) => {
  // A long place beside a company name would take two lines.
  await database.query("update auctions set staging_area_name = 'Lund'");
  const page = await openSignedIn(PEOPLE.rivalWorkshop, { width: 1280, height: 800 });
  await visit(page, '/auctions');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate('window.scrollTo(0, 0)');
  await expect
    .poll(async () => {
      const boxes = await page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));
      return new Set(boxes.filter(({ bottom }) => bottom <= 800).map(({ top }) => top)).size;
    })
    .toBe(2);
});

test('LIST-9 going back before the auction has loaded restores the list’s position', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.workshop, { width: 360, height: 640 });
  await visit(page, '/auctions?pages=3');
  await expect(page.getByText('60 auktioner').first()).toBeVisible();
  const card = cardOf(page, 55);
  await card.scrollIntoViewIfNeeded();
  const arrive = await holdScript(page, '**/assets/auction-page-*.js');
  const before = await steady(page, () => topOf(page, 55));
  await card.getByRole('link').first().click();
  await expect(page.getByText('Hämtar sidan …').first()).toBeVisible();
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
  await page.goBack();
  await expect(page.getByText('60 auktioner').first()).toBeVisible();
  await expect
    .poll(async () => Math.abs((await topOf(page, 55)) - before), 'the same place')
    .toBeLessThan(4);
  arrive();
});

test('LIST-7 a card keeps its place until the user asks for the new order, and the scroll position is kept', async ({
  database,
}) => {
  await rivalWorkshop.evaluate('window.scrollTo(0, 900)');
  const [first] = auctions;
  await expect(rivalWorkshop.getByRole('button', { name: PILL })).toHaveCount(0);
  await endIn(database, first!.id, 500 * HOUR_S);
  await expect(rivalWorkshop.getByRole('button', { name: PILL })).toBeVisible();
  await expect(
    rivalWorkshop.locator('#announce-polite').getByText('Ordningen har ändrats').first(),
  ).toBeVisible();
  expect((await names(rivalWorkshop)).slice(0, 2)).toEqual(['Volvo V60 nr 1', 'Volvo V60 nr 2']);
  const scrolled = () => rivalWorkshop.evaluate('window.scrollY');
  const place = await steady(rivalWorkshop, scrolled);
  await rivalWorkshop.getByRole('button', { name: PILL }).focus();
  await rivalWorkshop.keyboard.press('Enter');
  await expect
    .poll(async () => (await names(rivalWorkshop))[0], 'the order')
    .toBe('Volvo V60 nr 2');
  await expect.poll(async () => (await names(rivalWorkshop)).at(-1)).toBe('Volvo V60 nr 1');
  expect((await names(rivalWorkshop)).length).toBe(60);
  await expect.poll(scrolled).toBe(place);
  await expect(rivalWorkshop.getByRole('button', { name: PILL })).toBeHidden();
  const focused = rivalWorkshop.locator('article a:focus');
  await expect(focused).toBeVisible();
  await expect(focused, 'focus stays in view').toBeInViewport();
});

test('LIST-7 a new order after a refetch waits for the user too', async ({ database }) => {
  // Changed without a live message.
  await database.query(
    "update auction_standings set end_dt = now() + interval '1 hour' where auction_id = $1",
    [auctions[9]!.id],
  );
  const before = await names(rivalWorkshop);
  await rivalWorkshop.context().setOffline(true);
  await rivalWorkshop.context().setOffline(false);
  await expect(rivalWorkshop.getByRole('button', { name: PILL })).toBeVisible();
  expect(await names(rivalWorkshop)).toEqual(before);
  await rivalWorkshop.getByRole('button', { name: PILL }).click();
  await expect
    .poll(async () => (await names(rivalWorkshop))[0], 'the order')
    .toBe('Volvo V60 nr 10');
});

test('LIST-6, LIST-7 Mina auktioner groups by standing, and an outbid auction moves when the user asks for it', async ({
  openSignedIn,
}) => {
  const [, , watched, contested, led] = auctions;
  workshop = await openSignedIn(PEOPLE.workshop, { width: 360, height: 780 });
  for (const auction of [contested!, led!]) {
    await openNumbered(workshop, auction);
    await bid(workshop, '10 000');
  }
  await review(workshop, '36 000');
  await workshop.evaluate(() => window.scrollTo(0, 0));
  await workshop.evaluate(
    () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
  );
  const bar = workshop.getByRole('region', { name: 'Budläge', includeHidden: true });
  await expect(bar).toBeAttached();
  await expect(bar, 'the review shows one amount only').toBeHidden();
  await openNumbered(workshop, watched!);
  // The button answers before the server does.
  const isAdded = workshop.waitForResponse((response) => response.url().endsWith('/alert'));
  await workshop.getByRole('button', { name: 'Bevaka' }).click();
  await workshop.getByRole('button', { name: 'OK' }).click();
  await isAdded;
  await visit(workshop, '/my-auctions');
  await expect.poll(() => groups(workshop)).toEqual(['Du leder 2', 'Du bevakar 1']);

  await openNumbered(rivalWorkshop, contested!);
  await bid(rivalWorkshop, '12 000');
  const card = workshop.getByRole('article').filter({ hasText: contested!.number });
  await expect(card.getByText('Överbjuden').first()).toBeVisible();
  await expect(
    workshop.getByRole('alert').getByText('Du är överbjuden på Volvo V60 nr 4').first(),
  ).toBeVisible();
  expect(await groups(workshop)).toEqual(['Du leder 2', 'Du bevakar 1']);
  await assertAccessible(workshop);
  await workshop.getByRole('button', { name: PILL }).click();
  await expect
    .poll(() => groups(workshop))
    .toEqual(['Du är överbjuden 1', 'Du leder 1', 'Du bevakar 1']);
  await expect(
    workshop
      .getByRole('list', { name: /Du är överbjuden/ })
      .getByText('12 000 kr')
      .first(),
  ).toBeVisible();
});

test('LIST-6, TERMS-1 a won auction shows what to do by when', async ({
  database,
  caseManager,
}) => {
  const [, , , contested] = auctions;
  await endIn(database, contested!.id, 0);
  await openNumbered(caseManager, contested!);
  await notifyWinner(caseManager);
  await expect(
    caseManager.getByText('Vinnare av auktionen blir meddelad inom kort.').first(),
  ).toBeVisible();
  await visit(rivalWorkshop, '/won-auctions');
  const card = rivalWorkshop.getByRole('article').filter({ hasText: contested!.number });
  await expect(card.getByText('Ditt vinnande bud').first()).toBeVisible();
  await expect(card.getByText(/^Fri lagring t\.o\.m\./)).toBeVisible();
  await expect(card.getByText(/^Senast .*, före hämtning$/)).toBeVisible();
  await expect(card.getByRole('link', { name: 'Boka hämtning' })).toBeVisible();
  await assertAccessible(rivalWorkshop);
});

test('MEDIA-2 a picture whose address has expired is shown by a new one', async ({
  seller,
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 900 });
  const picture = await page.screenshot({ type: 'jpeg', quality: 70 });
  await seller.putUp({ model: 'Med bild' }, [picture]);
  let answers = 0;
  await page.route('**/api/auctions?*', async (route) => {
    answers += 1;
    const reply = await route.fetch();
    const text = await reply.text();
    await route.fulfill({
      body: answers > 1 ? text : text.replaceAll('?e=', '?e=1&old='),
      response: reply,
    });
  });
  await visit(page, '/auctions?q=Med+bild');
  const shown = page.getByRole('article').locator('img').first();
  await expect.poll(() => shown.evaluate(widthOf)).toBeGreaterThan(0);
  // The request at the socket's start may come too, but no other.
  expect([2, 3]).toContain(answers);
  await page.close();
});

test('LIST-8 a name is not broken at a hyphen before a digit', async ({
  openSignedIn,
  database,
}) => {
  await database.query("update auctions set model = 'V60 2.4 D-4D AWD' where id = $1", [
    auctions[0]!.id,
  ]);
  const page = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 900 });
  await visit(page, '/auctions?q=D-4D');
  const card = page.getByRole('article').first();
  await expect(card.getByRole('link', { name: 'Volvo V60 2.4 D-4D AWD' })).toBeVisible();
  await expect(card.getByText('D-4D', { exact: true })).toHaveCSS('white-space', 'nowrap');
});

for (const path of ['/auctions', '/my-auctions']) {
  test(`LIST-8 the pictures of the first three cards are fetched at once: ${path}`, async ({
    database,
    openSignedIn,
  }) => {
    await database.query(`
      insert into auction_images (auction_id, position, key)
      select a.id, 0, i.key from auctions a, (select key from auction_images limit 1) i
      on conflict do nothing`);
    const page = await openSignedIn(path === '/auctions' ? PEOPLE.caseManager : PEOPLE.workshop);
    await visit(page, path);
    const pictures = page.locator('article img[width="333"]');
    await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(3);
    const loading = await pictures.evaluateAll((images) =>
      images.map((one) => one.getAttribute('loading')),
    );
    expect(loading.slice(0, 3)).toEqual(['eager', 'eager', 'eager']);
    expect(loading.slice(3).filter((how) => how !== 'lazy')).toEqual([]);
  });
}

/** Holds the script until the returned function is called. */
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
  // From the document: content far from the screen is not rendered.
  return page.locator('article :is(h2, h3)').allTextContents();
}

async function groups(page: Page): Promise<string[]> {
  await expect(page.locator('article').first()).toBeVisible();
  const texts = await page.locator('section h2').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

async function openNumbered(page: Page, { id, model }: Auction): Promise<void> {
  await visit(page, `/auctions/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Volvo ${model} 2021` })).toBeVisible();
}

const widthOf = (image: object) => (image as { naturalWidth: number }).naturalWidth;
