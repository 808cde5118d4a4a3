// The server-rendered view while scripts load; input during that time is kept.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { login, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { bid, openAuction, panelOf } from './fixtures/bidding.ts';
import { openSession, PEOPLE } from './fixtures/people.ts';
import { endIn, hireSeller } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { steady, visit, waitForViews } from './fixtures/windows.ts';

const SCRIPTS = '**/assets/*.js';
const KEYS_UNDER_WAY = 5;

test('AUTH-11, LIST-1 a list is rendered before the scripts by one request, and does not change when they take over', async ({
  seller,
  openSignedIn,
}) => {
  for (let count = 0; count < 9; count += 1) await seller.putUp({ model: `V60 ${count}` });
  const workshop = await openSignedIn(PEOPLE.workshop, { width: 412, height: 823 });
  await waitForViews(workshop);
  await visit(workshop, '/auctions');
  await expect(workshop.getByRole('article')).toHaveCount(9);
  const asked: string[] = [];
  workshop.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdScripts(workshop);
  await workshop.goto('/auctions', { waitUntil: 'commit' });
  const cards = workshop.getByRole('article');
  await expect(cards).toHaveCount(8);
  await expect(cards.first().getByText('10 000 kr').first()).toBeVisible();
  const before = await steady(workshop, () => cards.first().boundingBox());
  await cards.last().scrollIntoViewIfNeeded();
  const place = await steady(workshop, () => workshop.evaluate(() => scrollY));
  expect(place).toBeGreaterThan(0);
  expect(await scriptsOf(workshop)).toEqual([]);

  release();
  await expect(cards).toHaveCount(9);
  await expect.poll(() => workshop.evaluate(() => scrollY)).toBe(place);
  await workshop.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => cards.first().boundingBox()).toEqual(before);
  const begun = await workshop.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  );
  const view = begun.find(({ name }) => name.includes('/view?'));
  expect(view?.startTime, 'the view is requested first').toBe(
    Math.min(...begun.map(({ startTime }) => startTime)),
  );
  const fonts = begun.filter(({ name }) => name.endsWith('.woff2')).map(({ name }) => name);
  expect(fonts, 'its texts use one small font file').toEqual([
    expect.stringContaining('/core-font-'),
  ]);
  expect(asked.filter((path) => path === '/view').length).toBe(1);
  expect(asked.filter((path) => path === '/api/users/me').length).toBe(0);
});

test('LIST-1 nothing moves in a wide window while the rest of a list renders', async ({
  seller,
  openSignedIn,
}) => {
  const page_size = 24;
  for (let count = 0; count <= page_size; count += 1) await seller.putUp({ model: `V70 ${count}` });
  const workshop = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 900 });
  await waitForViews(workshop);
  await workshop.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as unknown as { sources: { node: Node | null }[] };
        for (const { node } of sources) {
          if (node?.parentElement?.closest('main')) shifts.push(node.textContent ?? '');
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visit(workshop, '/auctions');
  const release = await holdScripts(workshop);
  await workshop.goto('/auctions', { waitUntil: 'commit' });
  const cards = workshop.getByRole('article');
  await expect(cards).toHaveCount(8);
  release();
  await expect(cards).toHaveCount(page_size);
  await expect(workshop.locator('[data-settled]')).toBeVisible();
  await workshop.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(await workshop.evaluate('shifts')).toEqual([]);
});

test('FORM-4 the form’s picture area is styled before the scripts', async ({ caseManager }) => {
  // The first view of a server has their place only.
  await visit(caseManager, '/auctions/new');
  const release = await holdScripts(caseManager);
  await caseManager.goto('/auctions/new', { waitUntil: 'commit' });
  const zone = caseManager.getByRole('group', { name: 'Bilder på objektet' }).locator('> div');
  await expect(zone).toHaveCSS('border-style', 'dashed');
  expect(await scriptsOf(caseManager)).toEqual([]);
  release();
});

