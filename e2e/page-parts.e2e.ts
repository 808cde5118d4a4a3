/// <reference lib="dom" />
// Parts of pages: frame, panels, watching, drafts, calendar.
import { expect, type Locator, type Page } from '@playwright/test';
import { stockholmDate } from '@restvarde/contract/dates';
import { LIVE_PATH } from '@restvarde/contract/live';
import { bid, notifyWinner, openAuction, panelOf } from './fixtures/bidding.ts';
import { PEOPLE } from './fixtures/people.ts';
import { endIn } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let id: number;

test.beforeAll(async ({ seller }) => {
  ({ id } = await seller.putUp());
});

test('SHELL-4, SHELL-5 the menu hides when scrolling down and shows when scrolling up, and the footer leads to the top and the terms', async ({
  openWindow,
}) => {
  const page = await openWindow({ width: 1280, height: 500 });
  await visit(page, '/terms/purchase-conditions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const header = page.getByRole('banner');
  await page.mouse.wheel(0, 40);
  await expect.poll(() => scrolled(page), '40 px of scrolling').toBe(40);
  expect(await isOnScreen(header)).toBe(true);
  await page.mouse.wheel(0, 900);
  await expect.poll(async () => !(await isOnScreen(header)), 'the menu to hide').toBe(true);
  await page.mouse.wheel(0, -30);
  await expect.poll(() => isOnScreen(header), 'the menu to show').toBe(true);
  await page.getByRole('button', { name: 'Till toppen' }).click();
  await expect.poll(() => scrolled(page), 'the top').toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const links = page.getByRole('contentinfo').getByRole('link');
  for (const [place, title] of [
    'Personuppgifter',
    'Användarvillkor',
    'Allmänna köpvillkor',
  ].entries()) {
    await expect(links.nth(place).getByText(title).first()).toBeVisible();
    await expect(links.nth(place)).toHaveAttribute('target', '_blank');
  }
});

test('AUC-12 watching is turned on and off, and a dialog explains it', async ({ workshop }) => {
  await openAuction(workshop, id);
  const toggle = panelOf(workshop).getByRole('button', { name: 'Bevaka' });
  // The button answers before the server does.
  const isAdded = workshop.waitForResponse((response) => response.url().endsWith('/alert'));
  await toggle.click();
  const on = workshop.getByRole('dialog', { name: 'Bevakning aktiverad' });
  await expect(
    on.getByText('Du får mejl om alla nya bud och när auktionen avslutas.').first(),
  ).toBeVisible();
  await on.getByRole('button', { name: 'OK' }).click();
  await isAdded;
  await reload(workshop);
  const isRemoved = workshop.waitForResponse((response) => response.url().endsWith('/alert'));
  await panelOf(workshop).getByRole('button', { name: 'Bevakas', exact: true }).click();
  const off = workshop.getByRole('dialog', { name: 'Bevakning inaktiverad' });
  await off.getByRole('button', { name: 'OK' }).click();
  await isRemoved;
  await expect(
    panelOf(workshop).getByRole('button', { name: 'Bevaka', exact: true }),
  ).toBeVisible();
});

test('AUC-12 a request from before «Bevaka» was pressed does not undo it when its answer arrives', async ({
  workshop,
}) => {
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const address = new RegExp(`/api/auctions/${id}$`);
  await workshop.route(address, async (route) => {
    const response = await route.fetch();
    asked++;
    await isHeld;
    // A later request does not wait for this answer.
    await route.fulfill({ response }).catch(() => {});
  });
  await openAuction(workshop, id);
  await expect.poll(() => asked).toBeGreaterThan(0);
  const isAdded = workshop.waitForResponse(
    (response) => response.url().endsWith('/alert') && response.request().method() === 'POST',
  );
  const toggle = panelOf(workshop).getByRole('button', { name: 'Bevaka' });
  await toggle.click();
  await isAdded;
  await workshop.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => asked).toBeGreaterThan(1);
  answer();
  await workshop.waitForLoadState('networkidle');
  await expect(toggle).toHaveText('Bevakas');
  await workshop.unroute(address);
  const isRemoved = workshop.waitForResponse(
    (response) => response.url().endsWith('/alert') && response.request().method() === 'DELETE',
  );
  await toggle.click();
  await workshop.getByRole('button', { name: 'OK' }).click();
  await isRemoved;
});

