// How quick pages are under the finger on a slow device: the real product in Chromium, its CPU made four
// times slower. A busy machine is slower still: what a frame costs is given beside what none costs.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { placeBid } from '@restvarde/contract/bids/bids';
import type { Locator, Page } from 'playwright-core';
import { findBrowser } from '../checks/browser.ts';
import { panelOf, sees } from '../e2e/bidding.ts';
import { eventually } from '../e2e/eventually.ts';
import { openWindows, PEOPLE, takeTokens, type Windows } from '../e2e/people.ts';
import { type Product, startProduct } from '../e2e/product.ts';
import { hireSeller } from '../e2e/seller.ts';
import { limit, median, type Result } from './results.ts';

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
  process.env.CHROMIUM_PATH ??= await findBrowser();
  const product = await startProduct();
  const windows = await openWindows(product);
  try {
    const seller = await hireSeller(product);
    const ids: number[] = [];
    while (ids.length < CARDS) ids.push((await seller.putUp({ model: `V${ids.length}` })).id);
    return [
      ...(await measurePresses(windows, ids[0]!)),
      ...(await measureLiveList(product, windows, ids)),
    ];
  } finally {
    await product.stop();
    await windows.stop();
  }
}

/**
 * The first opening after a page has come is the slowest, so each is measured on a new page; one window at a
 * time, since one that is made slower takes the processor's time for it.
 */
async function measurePresses(windows: Windows, id: number): Promise<Result[]> {
  const lind = await openSlow(windows, PEOPLE.lind);
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const list = () => lind.goto('/auctions');
  const results = [
    await measurePress('menu of the person', lind, list, button(lind, 'Anders Lind'), (page) =>
      page.getByRole('menuitem').first().waitFor(),
    ),
    await measurePress('menu of the order', lind, list, button(lind, 'Sortera'), (page) =>
      page.getByRole('menuitemradio').first().waitFor(),
    ),
    await measurePress('filters', lind, list, button(lind, 'Filter'), (page) =>
      page.getByRole('textbox', { name: 'Fabrikat' }).waitFor(),
    ),
    await measurePress(
      'review of a bid',
      lind,
      async () => {
        await lind.goto(`/auctions/${id}`);
        await panelOf(lind).getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('10 000');
        await panelOf(lind).getByText('Jag godkänner de allmänna köpvillkoren').click();
      },
      panelOf(lind).getByRole('button', { name: 'Granska bud' }),
      (page) => sees(page, 'Du bjuder 10 000 kr.'),
    ),
  ];
  await lind.context().close();
  const manager = await openSlow(windows, PEOPLE.manager);
  results.push(
    await measurePress(
      'dialog «Avsluta»',
      manager,
      () => manager.goto(`/auctions/${id}`),
      button(manager, 'Avsluta'),
      (page) => page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor(),
    ),
    await measurePress(
      'calendar',
      manager,
      () => manager.goto('/auctions/new'),
      button(manager, /^Välj datum/).first(),
      (page) => page.getByRole('combobox', { name: 'Månad' }).waitFor(),
    ),
  );
  await manager.context().close();
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
    times.push(
      await eventually(
        `the paint of ${name}`,
        async () => (await read(page)).longestPressMs || null,
      ),
    );
  }
  return limit(`first press: ${name}`, 'ms', median(times), 150);
}

async function measureLiveList(
  product: Product,
  windows: Windows,
  ids: number[],
): Promise<Result[]> {
  const page = await openSlow(windows, PEOPLE.soder);
  const cards = page.getByRole('article');
  const show = async () => {
    await page.goto('/auctions?pages=5');
    await eventually('all cards', async () => (await cards.count()) === CARDS);
    await page.waitForLoadState('networkidle');
  };
  const bid = await hireBidder(product);
  const told = new Map<number, number>();
  const bidOn = (amount: number) => async () => {
    for (let count = 0; count < MEASURED_S * BIDS_A_SECOND; count += 1) {
      const next = pause(1000 / BIDS_A_SECOND);
      const id = ids[(count * 7) % ids.length]!;
      await bid(id, amount);
      told.set(id, (told.get(id) ?? 0) + 1);
      await next;
    }
  };
  await page.evaluate("sessionStorage.setItem('counts', 'draws')");
  await show();
  const drawing = await watch(page, bidOn(20_000));
  const wanted = [...told.values()].reduce((sum, count) => sum + count, 0);
  const draws = Object.entries(drawing.draws);
  const strangers = [...draws, ...Object.entries(drawing.changes)].filter(
    ([id]) => !told.has(Number(id)),
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
async function openSlow(windows: Windows, email: string): Promise<Page> {
  const page = await windows.logIn(email);
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
  const { access } = await takeTokens(product, PEOPLE.lind);
  return async (id: number, bid: number) => {
    const { status } = await fetch(product.url + placeBid.path.replace(':id', String(id)), {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bid, has_accepted_terms: true }),
    });
    if (status !== 201) throw new Error(`A bid on ${id} was answered with ${status}.`);
  };
}
