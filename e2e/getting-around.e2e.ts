// Access to pages, state in addresses, and navigation by keyboard.
import { expect, type Locator, type Page } from '@playwright/test';
import { openAuction } from './fixtures/bidding.ts';
import { expectSignedIn } from './fixtures/people.ts';
import { stockholmTime } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('ROLE-3, ROLE-4, ROLE-5, SHELL-3 each role has its own main menu', async ({
  workshop,
  caseManager,
  companyAdmin,
}) => {
  for (const page of [workshop, caseManager, companyAdmin]) await visit(page, '/');
  await workshop.waitForURL('**/auctions');
  await expect(entriesOf(workshop)).toHaveText([
    'Auktioner',
    'Mina auktioner',
    'Vunna auktioner',
    'Kontakta oss',
  ]);
  await expect(entriesOf(caseManager)).toHaveText(['Hem', 'Auktioner', 'Kontakta oss']);
  await expect(entriesOf(companyAdmin)).toHaveText([
    'Hem',
    'Auktioner',
    'Verkstäder',
    'Kontakta oss',
  ]);
  await caseManager.getByRole('link', { name: 'Utlämningar' }).click();
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Utlämningar' })).toBeVisible();
  await caseManager.goBack();
});

test('SHELL-3 focus moves to the heading of the next page even if the first has not loaded', async ({
  caseManager,
}) => {
  // Filters are not server-rendered, and the script never loads.
  await caseManager.route('**/assets/home-page-*.js', () => {});
  await visit(caseManager, '/?is_active=1');
  await entriesOf(caseManager).filter({ hasText: 'Auktioner' }).press('Enter');
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeFocused();
  await caseManager.unroute('**/assets/home-page-*.js');
});

test('ROLE-7, SHELL-2 the personal menu has the settings that the role may open', async ({
  workshop,
  caseManager,
}) => {
  for (const [page, name, entries] of [
    [workshop, 'Anders Lind', ['Mitt konto', 'Inställningar', 'Logga ut']],
    [caseManager, 'Johan Ek', ['Mitt konto', 'Logga ut']],
  ] as const) {
    await page.getByRole('button', { name }).click();
    const menu = page.getByRole('group', { name: 'Personlig meny' });
    await expect(menu).toBeVisible();
    await expect(menu.getByRole('menuitem')).toHaveText(entries);
    // The key goes to the focused element, which is in the menu once it is open.
    await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
});

test('ROLE-18, ROLE-3 a page that is forbidden or missing leads to the first page', async ({
  product,
  openWindow,
  workshop,
  caseManager,
}) => {
  for (const path of ['/', '/auctions/new', '/service-stations', '/no/such/page', '/terms/none']) {
    await visit(workshop, path);
    await workshop.waitForURL(`${product.url}/auctions`);
  }
  for (const path of ['/my-auctions', '/won-auctions', '/service-stations', '/settings', '/no']) {
    await visit(caseManager, path);
    await caseManager.waitForURL(`${product.url}/`);
    await expect(caseManager.getByRole('heading', { level: 1, name: 'Hem' })).toBeVisible();
  }
  const stranger = await openWindow();
  // A link of an email that was cut within a character (OPS-4).
  for (const path of ['/no/such/page', '/2fa', '/auctions', '/create-password/abc%', '/%E0%A4%A']) {
    await visit(stranger, path);
    await stranger.waitForURL(`${product.url}/`);
    await expect(stranger.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  }
});

test('FMT-1 times are Swedish in a browser in New York', async ({ seller, caseManager }) => {
  const { id, end_dt } = await seller.putUp();
  await openAuction(caseManager, id);
  const time = stockholmTime(Date.parse(end_dt));
  const here = await caseManager.evaluate(
    (at) => new Date(at).toLocaleTimeString('sv-SE', { hour: '2-digit', minute: '2-digit' }),
    end_dt,
  );
  expect(here).not.toBe(time);
  const state = caseManager.getByRole('region', { name: 'Budläge' });
  await expect(state.getByText(new RegExp(`\\s${time}$`)).first()).toBeVisible();
  await expect(state.getByText('svensk tid').first()).toBeVisible();
  await expect(
    caseManager
      .getByRole('group', { name: 'Försäljning' })
      .getByText(new RegExp(`\\s${time}$`))
      .first(),
  ).toBeVisible();
});

test('LIST-9, LIST-4 a reload and «back» keep the filters, the loaded pages and the scroll position', async ({
  seller,
  workshop,
}) => {
  for (let count = 0; count < 29; count += 1) {
    const [manufacturer, model] = count % 10 === 9 ? ['Saab', '9-5'] : ['Kia', 'Ceed'];
    await seller.putUp({
      manufacturer,
      model: `${model} ${count}`,
      start_bid: String(1000 + count),
    });
  }
  await visit(workshop, '/auctions');
  await workshop.getByRole('button', { name: 'Filter' }).click();
  await workshop.getByRole('textbox', { name: 'Modell', exact: true }).fill('ceed');
  await expect(workshop.getByText('Modell: ceed').first()).toBeVisible();
  const cards = workshop.getByRole('article');
  await expect(cards).toHaveCount(24);
  await workshop.getByRole('button', { name: 'Visa fler' }).click();
  await expect(cards).toHaveCount(27);
  expect(new Set(await cards.getByRole('heading').allTextContents()).size).toBe(27);

  await reload(workshop);
  await expect(cards).toHaveCount(27);
  await expect(workshop.getByText('Modell: ceed').first()).toBeVisible();
  await expect(cards.filter({ hasText: 'Saab' })).toHaveCount(0);

  const last = cards.last().getByRole('link');
  const name = (await last.textContent())!;
  await last.click();
  await expect(workshop.getByRole('heading', { level: 1, name })).toBeVisible();
  await workshop.goBack();
  await expect
    .poll(() => isInView(workshop.getByRole('link', { name })), 'the place in the list')
    .toBe(true);
  await expect(cards).toHaveCount(27);
});

test('AUTH-10 a logout in one tab logs out all tabs', async ({ workshop }) => {
  const other = await workshop.context().newPage();
  await visit(other, '/my-auctions');
  await expectSignedIn(other);
  await workshop.getByRole('button', { name: 'Anders Lind' }).click();
  await workshop.getByRole('menuitem', { name: 'Logga ut' }).click();
  for (const page of [workshop, other]) {
    await expect(page.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Huvudmeny' })).toHaveCount(0);
  }
  await reload(other);
  await expect(other.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  expect(await other.context().cookies()).toEqual([]);
});

function entriesOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link');
}

function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
  });
}