test('AUC-12 the bell changes before the server answers, can be undone meanwhile, and reverts if the call fails', async ({
  workshop,
}) => {
  await visit(workshop, '/auctions');
  const card = workshop.getByRole('article').filter({ hasText: 'Volvo V60' }).first();
  const bell = card.getByRole('button', { name: 'Bevaka Volvo V60' });
  const sent: string[] = [];
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await workshop.route('**/api/auctions/*/alert', async (route) => {
    sent.push(route.request().method());
    await isHeld;
    await route.continue();
  });
  await bell.click();
  const on = workshop.getByRole('dialog', { name: 'Bevakning aktiverad' });
  await expect(on.getByRole('button', { name: 'OK' })).toBeFocused();
  await expect.poll(() => sent).toEqual(['POST']);
  await on.getByRole('button', { name: 'Ångra' }).click();
  await expect(on).toBeHidden();
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  answer();
  await expect.poll(() => sent).toEqual(['POST', 'DELETE']);
  await workshop.unroute('**/api/auctions/*/alert');

  await bell.click();
  await expect(on).toBeVisible();
  // Outside the dialog.
  await workshop.mouse.click(5, 400);
  await expect(on).toBeHidden();
  await expect(bell).toBeFocused();
  const isRemoved = workshop.waitForResponse(
    (response) => response.url().endsWith('/alert') && response.request().method() === 'DELETE',
  );
  await bell.click();
  const off = workshop.getByRole('dialog', { name: 'Bevakning inaktiverad' });
  await expect(off.getByRole('button', { name: 'OK' })).toBeFocused();
  await workshop.keyboard.press('Enter');
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  // The button changes before the request, which the route must not refuse.
  await isRemoved;

  await workshop.route('**/api/auctions/*/alert', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Försök igen om en stund.' } }),
  );
  await bell.click();
  await expect(workshop.getByRole('alert').getByText('Försök igen om en stund.')).toBeVisible();
  await expect(on).toBeHidden();
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await workshop.unroute('**/api/auctions/*/alert');
  await workshop.getByRole('button', { name: 'Stäng' }).click();
  await openAuction(workshop, id);
});

test('AUC-3, ROLE-10 the panels show vehicle, sale, place and company, and to staff the case manager', async ({
  workshop,
  caseManager,
}) => {
  await openAuction(caseManager, id);
  for (const page of [workshop, caseManager]) {
    for (const [panel, text] of [
      ['Fordon', 'KLM482'],
      ['Fordon', '8 450 mil'],
      ['Försäljning', 'Öppna bud'],
      ['Uppställningsplats och hämtning', 'Hämtas senast'],
      ['Dokument', 'Inga dokument'],
      ['Bolag', 'Nordsäkring'],
    ] as const) {
      await expect(
        page.getByRole('group', { name: panel, exact: true }).getByText(text).first(),
      ).toBeVisible();
    }
  }
  const company = (page: Page) => page.getByRole('group', { name: 'Bolag', exact: true });
  await expect(company(caseManager).getByText('Johan Ek').first()).toBeVisible();
  await expect(company(caseManager).getByText(PEOPLE.caseManager).first()).toBeVisible();
  for (const text of ['Johan Ek', PEOPLE.caseManager]) {
    await expect(company(workshop).getByText(text)).toHaveCount(0);
  }
});