test('BID-9 an auction’s first picture loads before the second, which is out of view, and both before the scripts', async ({
  seller,
  openSignedIn,
}) => {
  const workshop = await openSignedIn(PEOPLE.workshop, { width: 412, height: 823 });
  const picture = await workshop.screenshot({ type: 'jpeg' });
  const { id } = await seller.putUp({}, [picture, picture]);
  await waitForViews(workshop);
  // A view waits a second for its pictures at most; here without limit.
  await workshop.addInitScript(`const soon = setTimeout;
    window.setTimeout = (act, ms, ...given) => (ms === 1000 ? 0 : soon(act, ms, ...given));`);
  const { promise: isLookedAt, resolve: release } = Promise.withResolvers<void>();
  const asked: string[] = [];
  await workshop.route('**/detail*.webp*', async (route) => {
    asked.push(route.request().url());
    await isLookedAt;
    await route.continue();
  });
  await holdScripts(workshop);
  await workshop.goto(`/auctions/${id}`, { waitUntil: 'commit' });
  const thumbs = () =>
    workshop
      .locator('img[src*="/thumb."]')
      .evaluateAll((images: HTMLImageElement[]) => images.map(({ complete }) => complete));
  await expect.poll(thumbs).toEqual([true, true]);
  await expect.poll(() => asked.length).toBe(1);
  release();
  await expect.poll(() => asked.length).toBe(2);
  expect(await scriptsOf(workshop)).toEqual([]);
});

test('BID-9, LIVE-2 before the scripts an auction is shown as not yet live and keeps a typed amount; after them bids arrive live', async ({
  seller,
  workshop,
  rivalWorkshop,
}) => {
  const { id } = await seller.putUp();
  await waitForViews(workshop);
  const release = await holdScripts(workshop);
  await workshop.goto(`/auctions/${id}`, { waitUntil: 'commit' });
  const field = panelOf(workshop).getByRole('textbox', { name: 'Ditt bud i kronor' });
  await field.fill('11000');
  expect(await scriptsOf(workshop)).toEqual([]);
  const late = workshop.getByRole('status').filter({ hasText: 'uppdateras inte än' });
  await expect(late).toBeVisible();
  release();
  await waitForScripts(workshop);
  await expect(late).toHaveCount(0);
  await expect(field).toHaveValue(/^11\s?000$/);
  await expect(field).toBeFocused();
  await visit(rivalWorkshop, `/auctions/${id}`);
  await bid(rivalWorkshop, '12 000');
  await expect(panelOf(workshop).getByText('12 000 kr').first()).toBeVisible();
});

test('AUTH-2 text typed into the login before its scripts is kept, and a press takes effect after them', async ({
  openWindow,
}) => {
  const page = await openWindow();
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('E-post').fill(PEOPLE.rivalWorkshop);
  await page.getByLabel('Lösenord', { exact: true }).fill('inte det rätta');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  expect(await scriptsOf(page)).toEqual([]);
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(page.getByText(WRONG_LOGIN).first()).toBeVisible();
  await expect(page.getByLabel('E-post')).toHaveValue(PEOPLE.rivalWorkshop);
});

test('AUTH-2 a press on the login that begins before its scripts and ends after them takes effect once', async ({
  openWindow,
}) => {
  const page = await openWindow();
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('E-post').fill(PEOPLE.rivalWorkshop);
  await page.getByLabel('Lösenord', { exact: true }).fill('inte det rätta');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Fortsätt' }).hover();
  await page.mouse.down();
  release();
  await waitForScripts(page);
  expect(sent).toEqual([]);
  await page.mouse.up();
  await expect(page.getByText(WRONG_LOGIN).first()).toBeVisible();
  expect(sent).toEqual([login.path]);
});

