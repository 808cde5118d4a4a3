// The main journey in engines other than Chromium: log in, create an auction, find it, bid, be outbid, choose the
// winner.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { placeBid } from '@restvarde/contract/bids/bids';
import { stockholmDate } from '@restvarde/contract/dates';
import { openSession, PASSWORD, PEOPLE } from './fixtures/people.ts';
import type { Product } from './fixtures/product.ts';
import { endIn, stockholmTime } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { DrivenWindow, ENGINES } from './fixtures/webdriver.ts';

const CAR = 'Volvo V60 2021';
const OPENS_MS = 300;
/** How long an open list is given to take a press before it is opened again. */
const CHOOSE_MS = 5000;

for (const engine of ENGINES) {
  test(`AUTH-2, FORM-1, LIST-1, BID-9, LIVE-2, AUC-8 in ${engine.name} a car is listed with pictures, found, bid for and sold`, async ({
    product,
    mailbox,
    database,
  }) => {
    // biome-ignore lint/suspicious/noSkippedTests: the reporter prints why.
    test.skip(
      !engine.isInstalled(),
      `${engine.name} is not installed: apt-get install ${engine.packages}`,
    );
    const folder = await mkdtemp(join(tmpdir(), 'restvarde-pictures-'));
    const driver = await engine.open();
    try {
      const page = new DrivenWindow(driver, product.url);
      let id = 0;

      await test.step('a case manager lists a car with pictures', async () => {
        await signIn(page, product, PEOPLE.caseManager);
        await page.visit('/auctions/new');
        const pictures = await takePictures(page, folder);
        await choose(page, 'Kategori', 'Personbil');
        await page.fill(field('Fabrikat'), 'Volvo');
        await page.fill(field('Modell'), 'V60');
        await page.fill(field('Årsmodell'), '2021');
        await page.fill(field('Reg.nr'), 'klm 482');
        await page.click(radio('hidden_bids', '0'));
        await page.fill(field('Utropspris (kr)'), '10 000');
        const now = Date.now();
        await page.fill(field('Startdatum'), stockholmDate(new Date(now)));
        await page.fill(field('Starttid'), stockholmTime(now));
        await choose(page, 'Uppställningsplats', 'Gävle hamn');
        await page.attach(
          "//input[@type='file'][contains(@accept, 'image/jpeg,image/png')]",
          pictures,
        );
        await page.sees('bild-2.jpg');
        await page.click(button('Lägg till auktion'));
        await page.until(
          'the picture of the auction that was added',
          `return document.querySelector('h1')?.innerText.includes(arguments[0])
            && [...document.querySelectorAll('main img')].some((image) => image.naturalWidth > 300)`,
          CAR,
        );
        id = Number(/\d+$/.exec(await page.run<string>('return location.pathname'))?.[0]);
      });

      await test.step('a workshop logs in', async () => {
        await signOut(page);
        const known = await mailbox.codesTo(PEOPLE.workshop);
        await page.visit('/');
        await page.fill(field('E-post'), PEOPLE.workshop);
        await page.fill(field('Lösenord'), PASSWORD);
        await page.click(button('Fortsätt'));
        await page.sees('Kod skickad till din e-post');
        const code = await mailbox.nextCode(PEOPLE.workshop, known.length);
        await page.fill(field('Kod skickad till din e-post'), code);
      });

      await test.step('it finds the car and bids', async () => {
        await page.click(`//article//a[contains(normalize-space(), 'Volvo V60')]`);
        await bid(page, '10 500');
        await page.sees('Du leder med 10 500 kr.');
      });

      await test.step('it sees that it is outbid, and bids more', async () => {
        await bidAs(product, PEOPLE.rivalWorkshop, id, 11_000);
        await page.sees('Överbjuden');
        await page.sees('Ditt bud på 10 500 kr är inte längre högst.');
        await bid(page, '12 000');
        await page.sees('Du leder med 12 000 kr.');
        await endIn(database, id, 1);
        await page.sees('Ditt bud på 12 000 kr var högst.');
      });

      await test.step('the case manager settles with it', async () => {
        await signOut(page);
        await signIn(page, product, PEOPLE.caseManager);
        await page.visit(`/auctions/${id}`);
        await page.click(button('Meddela vinnare'));
        await page.until('the dialog', 'return document.querySelector("[role=alertdialog]")');
        await confirm(page, `//*[@role='alertdialog']${button('Meddela vinnare')}`);
        await page.sees('Utlämningssedel');
        await mailbox.waitFor(PEOPLE.workshop, /^Du har vunnit/);
      });
      expect(product.log(), 'what the page policy refused').not.toContain('policy was breached');
    } finally {
      await driver.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const field = (label: string) => `//input[@id = //label[normalize-space() = '${label}']/@for]`;
const button = (name: string) => `//button[${is(name)} or span[${is(name)}]]`;
const radio = (name: string, value: string) =>
  `//label[.//input[@name = '${name}' and @value = '${value}']]`;

async function choose(page: DrivenWindow, label: string, option: string): Promise<void> {
  const name = `//*[@id][normalize-space(text()) = '${label}']/@id`;
  const list = `//button[@aria-haspopup = 'listbox'][contains(@aria-labelledby, ${name})]`;
  const isOpen = () =>
    page.run<boolean>("return document.querySelector('[role=listbox]') !== null");
  // A list closes when the page scrolls, as while it loads; then open it again. One that opens late is not pressed.
  await expect(async () => {
    if (!(await isOpen())) {
      await page.click(list);
      await pause(OPENS_MS);
    }
    await page.click(`//*[@role = 'option'][normalize-space() = '${option}']`, CHOOSE_MS);
  }).toPass();
  // A list of several choices stays open.
  await page.run(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`,
  );
  await page.until(
    'the list is closed',
    `return document.querySelector('[role=listbox]') === null`,
  );
}

/** Enters a bid and confirms it after the review; accepts the terms if they are shown. */
async function bid(page: DrivenWindow, amount: string): Promise<void> {
  const shows = (text: string) =>
    page.run<boolean>('return document.body.innerText.includes(arguments[0])', text);
  const review = async () => {
    await page.fill(field('Ditt bud i kronor'), amount);
    await page.click(button('Granska bud'));
    await page.until(
      'the review, or what is missing',
      'return /Budet är bindande|Du måste (ange ett bud|godkänna)/.test(document.body.innerText)',
    );
  };
  await review();
  // The terms appear a moment after the page.
  if (await shows('Du måste godkänna')) {
    await page.click(
      "//label[contains(normalize-space(), 'Jag godkänner de allmänna köpvillkoren')]",
    );
  }
  if (!(await shows('Budet är bindande'))) await review();
  await confirm(page, button(`Bekräfta ${amount} kr`));
}

/** Presses a button that confirms when it no longer ignores presses (SHELL-14). */
async function confirm(page: DrivenWindow, xpath: string): Promise<void> {
  await page.until(
    'the button takes presses',
    `const found = document.evaluate(arguments[0], document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null);
    return found.singleNodeValue !== null && found.singleNodeValue.getAttribute('aria-disabled') !== 'true'`,
    xpath,
  );
  await page.click(xpath);
}

/** Logs in without the form. */
async function signIn(page: DrivenWindow, product: Product, email: string): Promise<void> {
  const { access, refresh } = await openSession(product, email);
  // It has no script that would read the tokens too early.
  await page.goto('/favicon.svg');
  await page.run(
    'localStorage.setItem("restvarde.auth", arguments[0])',
    JSON.stringify({ access_token: access, refresh_token: refresh }),
  );
}

async function signOut(page: DrivenWindow): Promise<void> {
  await page.goto('/favicon.svg');
  await page.run('localStorage.clear()');
}

async function bidAs(product: Product, email: string, auction: number, amount: number) {
  const { access } = await openSession(product, email);
  const reply = await fetch(product.url + placeBid.path.replace(':id', String(auction)), {
    method: placeBid.method,
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bid: amount, has_accepted_terms: true }),
  });
  expect(reply.status).toBe(placeBid.status);
}

/** Paths of two single-coloured pictures, drawn by the engine. */
async function takePictures(page: DrivenWindow, folder: string): Promise<string[]> {
  const colours = ['teal', 'maroon'];
  return Promise.all(
    colours.map(async (colour, at) => {
      const url = await page.run<string>(
        `const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [800, 600];
        const pen = canvas.getContext('2d');
        pen.fillStyle = arguments[0];
        pen.fillRect(0, 0, 800, 600);
        return canvas.toDataURL('image/jpeg');`,
        colour,
      );
      const file = join(folder, `bild-${at + 1}.jpg`);
      await writeFile(file, Buffer.from(url.split(',')[1]!, 'base64'));
      return file;
    }),
  );
}

/** XPath for an element by its text; spaces in amounts are no-break spaces. */
function is(text: string): string {
  return `translate(normalize-space(), '\u00a0', ' ') = '${text}'`;
}