test('AUC-3 the browser’s print command prints the same single page with pictures as «Skriv ut»', async ({
  seller,
  workshop,
}) => {
  const picture = await workshop.screenshot({ type: 'jpeg' });
  const pictured = await seller.putUp({}, [picture, picture, picture, picture, picture]);
  await openAuction(workshop, pictured.id);
  const shown = () =>
    workshop.locator('body > [aria-hidden] img').evaluateAll((images) => {
      return (images as HTMLImageElement[]).map(({ complete, naturalWidth }) =>
        complete ? naturalWidth : 0,
      );
    });
  await expect.poll(async () => (await shown()).length, 'the sheet').toBe(4);
  expect((await shown()).includes(0), 'pictures are fetched for those who print').toBe(true);
  const pdf = (await workshop.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
  await expect.poll(shown).toEqual([680, 680, 680, 680]);
  await workshop.emulateMedia({ media: 'print' });
  await expect(workshop.getByText(/^Utskrivet /).first()).toBeVisible();
  await expect(workshop.getByRole('button', { name: 'Granska bud' })).toBeHidden();
  await workshop.emulateMedia({ media: 'screen' });
  await visit(workshop, '/auctions');
  const filter = workshop.getByRole('button', { name: 'Filter' });
  await expect(filter).toBeVisible();
  await workshop.emulateMedia({ media: 'print' });
  await expect(filter, 'print has no buttons').toBeHidden();
  await expect(workshop.getByRole('article').first()).toBeVisible();
  await workshop.emulateMedia({ media: 'screen' });

  await openAuction(workshop, pictured.id);
  await workshop.evaluate(
    'window.printed = new Promise((resolve) => { window.print = resolve; }); null',
  );
  await workshop.getByRole('button', { name: 'Skriv ut' }).click();
  await workshop.evaluate('window.printed');
  expect(await shown()).toEqual([680, 680, 680, 680]);
  await openAuction(workshop, id);
});

test('AUC-3, AUC-14 the printed sheet has a QR code of its URL, and no hidden reserve, not even for staff', async ({
  seller,
  caseManager,
}) => {
  const hidden = await seller.putUp({ reservation_price: '61234' });
  await openAuction(caseManager, hidden.id);
  const sheet = caseManager.locator('body > [aria-hidden]').filter({ hasText: 'Utskrivet' });
  await expect(sheet).toContainText('Dolt reservationspris');
  await expect(sheet).not.toContainText(/61.234/);
  await expect(sheet.locator('svg path')).toHaveAttribute('d', /^M/);
});

test('AUC-3 «Skriv ut» restores the page in browsers without an event for it, and keeps the sheet while a browser asks first', async ({
  workshop,
}) => {
  const button = workshop.getByRole('button', { name: 'Skriv ut' });
  const pending = workshop.getByRole('button', { name: 'Vänta …' });
  const advice = workshop.getByText('Kommer ingen utskrift?');
  await workshop.evaluate("window.print = () => dispatchEvent(new Event('beforeprint')); null");
  await button.click();
  await expect(pending).toHaveCount(1);
  await expect(async () => {
    await workshop.keyboard.press('Shift');
    await expect(pending).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await expect(button).toBeEnabled();
  await expect(advice).toHaveCount(0);

  await workshop.evaluate('window.print = () => {}; null');
  await button.click();
  await expect(advice).toBeVisible();
  await expect(pending).toHaveCount(1);
  await workshop.evaluate("dispatchEvent(new Event('beforeprint')); null");
  await workshop.evaluate("dispatchEvent(new Event('afterprint')); null");
  await expect(pending).toHaveCount(0);
  await expect(button).toBeEnabled();
  await openAuction(workshop, id);
});

test('BID-11 the panel follows the page, fits on a laptop’s screen, and has no scrolling parts', async ({
  workshop,
}) => {
  await openAuction(workshop, id);
  await expect(panelOf(workshop).getByText('Jag godkänner de allmänna köpvillkoren')).toBeVisible();
  const scroll = (y: number) => workshop.evaluate((top) => window.scrollTo(0, top), y);
  for (const height of [800, 720, 600]) {
    await workshop.setViewportSize({ width: 1280, height });
    await scroll(0);
    await scroll(400);
    const edges = async () => {
      const { y, height: panelHeight } = (await panelOf(workshop).boundingBox())!;
      return { top: y, bottom: y + panelHeight };
    };
    await expect(async () => {
      const { top, bottom } = await edges();
      if (height === 800)
        expect(top, `it begins at ${top}, under the header`).toBeGreaterThanOrEqual(56);
      expect(bottom, `at ${height} px it ends at ${bottom}`).toBeGreaterThan(height - 40);
      expect(bottom).toBeLessThanOrEqual(height);
    }).toPass();
  }
  await workshop.setViewportSize({ width: 1280, height: 900 });
});

test('AUC-17 amounts are whole kronor, and the page says that they are without VAT', async ({
  workshop,
}) => {
  await expect(
    panelOf(workshop)
      .getByText(/Exkl\. moms\.$/)
      .first(),
  ).toBeVisible();
  await expect(
    workshop
      .getByRole('group', { name: 'Försäljning' })
      .getByText('Alla priser är exkl. moms')
      .first(),
  ).toBeVisible();
  await panelOf(workshop).getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('10 500,50');
  await panelOf(workshop).getByRole('button', { name: 'Granska bud' }).click();
  await expect(
    panelOf(workshop).getByText('Ange budet i hela kronor, till exempel 49 000').first(),
  ).toBeVisible();
});

test('AUC-10, LIST-6, LIST-7 a notified winner finds the auction in a list without socket or watching', async ({
  database,
  rivalWorkshop,
  caseManager,
}) => {
  const sockets: string[] = [];
  rivalWorkshop.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await openAuction(rivalWorkshop, id);
  await bid(rivalWorkshop, '12 000');
  await openAuction(caseManager, id);
  await endIn(database, id, 1);
  await notifyWinner(caseManager);
  await expect(
    caseManager.getByText('Vinnare av auktionen blir meddelad inom kort.').first(),
  ).toBeVisible();
  await visit(rivalWorkshop, '/my-auctions');
  await expect(rivalWorkshop.getByRole('article').getByText('Vunnen').first()).toBeVisible();
  await expect(rivalWorkshop.getByRole('button', { name: 'Bevaka Volvo V60' })).toBeVisible();
  await expect
    .poll(async () => sockets.includes(LIVE_PATH.auctions), 'the socket of the lists')
    .toBe(true);
  sockets.length = 0;
  await visit(rivalWorkshop, '/won-auctions');
  await expect(rivalWorkshop.getByRole('article').getByText('Volvo V60').first()).toBeVisible();
  await expect(rivalWorkshop.getByRole('button', { name: 'Bevaka Volvo V60' })).toHaveCount(0);
  expect(sockets).toEqual([]);
});

test('LIST-16, LIST-6 a won auction says where to collect the object, and its breadcrumb is Vunna auktioner', async ({
  database,
  rivalWorkshop,
}) => {
  await database.query(
    `
    with station as (
      select id, company_id from service_stations where street <> '' order by id limit 1
    ), area as (
      insert into staging_areas (company_id, name, service_station_id)
      select company_id, 'En plats med adress', id from station returning id
    )
    update auctions set staging_area_id = (select id from area) where id = $1`,
    [id],
  );
  await visit(rivalWorkshop, '/won-auctions');
  const card = rivalWorkshop.getByRole('article');
  await expect(card.getByRole('link', { name: /Visa på karta/ }).first()).toHaveAttribute(
    'href',
    /openstreetmap\.org\/search\?query=.+/,
  );
  // Its presses do not reach the card's link.
  await card
    .getByRole('link', { name: /Visa på karta/ })
    .first()
    .click({ trial: true });
  await card.getByRole('link', { name: 'Volvo V60' }).click();
  await expect(
    rivalWorkshop.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }),
  ).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByRole('link', { name: /Visa på karta/ })).toBeVisible();
  const menu = rivalWorkshop.getByRole('navigation', { name: 'Huvudmeny' });
  await expect(menu.locator('[aria-current=page]')).toHaveText(['Vunna auktioner']);
  const crumb = rivalWorkshop.getByRole('main').getByRole('link', { name: 'Vunna auktioner' });
  await crumb.click();
  await expect(
    rivalWorkshop.getByRole('heading', { level: 1, name: 'Vunna auktioner' }),
  ).toBeVisible();
});

