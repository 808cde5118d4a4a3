// Takes the pictures of the help and the README from the demo: `npm run help-pictures`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../tools/test/browser.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { startProduct } from '../fixtures/product.ts';
import { BROWSER_ARGS, openSignedIn, visit, type WindowOptions } from '../fixtures/windows.ts';

const ROOT = join(import.meta.dirname, '../..');
const HELP = 'web/src/pages/help/pictures';
const README = 'docs/pictures';
/** WebP quality in percent. */
const QUALITY = 80;

const DESK = { width: 1280, height: 800 };
const TALL_DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 720 };
const DARK_PHONE = { width: 390, height: 844, colorScheme: 'dark' } as const;

interface Shot {
  folder?: string;
  name: string;
  person: string;
  screen: WindowOptions;
  open: (page: Page) => Promise<unknown>;
}

const SHOTS: readonly Shot[] = [
  {
    folder: README,
    name: 'list',
    person: PEOPLE.workshop,
    screen: TALL_DESK,
    open: (page) => visit(page, '/auctions'),
  },
  {
    folder: README,
    name: 'auction',
    person: PEOPLE.workshop,
    screen: TALL_DESK,
    open: (page) => openFirst(page, '/auctions?q=NS-1002'),
  },
  {
    folder: README,
    name: 'phone',
    person: PEOPLE.workshop,
    screen: DARK_PHONE,
    open: (page) => visit(page, '/auctions'),
  },
  { name: 'list', person: PEOPLE.workshop, screen: DESK, open: (page) => visit(page, '/auctions') },
  {
    name: 'bid',
    person: PEOPLE.workshop,
    screen: DESK,
    open: (page) => openFirst(page, '/auctions?q=NS-1005'),
  },
  {
    name: 'won',
    person: PEOPLE.workshop,
    screen: PHONE,
    open: (page) => visit(page, '/won-auctions'),
  },
  { name: 'home', person: PEOPLE.caseManager, screen: DESK, open: (page) => visit(page, '/') },
  {
    name: 'form',
    person: PEOPLE.caseManager,
    screen: DESK,
    open: (page) => visit(page, '/auctions/new'),
  },
  {
    name: 'decision',
    person: PEOPLE.caseManager,
    screen: DESK,
    open: (page) => openFirst(page, '/auctions?q=NS-1024'),
  },
  {
    name: 'settings',
    person: PEOPLE.companyAdmin,
    screen: DESK,
    open: (page) => visit(page, '/settings'),
  },
];

async function openFirst(page: Page, list: string): Promise<void> {
  await visit(page, list);
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Fordon', exact: true }).waitFor();
}

const product = await startProduct({ auctions: true });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGS });
try {
  for (const { folder = HELP, name, person, screen, open } of SHOTS) {
    const timezoneId = 'Europe/Stockholm';
    const page = await openSignedIn(browser, product, person, { ...screen, timezoneId });
    await open(page);
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
    });
    await writeFile(join(ROOT, folder, `${name}.webp`), Buffer.from(data, 'base64'));
    console.log(`${folder}/${name}.webp`);
    await page.context().close();
  }
} finally {
  await browser.close();
  await product.stop();
}
