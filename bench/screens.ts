// How quick pages are under the finger on a slow device: the real product in Chromium, its CPU made four
// times slower. A busy machine is slower still: what a frame costs is given beside what none costs.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test';
import { placeBid } from '@restvarde/contract/bids/bids';
import { findBrowser } from '../checks/browser.ts';
import { panelOf } from '../e2e/fixtures/bidding.ts';
import { PEOPLE, takeTokens } from '../e2e/fixtures/people.ts';
import { type Product, startProduct } from '../e2e/fixtures/product.ts';
import { hireSeller } from '../e2e/fixtures/seller.ts';
import { BROWSER_ARGS, openSignedIn, visit } from '../e2e/fixtures/windows.ts';
import { limit, median, type Result } from './report/results.ts';

const SLOWER = 4;
const ROUNDS = 3;
const CARDS = 100;
const BIDS_A_SECOND = 5;
const MEASURED_S = 10;

/** What `watch-page.js` counts. */
interface Watched {
  longestPressMs: number;
  draws: Record<string, number>;
  changes: Record<string, number>;
  frames: number;
  dropped: number;
}

/** Presses of which each is followed by a paint, and a list on which bids come in. */
export async function measureScreens(): Promise<Result[]> {
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: BROWSER_ARGS,
  });
  try {
    const seller = await hireSeller(product);
    const ids: number[] = [];
    while (ids.length < CARDS) ids.push((await seller.putUp({ model: `V${ids.length}` })).id);
    return [
      ...(await measurePresses(browser, product, ids[0]!)),
      ...(await measureLiveList(browser, product, ids)),
    ];
  } finally {
    await product.stop();
    await browser.close();
  }
}

/**
 * The first opening after a page has come is the slowest, so each is measured on a new page; one window at a
 * time, since one that is made slower takes the processor's time for it.
 */
async function measurePresses(browser: Browser, product: Product, id: number): Promise<Result[]> {
  const workshop = await openSlow(browser, product, PEOPLE.workshop);
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const list = () => visit(workshop, '/auctions');
  const results = [
    await measurePress(
      'menu of the person',
      workshop,
      list,
      button(workshop, 'Anders Lind'),
      (page) => page.getByRole('menuitem').first().waitFor(),
    ),
    await measurePress('menu of the order', workshop, list, button(workshop, 'Sortera'), (page) =>
      page.getByRole('menuitemradio').first().waitFor(),
    ),
    await measurePress('filters', workshop, list, button(workshop, 'Filter'), (page) =>
      page.getByRole('textbox', { name: 'Fabrikat' }).waitFor(),
    ),
    await measurePress(
      'review of a bid',
      workshop,
      async () => {
        await visit(workshop, `/auctions/${id}`);
        await panelOf(workshop).getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('10 000');
        await panelOf(workshop).getByText('Jag godkänner de allmänna köpvillkoren').click();
      },
      panelOf(workshop).getByRole('button', { name: 'Granska bud' }),
      (page) => page.getByText('Du bjuder 10 000 kr.').first().waitFor(),
    ),
  ];
  await workshop.context().close();
  const caseManager = await openSlow(browser, product, PEOPLE.caseManager);
  results.push(
    await measurePress(
      'dialog «Avsluta»',
      caseManager,
      () => visit(caseManager, `/auctions/${id}`),
      button(caseManager, 'Avsluta'),
      (page) => page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor(),
    ),
    await measurePress(
      'calendar',
      caseManager,
      () => visit(caseManager, '/auctions/new'),
      button(caseManager, /^Välj datum/).first(),
      (page) => page.getByRole('combobox', { name: 'Månad' }).waitFor(),
    ),
  );
  await caseManager.context().close();
  return results;
}

async function measurePress(
  name: string,
  page: Page,
  open: () => Promise<unknown>,
  target: Locator,
  isOpen: (page: Page) => Promise<unknown>,
): Promise<Result> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await open();
    await target.waitFor();
    await page.waitForLoadState('networkidle');
    await reset(page);
    await target.click();
    await isOpen(page);
    const press = async () => (await read(page)).longestPressMs;
    await expect.poll(press, `the paint of ${name}`).toBeGreaterThan(0);
    times.push(await press());
  }
  return limit(`first press: ${name}`, 'ms', median(times), 150);
}

async function measureLiveList(
  browser: Browser,
  product: Product,
  ids: number[],
): Promise<Result[]> {
  const page = await openSlow(browser, product, PEOPLE.rivalWorkshop);
  const cards = page.getByRole('article');
  const show = async () => {
    await visit(page, '/auctions?pages=5');
    await expect(cards).toHaveCount(CARDS);
    await page.waitForLoadState('networkidle');
  };
  const bid = await hireBidder(product);
  const mentions = new Map<number, number>();
  const bidOn = (amount: number) => async () => {
    for (let count = 0; count < MEASURED_S * BIDS_A_SECOND; count += 1) {
      const next = pause(1000 / BIDS_A_SECOND);
      const id = ids[(count * 7) % ids.length]!;
      await bid(id, amount);
      mentions.set(id, (mentions.get(id) ?? 0) + 1);
      await next;
    }
  };
  await page.evaluate("sessionStorage.setItem('counts', 'draws')");
  await show();
  const drawing = await watch(page, bidOn(20_000));
  const wanted = [...mentions.values()].reduce((sum, count) => sum + count, 0);
  const draws = Object.entries(drawing.draws);
  const strangers = [...draws, ...Object.entries(drawing.changes)].filter(
    ([id]) => !mentions.has(Number(id)),
  );
  // To count draws takes time of its own: frames and presses are counted on pages that do nothing else.
  await page.evaluate('sessionStorage.clear()');
  await show();
  const quiet = await watch(page, () => pause(MEASURED_S * 1000));
  const busy = await watch(page, bidOn(30_000));
  const share = ({ dropped, frames }: Watched) => (100 * dropped) / frames;
  const drawn = draws.reduce((sum, [, count]) => sum + count, 0);
  return [
    limit(`cards drawn for ${wanted} bids on ${CARDS} cards`, 'draws', drawn, wanted),
    limit('cards drawn or changed that nobody bid on', 'cards', strangers.length, 0),
    {
      ...limit('dropped frames, 5 bids a second', '%', share(busy), 5),
      baseline: Math.round(share(quiet) * 100) / 100,
    },
  ];
}

/** A window whose pages count, on a device as much slower as the goals say. */
async function openSlow(browser: Browser, product: Product, email: string): Promise<Page> {
  const page = await openSignedIn(browser, product, email);
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-page.js') });
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

async function watch(page: Page, meanwhile: () => Promise<unknown>): Promise<Watched> {
  await reset(page);
  await meanwhile();
  return read(page);
}

function reset(page: Page): Promise<void> {
  return page.evaluate('watched.reset()');
}

function read(page: Page): Promise<Watched> {
  return page.evaluate('({ ...watched })');
}

/** Somebody who bids without a window. */
async function hireBidder(product: Product) {
  const { access } = await takeTokens(product, PEOPLE.workshop);
  return async (id: number, bid: number) => {
    const { status } = await fetch(product.url + placeBid.path.replace(':id', String(id)), {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bid, has_accepted_terms: true }),
    });
    if (status !== 201) throw new Error(`A bid on ${id} was answered with ${status}.`);
  };
}
