/// <reference lib="dom" />
// Thirty ended auctions are settled one after the other by keyboard.
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { expectWaiting, openBidder } from '../fixtures/bidding.ts';
import { advanceUntil, appear, stopClock } from '../fixtures/clock.ts';
import { endIn } from '../fixtures/seller.ts';
import { MAX_SHIFT, shiftOf } from '../fixtures/shift.ts';
import { test } from '../fixtures/test.ts';
import { passFrames, visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const CARS = 30;
const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };
const TEN_MINUTES_MS = 600_000;
/** By the number of a car: a bid that meets the reserve, or is 20 500 kr below it. */
const isWon = (car: number) => car % 3 === 0;

const heading = (page: Page) => page.getByRole('heading', { level: 2 });
/** The number of the car on the screen, which has focus and takes keys. */
async function carOn(page: Page): Promise<number> {
  await expect(heading(page).and(page.locator(':focus'))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hoppa över' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Hoppa över' })).toBeVisible();
  return Number(/nr (\d+)/.exec(await heading(page).innerText())?.[1]);
}
const shows = (page: Page, car: number) =>
  expect(heading(page)).toContainText(new RegExp(`nr ${car}\\b`));

test.beforeAll(async ({ seller, product, database, caseManager }) => {
  const bid = await openBidder(product);
  const picture = await caseManager.screenshot({ type: 'jpeg', quality: 70 });
  for (let car = 0; car < CARS; car++) {
    const { id } = await seller.putUp(
      {
        model: `nr ${car}`,
        start_bid: '41500',
        reservation_price: isWon(car) ? '41500' : '62000',
      },
      car < 2 ? [picture, picture] : [],
    );
    await bid(id, 41_500);
    await endIn(database, id, 0);
  }
  await expectWaiting(product, CARS);
});

test('HOME-7 nothing moves while the page loads', async ({ caseManager }) => {
  for (const size of [PHONE, LAPTOP]) {
    await caseManager.setViewportSize(size);
    await visit(caseManager, '/settle');
    await carOn(caseManager);
    await expect(caseManager.getByRole('heading', { level: 3, name: 'Bud' })).toBeAttached();
    expect(await shiftOf(caseManager), `at ${size.width} px`).toBeLessThan(MAX_SHIFT);
  }
});

for (const [size, isEmpty] of [
  [PHONE, false],
  [PHONE, true],
  [LAPTOP, false],
  [LAPTOP, true],
] as const) {
  const list = isEmpty ? 'an empty list' : `${CARS} rows`;
  test(`HOME-4 nothing moves while Hem loads ${list} at ${size.width} px, without the server-rendered view`, async ({
    caseManager,
  }) => {
    const page = caseManager;
    await page.setViewportSize(size);
    await page.route('**/view?*', (route) => route.fulfill({ status: 204 }));
    const { promise: isLookedAt, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/todo*', async (route) => {
      await isLookedAt;
      await (isEmpty ? route.fulfill({ json: [] }) : route.continue());
    });
    await visit(page, '/');
    await expect(page.getByText('Hämtar att göra-listan …')).toBeAttached();
    await page.evaluate(passFrames);
    release();
    await expect(
      isEmpty
        ? page.getByText('Inget väntar på dig just nu.')
        : page.getByRole('link', { name: `Avgör ${CARS}` }),
    ).toBeVisible();
    expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT);
    await page.unroute('**/api/todo*');
    await page.unroute('**/view?*');
  });
}