for (const slowness of [1, 6]) {
  test(`AUTH-2 text typed while React takes over the login is kept, with the cursor’s position: ${slowness} times slower`, async ({
    openWindow,
  }) => {
    const page = await openWindow();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const password = page.getByLabel('Lösenord', { exact: true });
    await password.fill('>');
    await password.evaluate((field: HTMLInputElement) => field.setSelectionRange(0, 0));
    await page.evaluate(() => {
      const replaced: boolean[] = [];
      Object.assign(window, { replaced });
      addEventListener('input', ({ isTrusted }) => {
        if (isTrusted) replaced.push(!document.querySelector('#app[data-rendered]'));
      });
    });
    let typed = '';
    let isReplaced = false;
    const keys: Promise<unknown>[] = [];
    const type = async () => {
      const text = String.fromCharCode(97 + (typed.length % 26));
      typed += text;
      keys.push(devTools.send('Input.dispatchKeyEvent', { type: 'char', text }));
      await keys.at(-KEYS_UNDER_WAY);
    };
    await type();
    await keys[0];
    release();
    const stopped = waitForScripts(page).then(() =>
      expect.poll(() => page.evaluate('replaced.includes(true)')).toBe(true),
    );
    void stopped.then(() => {
      isReplaced = true;
    });
    // A few requests are always pending, so that some are while the app takes over.
    let began = performance.now();
    while (!isReplaced) {
      await type();
      if (typed.length % (2 * KEYS_UNDER_WAY) > 0) continue;
      // Chromium runs input before everything else: without pauses as long it starves the scripts.
      await pause(Math.max(20 * slowness, performance.now() - began));
      began = performance.now();
    }
    await stopped;
    await Promise.all(keys);
    await expect(password).toHaveValue(`${typed}>`);
    expect(new Set(await page.evaluate<boolean[]>('replaced')), 'keys before and after').toEqual(
      new Set([false, true]),
    );
    await page.close();
  });
}