test('FORM-11 text entered just before a reload is kept', async ({ caseManager }) => {
  await visit(caseManager, '/auctions/new');
  await field(caseManager, 'Fabrikat').fill('Skoda');
  await reload(caseManager);
  await caseManager.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(field(caseManager, 'Fabrikat')).toHaveValue('Skoda');
  await reload(caseManager);
  await caseManager.getByRole('button', { name: 'Kasta' }).click();
  await expect(caseManager.getByText(/^Du har ett sparat utkast från /)).toBeHidden();
});

test('FORM-11 a draft of a new auction survives a reload and can be discarded', async ({
  caseManager,
}) => {
  await visit(caseManager, '/auctions/new');
  await field(caseManager, 'Fabrikat').fill('Volkswagen');
  await expect(caseManager.getByText(/^Utkast sparat \d\d:\d\d$/).first()).toBeVisible();
  await reload(caseManager);
  await expect(caseManager.getByText(/^Du har ett sparat utkast från /).first()).toBeVisible();
  await expect(field(caseManager, 'Fabrikat')).toHaveValue('');
  await caseManager.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(field(caseManager, 'Fabrikat')).toHaveValue('Volkswagen');
  await reload(caseManager);
  await caseManager.getByRole('button', { name: 'Kasta' }).click();
  await expect(caseManager.getByText(/^Du har ett sparat utkast från /).first()).toBeHidden();
  await reload(caseManager);
  await expect(field(caseManager, 'Fabrikat')).toBeVisible();
  await expect(caseManager.getByRole('button', { name: 'Kasta' })).toHaveCount(0);
});

