/// <reference lib="dom" />
// The first screen of a list on a phone, and cards side by side.
import { expect, type Locator, type Page } from '@playwright/test';
import { changeCompany } from '@restvarde/contract/companies/companies';
import { openBidder } from '../fixtures/bidding.ts';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.beforeAll(async ({ seller }) => {
  for (const model of ['V60', 'XC60 Recharge Plug-in Hybrid', 'V90']) await seller.putUp({ model });
});

const tops = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => Math.round(one.getBoundingClientRect().top)),
    );

test('LIST-19 a phone shows two rows of controls, one search, and the start of two cards', async ({
  openSignedIn,
}) => {
  for (const who of [PEOPLE.workshop, PEOPLE.caseManager]) {
    const phone = await openSignedIn(who, { width: 360, height: 780, hasTouch: true });
    await visit(phone, '/auctions');
    await expect(phone.getByRole('article').nth(1)).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Sök auktion' })).toHaveCount(0);
    await expect(() => assertFirstScreen(phone)).toPass();
  }
});

async function assertFirstScreen(phone: Page): Promise<void> {
  const box = phone.getByRole('searchbox');
  const isCut = await box.evaluate(
    (input: HTMLInputElement) => input.scrollWidth > input.clientWidth,
  );
  expect(isCut).toBe(false);
  const search = (await box.boundingBox())!;
  const filter = (await phone.getByRole('button', { name: 'Filter' }).boundingBox())!;
  const sort = (await phone.getByRole('button', { name: /^Sortera/ }).boundingBox())!;
  const middle = (one: typeof search) => one.y + one.height / 2;
  for (const one of [filter, sort]) {
    expect(Math.abs(middle(one) - middle(search))).toBeLessThan(8);
    expect(Math.min(one.width, one.height)).toBeGreaterThanOrEqual(44);
    expect(one.x + one.width).toBeLessThanOrEqual(360);
  }
  const tab = (await phone.getByRole('link', { name: /^Alla/ }).boundingBox())!;
  const chip = (await phone.getByRole('button', { name: 'Reparation' }).boundingBox())!;
  expect(Math.abs(middle(tab) - middle(chip))).toBeLessThan(8);
  const [, second] = await tops(phone, 'article');
  expect(second).toBeLessThan(780);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
}

test('LIST-8 the prices of a row of cards are on one line, and «Plug-in Hybrid» is not broken', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 800 });
  await visit(page, '/auctions');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(async () => {
    const [first, ...others] = await tops(page, 'article [class*=price] > :nth-child(2)');
    expect(others).toEqual([first, first]);
    const lines = await page
      .locator('.unbroken', { hasText: 'Plug-in Hybrid' })
      .evaluate((one) => one.getClientRects().length);
    expect(lines).toBe(1);
  }).toPass();
});

test('LIST-8 the company’s logo does not cover the picture or a badge', async ({
  database,
  product,
  seller,
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.workshop);
  const picture = await page.screenshot({ type: 'jpeg', quality: 70 });
  const logo = await page.screenshot({ type: 'png', clip: { x: 0, y: 0, width: 240, height: 60 } });
  const { access } = await openSession(product, PEOPLE.companyAdmin);
  const body = new FormData();
  body.append('logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
  const headers = { authorization: `Bearer ${access}` };
  const url = product.url + changeCompany.path;
  expect((await fetch(url, { method: changeCompany.method, headers, body })).status).toBe(200);
  // One with and one without facts of its condition, in the same row.
  const facts = { run_and_drive: 'starts', primary_damage: 'left', keys: 2 };
  const ids = [];
  for (const model of ['Med uppgifter', 'Model 3'])
    ids.push((await seller.putUp({ model, registration_number: 'LOG07A' }, [picture])).id);
  await database.query('update auctions set condition = $2 where id = $1', [ids[0], facts]);
  const bid = await openBidder(product);
  for (const id of ids) await bid(id, 10_000);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [360, 780],
      [600, 800],
      [768, 1024],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await visit(page, '/auctions?registration_number=LOG07A');
      const cards = page.getByRole('article');
      await expect(cards).toHaveCount(2);
      for (const card of await cards.all()) {
        const seal = card.getByRole('img', { name: 'Nordsäkring' });
        await seal.scrollIntoViewIfNeeded();
        await expect(card.getByText('Leder').first()).toBeVisible();
        await expect(async () => {
          const at = await boxOf(seal);
          expect(at.height).toBeGreaterThanOrEqual(16);
          expect(overlaps(at, await boxOf(card.locator('img[width="333"]'))), 'picture').toBe(
            false,
          );
          expect(overlaps(at, await boxOf(card.getByText('Leder').first())), 'badge').toBe(false);
          const whole = await boxOf(card);
          expect(at.x + at.width).toBeLessThanOrEqual(whole.x + whole.width);
        }, `${width} px, ${colorScheme}`).toPass();
      }
      const words = page.getByText('Startar · Vänster sida · 2 nycklar');
      const lines = page.locator('.unbroken', { hasText: 'Model 3' });
      await expect(async () => {
        expect(await words.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
        const [first, second] = await tops(page, 'article [class*=price] > :nth-child(2)');
        if (width >= 768) expect(second, 'prices of a row').toBe(first);
        expect(await lines.evaluate((one) => one.getClientRects().length)).toBe(1);
      }).toPass();
    }
  }
});

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(shown: Locator): Promise<Box> {
  return (await shown.boundingBox())!;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