test('SHELL-1 pages before the login work without scripts, and are hidden from logged-in users', async ({
  openWindow,
  workshop,
}) => {
  const page = await openWindow({ javaScriptEnabled: false });
  for (const [path, title] of [
    ['/', 'Logga in'],
    ['/forgot-password', 'Glömt lösenord'],
    ['/create-password/abc', 'Välj lösenord'],
    ['/terms/personal-data', 'Personuppgifter'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(title);
  }
  await page.goto('/auctions');
  await expect(page.locator('body > noscript')).toBeVisible();
  await expect(page.locator('body'), 'it is styled').toHaveCSS('margin-top', '0px');
  await page.context().close();
  const release = await holdScripts(workshop);
  await workshop.goto('/terms/personal-data', { waitUntil: 'commit' });
  await expect(workshop.locator('#app')).toBeEmpty();
  release();
  await waitForScripts(workshop);
  await expect(workshop.getByRole('link', { name: 'Logga in' })).toHaveCount(0);
});

test('ROLE-4, AUC-4 a case manager’s auction is rendered with its menus, and a press before the scripts opens one', async ({
  seller,
  openSignedIn,
}) => {
  const { id } = await seller.putUp();
  const caseManager = await openSignedIn(PEOPLE.caseManager, { width: 760, height: 900 });
  await waitForViews(caseManager);
  const release = await holdScripts(caseManager);
  await caseManager.goto(`/auctions/${id}`, { waitUntil: 'commit' });
  await expect(
    caseManager.getByRole('region', { name: 'Budläge' }).getByText('Lägsta nästa bud').first(),
  ).toBeVisible();
  await caseManager.getByRole('button', { name: 'Meny', exact: true }).click();
  expect(await scriptsOf(caseManager)).toEqual([]);
  release();
  await expect(caseManager.getByRole('dialog').getByRole('link', { name: 'Hem' })).toBeVisible();
});

test('ROLE-14, SHELL-6 without a server-rendered view, or with one that does not come, the scripts render the page', async ({
  openSignedIn,
}) => {
  const workshop = await openSignedIn(PEOPLE.workshop);
  for (const answer of [{ status: 204 }, { status: 503 }, { status: 200, body: '<p>Proxy</p>' }]) {
    await workshop.route('**/view?*', (route) =>
      route.fulfill({ contentType: 'text/html', ...answer }),
    );
    await visit(workshop, '/auctions');
    await expect(workshop.getByRole('article').first()).toBeVisible();
    await workshop.unroute('**/view?*');
  }
  await workshop.route('**/view?*', () => {
    // Never answered.
  });
  await visit(workshop, '/auctions');
  await expect(workshop.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
  await workshop.unroute('**/view?*');
});

test('ROLE-14, ROLE-18 a view shows each user what the calls return to them, also under concurrent requests', async ({
  product,
}) => {
  const other = await hireSeller(product, 'handlaggare@vastkust.example');
  const { id } = await other.putUp({ model: 'Hemlig' });
  const people = [
    [PEOPLE.workshop, 'Anders Lind'],
    [PEOPLE.rivalWorkshop, 'Sara Öberg'],
    [PEOPLE.caseManager, 'Johan Ek'],
  ] as const;
  const tokens = new Map<string, string>();
  for (const [email] of people) tokens.set(email, (await openSession(product, email)).access);
  const view = (address: string, email: string | null) =>
    fetch(`${product.url}/view?path=${address}&width=412`, {
      headers: email === null ? {} : { authorization: `Bearer ${tokens.get(email)}` },
    });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      people.map(async ([email, name]) => {
        const own = email === PEOPLE.caseManager ? '/auctions/new' : '/my-auctions';
        const views = ['/auctions', '/', own].map(async (path) => (await view(path, email)).text());
        const page = (await Promise.all(views)).join();
        for (const [, somebody] of people) {
          expect(page.includes(somebody), `${somebody} on ${name}’s page`).toBe(somebody === name);
        }
        expect(page).not.toMatch(email === PEOPLE.caseManager ? /Hemlig/ : /Reservationspris/);
      }),
    );
  }
  for (const [address, email, status] of [
    ['/auctions', null, 401],
    [`/auctions/${id}`, PEOPLE.caseManager, 404],
    ['/auctions/999999', PEOPLE.workshop, 404],
    ['/my-auctions', PEOPLE.caseManager, 403],
    ['/settings', PEOPLE.workshop, 404],
    ['/', null, 401],
    ['/auctions/new', null, 401],
    ['/auctions/new', PEOPLE.workshop, 403],
  ] as const) {
    expect((await view(address, email)).status, `${address} of ${email}`).toBe(status);
  }
});

test('HOME-4, HOME-1, ROLE-3 Hem is rendered before the scripts instead of the login, and a workshop gets the auctions', async ({
  seller,
  database,
  caseManager,
  workshop,
}) => {
  const { id } = await seller.putUp();
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await endIn(database, id, 0);
  await seller.putUp();
  for (const [page, title, text] of [
    [caseManager, 'Hem', 'Volvo V60'],
    [workshop, 'Auktioner', 'Volvo V60'],
  ] as const) {
    await waitForViews(page);
    // An ended auction is closed a moment later, and Hem polls every minute.
    await expect(async () => {
      await visit(page, '/');
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(page.getByLabel('E-post')).toHaveCount(0);
    expect(await scriptsOf(page)).toEqual([]);
    release();
    await waitForScripts(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('FORM-1 the form of a new auction is rendered before the scripts, and input entered then is kept', async ({
  caseManager,
}) => {
  await waitForViews(caseManager);
  await visit(caseManager, '/auctions/new');
  const release = await holdScripts(caseManager);
  await caseManager.goto('/auctions/new', { waitUntil: 'commit' });
  const field = (name: string) => caseManager.getByRole('textbox', { name });
  await field('Fabrikat').fill('Volvo');
  await field('Beskrivning').fill('Fronten är intryckt.');
  const chosen = caseManager.getByRole('radio', { name: /^Alla verkstäder/ });
  await chosen.check({ force: true });
  expect(await scriptsOf(caseManager)).toEqual([]);
  release();
  await waitForScripts(caseManager);
  await expect(field('Fabrikat')).toHaveValue('Volvo');
  await expect(field('Beskrivning')).toHaveValue('Fronten är intryckt.');
  await expect(chosen).toBeChecked();
});

/** Holds the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The loaded scripts. */
function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /assets\/.*\.js$/.test(name)),
  );
}

async function waitForScripts(page: Page): Promise<void> {
  await expect(page.locator('#app:not([data-rendered]) h1')).toBeVisible();
}
