// Every page at four widths, light and dark: no finding of axe, and no scrolling sideways.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { bid, openAuction, panelOf, review, sees, timelineOf } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PASSWORD, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

type Look = { width: number; colorScheme: 'light' | 'dark' };

const LOOKS: readonly Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];
/** For what lies over a page that has been looked at, or is it in another state. */
const TWO_LOOKS: readonly Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];

/** What a page has of a browser and of axe. */
interface Inside {
  document: {
    documentElement: { scrollWidth: number; clientWidth: number };
    getAnimations(): {
      effect: { getComputedTiming(): { endTime: number } } | null;
      finished: Promise<unknown>;
    }[];
  };
  axe: typeof Axe;
  requestAnimationFrame(after: (value: unknown) => void): void;
}

let product: Product;
let windows: Windows;
let axe: string;
let lind: Page;
let manager: Page;
let id: number;

before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  product = await startProduct();
  windows = await openWindows(product);
  const seller = await hireSeller(product);
  ({ id } = await seller.putUp({ reservation_price: '30000' }));
  await seller.putUp({
    hidden_bids: '1',
    manufacturer: 'Mercedes-Benz',
    model: 'Sprinter 316 CDI',
  });
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('AUTH-2, AUTH-3 the login and the code have no finding of axe', async () => {
  const page = await windows.open();
  await page.goto('/');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await sees(page, 'Fyll i detta fält');
  await assertAccessible(page);
  await page.getByLabel('E-post').fill(PEOPLE.admin);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await page.getByLabel('Kod skickad till din e-post').waitFor();
  await assertAccessible(page);
});

test('TERMS-1 the legal texts have no finding of axe', async () => {
  const page = await windows.open();
  for (const path of ['personal-data', 'terms-of-use', 'purchase-conditions']) {
    await page.goto(`/terms/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertAccessible(page, TWO_LOOKS);
  }
});

test('LIST-1, LIST-8 the list has no finding of axe, with its filters too', async () => {
  lind = await windows.logIn(PEOPLE.lind);
  await lind.getByRole('article').first().waitFor();
  await assertAccessible(lind);
  await lind.getByRole('button', { name: 'Filter' }).click();
  await lind.getByRole('textbox', { name: 'Fabrikat' }).waitFor();
  await assertAccessible(lind, TWO_LOOKS);
  manager = await windows.logIn(PEOPLE.manager);
  await manager.goto('/auctions');
  await manager.getByRole('article').first().waitFor();
  await assertAccessible(manager);
});

test('BID-1, BID-9 an auction’s page has no finding of axe while a workshop bids', async () => {
  await openAuction(lind, id);
  await panelOf(lind).getByRole('button', { name: 'Granska bud' }).click();
  await sees(panelOf(lind), 'Du måste ange ett bud');
  await assertAccessible(lind);
  await review(lind, '25 000');
  await sees(panelOf(lind), 'Det är 15 000 kr mer än lägsta bud.');
  await assertAccessible(lind, TWO_LOOKS);
  await panelOf(lind).getByRole('button', { name: 'Ändra' }).click();
  await bid(lind, '25 000');
  await assertAccessible(lind, TWO_LOOKS);
});

test('AUC-4 an auction’s page has no finding of axe for its case manager', async () => {
  await openAuction(manager, id);
  await timelineOf(manager).first().waitFor();
  await assertAccessible(manager);
  await timelineOf(manager).getByRole('button', { name: 'Fler val för bud' }).click();
  await manager.getByRole('menuitem', { name: 'Ta bort bud' }).click();
  await manager.getByRole('alertdialog').waitFor();
  await assertAccessible(manager, TWO_LOOKS);
});

test('FORM-1, FORM-6 the form of a new auction has no finding of axe, with its faults too', async () => {
  await manager.goto('/auctions/new');
  await manager.getByRole('group', { name: 'Bilder på fordonet' }).waitFor();
  await manager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await sees(manager, '4 uppgifter behöver rättas');
  await assertAccessible(manager);
});

test('HOME-1, STN-1, SET-1, SET-4, SET-5 the pages of a company’s admin have no finding of axe', async () => {
  const admin = await windows.logIn(PEOPLE.admin);
  const busy = admin.locator('main [aria-busy=true]');
  for (const [path, heading] of [
    ['/', 'Hem'],
    ['/service-stations', 'Verkstäder'],
    ['/service-stations/new', 'Lägg till verkstad'],
    ['/service-stations/1', 'Lind Bil & Plåt'],
    ['/settings', 'Inställningar'],
    ['/settings/categories', 'Kategorier'],
    ['/settings/staging-areas', 'Uppställningsplatser'],
    ['/settings/staff', 'Personal'],
    ['/my-account', 'Mitt konto'],
    ['/contact', 'Kontakta oss'],
  ] as const) {
    await admin.goto(path);
    await admin.getByRole('heading', { level: 1, name: heading }).waitFor();
    await eventually('all of the page', async () => (await busy.count()) === 0);
    await assertAccessible(admin);
  }
});

interface Seen {
  findings: string[];
  /** So many pixels of the page stick out at its side. */
  overflow: number;
}

/** Looks at the page as it stands, in each look. */
async function assertAccessible(page: Page, looks: readonly Look[] = LOOKS): Promise<void> {
  const found: string[] = [];
  // By the tools of a developer, which the page's policy does not reach.
  await page.evaluate(axe);
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { findings, overflow } = await page.evaluate(inspect);
    const at = `${new URL(page.url()).pathname} at ${width} px, ${colorScheme}`;
    for (const finding of findings) found.push(`${at}: ${finding}`);
    if (overflow > 0) found.push(`${at}: sticks out sideways by ${overflow} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  assert.deepEqual(found, []);
}

/** Runs within the page, once it has come to rest. */
async function inspect(): Promise<Seen> {
  const { document, axe, requestAnimationFrame } = globalThis as unknown as Inside;
  const root = document.documentElement;
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const passing = document.getAnimations().filter(({ effect }) => {
    return Number.isFinite(effect?.getComputedTiming().endTime);
  });
  await Promise.allSettled(passing.map((animation) => animation.finished));
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return {
    findings: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    overflow: root.scrollWidth - root.clientWidth,
  };
}