test('FMT-3, FMT-2 the calendar gets focus, returns it, and does not choose a day outside the bounds', async ({
  caseManager,
}) => {
  const year = Number(stockholmDate(new Date()).slice(0, 4)) + 1;
  await field(caseManager, 'Startdatum').fill(`${year}-03-15`);
  const end = field(caseManager, 'Slutdatum');
  await expect(end).toHaveValue(`${year}-03-22`);
  const toggle = caseManager
    .getByRole('group', { name: 'Tid' })
    .getByRole('button', { name: /^Välj datum, valt datum är \d+ mars/ })
    .nth(1);
  await toggle.click();
  const dialog = caseManager.getByRole('dialog', { name: /Slutdatum|Välj datum/ });
  await expect(dialog.locator(`[data-date='${year}-03-22']`)).toBeFocused();
  const day = (number: number) =>
    dialog.getByRole('button', { name: new RegExp(` ${number} mars`) });
  await day(10).click({ force: true });
  await expect(dialog).toBeVisible();
  await expect(end).toHaveValue(`${year}-03-22`);
  await day(18).click();
  await expect(dialog).toBeHidden();
  await expect(end).toHaveValue(`${year}-03-18`);
  await expect(toggle).toBeFocused();
  await toggle.click();
  await expect(dialog.locator(`[data-date='${year}-03-18']`)).toBeFocused();
  await caseManager.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toggle).toBeFocused();
});

function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** The scroll position in pixels. */
function scrolled(page: Page): Promise<number> {
  return page.locator('html').evaluate((root) => root.scrollTop);
}

async function isOnScreen(header: Locator): Promise<boolean> {
  const box = await header.boundingBox();
  return box !== null && box.y >= 0;
}