test('HOME-7, HOME-8 a car is shown with the facts for its decision, and an action is undone before anything is sent', async ({
  caseManager,
  database,
}) => {
  const page = caseManager;
  await page.clock.install();
  await visit(page, '/');
  await page.getByRole('link', { name: `Avgör ${CARS}` }).click();
  await carOn(page);
  await expect(page.getByText(`${CARS}\u00a0kvar`)).toBeVisible();
  while (isWon(await carOn(page))) await page.keyboard.press('s');
  const car = await carOn(page);
  await expect(page.getByText('20\u00a0500\u00a0kr under reservationspriset')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Anta och meddela' })).toBeEnabled();
  await assertAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect
    .poll(async () => {
      const acts = await page.getByRole('button', { name: 'Hoppa över' }).boundingBox();
      return acts!.y + acts!.height;
    })
    .toBeLessThan(800);

  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/auctions/')) sent += 1;
  });
  // «g a» is a shortcut to another page (SHELL-9), if the second key comes soon.
  await page.evaluate(() => {
    for (const key of ['g', 'a'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await shows(page, car);
  await expect(page.getByRole('button', { name: 'Ångra' })).toHaveCount(0);
  // An act can be undone for ten seconds.
  await stopClock(page);
  // A held key settles one car at most.
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await appear(
    page,
    page.getByText(/Lind Bil & Plåt vinner för 41\s500\skr och meddelas\./).first(),
  );
  await advanceUntil(page, () => page.getByRole('button', { name: 'Hoppa över' }).isEnabled());
  expect(await carOn(page)).not.toBe(car);
  await expect(page.getByRole('button', { name: 'Ångra' })).toHaveCount(1);
  await page.keyboard.press('z');
  await page.clock.resume();
  await shows(page, car);
  await expect(page.getByRole('button', { name: 'Ångra' })).toHaveCount(0);
  expect(sent).toBe(0);
  const { rows } = await database.query(
    'select count(*)::integer as chosen from audit_log where action = $1',
    ['select winner'],
  );
  expect(rows[0].chosen).toBe(0);
});

test('HOME-8 without a network the car returns to the queue with the reason', async ({
  caseManager,
}) => {
  const page = caseManager;
  await visit(page, '/settle');
  const car = await carOn(page);
  await page.getByRole('button', { name: /^(Anta och meddela|Meddela vinnaren)$/ }).focus();
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Sparades inte: /).first()).toBeVisible();
  await page.context().setOffline(false);
  await page.keyboard.press('s');
  for (let skipped = 0; skipped < CARS - 2; skipped++) {
    await carOn(page);
    if (new RegExp(`nr ${car}\\b`).test(await heading(page).innerText())) break;
    await page.keyboard.press('s');
  }
  await shows(page, car);
  await expect(page.getByText(/^Beslutet kunde inte sparas\. /)).toBeVisible();
});

test('HOME-7, HOME-8 thirty cars are settled by keyboard with at most two presses each, and leaving sends the last', async ({
  caseManager,
  database,
}) => {
  test.setTimeout(TEN_MINUTES_MS);
  const page = caseManager;
  await visit(page, '/settle');
  const acts = { won: 0, accepted: 0, offered: 0, relisted: 0, declined: 0 };
  const bodies = new Set<string | null>();
  page.on('request', (request) => {
    if (/\/(decline|relist)$/.test(request.url())) bodies.add(request.postData());
  });
  for (let left = CARS; left > 0; left--) {
    const car = await carOn(page);
    let presses = 0;
    const press = async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    };
    if (isWon(car)) {
      await expect(page.getByRole('button', { name: 'Meddela vinnaren' })).toBeEnabled();
      await press('a');
      acts.won += 1;
    } else {
      await expect(page.getByRole('button', { name: 'Anta och meddela' })).toBeEnabled();
      const act = (['accepted', 'offered', 'relisted', 'declined'] as const)[car % 4]!;
      acts[act] += 1;
      if (act === 'accepted') await press('a');
      if (act === 'relisted') await press('r');
      if (act === 'declined') await press('u');
      if (act === 'offered') {
        await press('e');
        await expect(page.getByLabel(/^Erbjudande i kronor/)).toHaveValue('52000');
        await expect(page.getByText(/Mellan 41\s501\skr och 62\s000\skr\./)).toBeVisible();
        await press('Enter');
      }
    }
    expect(presses).toBeLessThanOrEqual(2);
    if (left > 1) await expect(heading(page)).not.toContainText(new RegExp(`nr ${car}\\b`));
  }
  await expect(page.getByRole('heading', { name: 'Allt är avgjort.' })).toBeVisible();

  // The last acts are not ten seconds old.
  await expect(page.getByRole('button', { name: 'Ångra' })).toBeVisible();
  await page.goto('/auctions');
  const count = async (sql: string) => (await database.query(sql)).rows[0].count as number;
  await expect.poll(() => count('select count(*)::integer from offers')).toBe(acts.offered);
  await expect
    .poll(() =>
      count('select count(*)::integer from auction_standings where winner_notified_at is not null'),
    )
    .toBe(acts.won + acts.accepted);
  await expect
    .poll(() => count('select count(*)::integer from auctions where relisted_from is not null'))
    .toBe(acts.relisted);
  await expect
    .poll(() => count("select count(*)::integer from audit_log where action = 'decline sale'"))
    .toBe(acts.declined);
  // An offer that somebody else makes meanwhile is not withdrawn.
  expect([...bodies].sort()).toEqual(['{"withdraw_offer":"0"}', '{"withdraw_offer":false}']);
});

test('HOME-8, AUTH-10 logging out sends pending actions first', async ({
  caseManager,
  seller,
  product,
  database,
}) => {
  const page = caseManager;
  const bid = await openBidder(product);
  const { id } = await seller.putUp({
    model: 'nr 99',
    start_bid: '41500',
    reservation_price: '62000',
  });
  await bid(id, 41_500);
  await endIn(database, id, 0);
  await expect
    .poll(async () => {
      await visit(page, '/settle');
      return heading(page).innerText();
    })
    .toContain('nr 99');
  expect(await carOn(page)).toBe(99);
  await expect(page.getByRole('button', { name: 'Anta och meddela' })).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Ångra' })).toBeVisible();
  await page.getByRole('button', { name: /personlig meny$/ }).click();
  await page.getByRole('menuitem', { name: 'Logga ut' }).click();
  await expect(page.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  await expect
    .poll(async () => {
      const { rows: found } = await database.query(
        'select winner_notified_at from auction_standings where auction_id = $1',
        [id],
      );
      return found[0].winner_notified_at;
    })
    .not.toBeNull();
});
