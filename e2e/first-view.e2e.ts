// What the server draws while the scripts of a page are on their way, and that nothing done to it is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WRONG_LOGIN } from '@restvarde/contract/auth/login';
import type { Page } from 'playwright-core';
import { bid, panelOf, sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, takeTokens, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller, type Seller } from './seller.ts';

const SCRIPTS = '**/assets/*.js';

let product: Product;
let windows: Windows;
let seller: Seller;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  seller = await hireSeller(product);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('AUTH-11, LIST-1 a list is there before the scripts, from one question, and stays as it is behind them', async () => {
  for (let count = 0; count < 9; count += 1) await seller.putUp({ model: `V60 ${count}` });
  const lind = await windows.logIn(PEOPLE.lind, { width: 412, height: 823 });
  const asked: string[] = [];
  lind.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdScripts(lind);
  await lind.goto('/auctions', { waitUntil: 'commit' });
  const cards = lind.getByRole('article');
  await eventually('the first cards', async () => (await cards.count()) === 6);
  await sees(cards.first(), '10 000 kr');
  const drawn = await cards.first().boundingBox();
  await cards.last().scrollIntoViewIfNeeded();
  const place = await lind.evaluate(() => scrollY);
  assert.ok(place > 0);
  assert.deepEqual(await scriptsOf(lind), []);

  release();
  await eventually('the rest', async () => (await cards.count()) === 9);
  assert.equal(await lind.evaluate(() => scrollY), place);
  await lind.evaluate(() => scrollTo(0, 0));
  assert.deepEqual(await cards.first().boundingBox(), drawn);
  assert.equal(asked.filter((path) => path === '/view').length, 1);
  assert.equal(asked.filter((path) => path === '/api/users/me').length, 0);
});

test('BID-9, LIVE-2 an auction is there before the scripts, that it is not live yet is said, a sum typed then is kept, and bids come live behind', async () => {
  const { id } = await seller.putUp();
  const lind = await windows.logIn(PEOPLE.lind);
  const release = await holdScripts(lind);
  await lind.goto(`/auctions/${id}`, { waitUntil: 'commit' });
  const field = panelOf(lind).getByRole('textbox', { name: 'Ditt bud i kronor' });
  await field.fill('11000');
  assert.deepEqual(await scriptsOf(lind), []);
  const late = lind.getByRole('status').filter({ hasText: 'uppdateras inte än' });
  await late.waitFor();
  release();
  await waitForScripts(lind);
  assert.equal(await late.count(), 0);
  assert.match(await field.inputValue(), /^11\s?000$/);
  assert.ok(await field.evaluate((element) => element === document.activeElement));

  const soder = await windows.logIn(PEOPLE.soder);
  await soder.goto(`/auctions/${id}`);
  await bid(soder, '12 000');
  await sees(panelOf(lind), '12 000 kr');
});

test('AUTH-2 what was typed into the login before its scripts is kept, and the press is done behind them', async () => {
  const page = await windows.open();
  await untilDrawn('/');
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('E-post').fill(PEOPLE.soder);
  await page.getByLabel('Lösenord', { exact: true }).fill('inte det rätta');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  assert.deepEqual(await scriptsOf(page), []);
  assert.equal(new URL(page.url()).search, '');
  release();
  await sees(page, WRONG_LOGIN);
  assert.equal(await page.getByLabel('E-post').inputValue(), PEOPLE.soder);
});

test('ROLE-4, AUC-4 a case manager’s auction is drawn with its menus, and a press before the scripts opens one', async () => {
  const { id } = await seller.putUp();
  const manager = await windows.logIn(PEOPLE.manager, { width: 768, height: 900 });
  const release = await holdScripts(manager);
  await manager.goto(`/auctions/${id}`, { waitUntil: 'commit' });
  await sees(manager.getByRole('region', { name: 'Budläge' }), 'Lägsta nästa bud');
  await manager.getByRole('button', { name: 'Meny', exact: true }).click();
  assert.deepEqual(await scriptsOf(manager), []);
  release();
  await manager.getByRole('dialog').getByRole('link', { name: 'Hem' }).waitFor();
});

test('ROLE-14, SHELL-6 without a drawn view, or with one that does not come, the scripts draw the page', async () => {
  const lind = await windows.logIn(PEOPLE.lind);
  for (const answer of [{ status: 204 }, { status: 503 }, { status: 200, body: '<p>Proxy</p>' }]) {
    await lind.route('**/view?*', (route) =>
      route.fulfill({ contentType: 'text/html', ...answer }),
    );
    await lind.goto('/auctions');
    await lind.getByRole('article').first().waitFor();
    await lind.unroute('**/view?*');
  }
  await lind.route('**/view?*', () => {
    // Never answered.
  });
  await lind.goto('/auctions');
  await lind.getByRole('heading', { level: 1, name: 'Auktioner' }).waitFor();
});

test('ROLE-14, ROLE-18 a view shows each what the calls show them, also when many ask at once', async () => {
  const other = await hireSeller(product, 'handlaggare@vastkust.example');
  const { id } = await other.putUp({ model: 'Hemlig' });
  const people = [
    [PEOPLE.lind, 'Anders Lind'],
    [PEOPLE.soder, 'Sara Öberg'],
    [PEOPLE.manager, 'Johan Ek'],
  ] as const;
  const tokens = new Map<string, string>();
  for (const [email] of people) tokens.set(email, (await takeTokens(product, email)).access);
  const view = (address: string, email: string | null) =>
    fetch(`${product.url}/view?address=${address}&width=412`, {
      headers: email === null ? {} : { authorization: `Bearer ${tokens.get(email)}` },
    });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      people.map(async ([email, name]) => {
        const page = await (await view('/auctions', email)).text();
        for (const [, somebody] of people) {
          assert.equal(page.includes(somebody), somebody === name, `${somebody} on ${name}’s page`);
        }
        assert.doesNotMatch(page, email === PEOPLE.manager ? /Hemlig/ : /Reservationspris/);
      }),
    );
  }
  for (const [address, email, status] of [
    ['/auctions', null, 401],
    [`/auctions/${id}`, PEOPLE.manager, 404],
    ['/auctions/999999', PEOPLE.lind, 404],
    ['/my-auctions', PEOPLE.manager, 403],
    ['/settings', PEOPLE.lind, 404],
  ] as const) {
    assert.equal((await view(address, email)).status, status, `${address} of ${email}`);
  }
});

/** The page's own scripts come when the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The scripts that have come. */
function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /assets\/.*\.js$/.test(name)),
  );
}

async function waitForScripts(page: Page): Promise<void> {
  await page.locator('#app:not([data-drawn]) h1').waitFor();
}

/** The first who comes to a page before the login has it drawn for those behind. */
async function untilDrawn(path: string): Promise<void> {
  await eventually(`${path} drawn`, async () => {
    const response = await fetch(product.url + path);
    return (await response.text()).includes('<template id="drawn">');
  });
}
