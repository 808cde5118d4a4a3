// Takes the pictures of the help anew, of the demo as it is: `npm run help-pictures`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../checks/browser.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { startProduct } from '../fixtures/product.ts';
import { BROWSER_ARGS, openSignedIn, visit } from '../fixtures/windows.ts';

const FOLDER = join(import.meta.dirname, '../../web/src/pages/help/pictures');
/** Of WebP, in percent. */
const QUALITY = 80;

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 720 };

interface Shot {
  name: string;
  person: string;
  screen: typeof DESK;
  open: (page: Page) => Promise<unknown>;
}

const SHOTS: readonly Shot[] = [
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
  for (const { name, person, screen, open } of SHOTS) {
    const page = await openSignedIn(browser, product, person, screen);
    await open(page);
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
    });
    await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
    console.log(`${name}.webp`);
    await page.context().close();
  }
} finally {
  await browser.close();
  await product.stop();
}
