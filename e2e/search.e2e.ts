// Search, tabs, chips and filters, and «back» to the results.
import { expect, type Page, type Route } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { PEOPLE } from './fixtures/people.ts';
import { endIn, stockholmMinute } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'default' });

const DAY_MS = 86_400_000;
const SEARCH = 'Sök reg.nr, fabrikat, modell eller nummer';

let mazda: number;

test.beforeAll(async ({ seller, database }) => {
  const later = (days: number) => stockholmMinute(Date.now() + days * DAY_MS);
  const far = { end_dt: later(5) };
  ({ id: mazda } = await seller.putUp({
    ...far,
    manufacturer: 'Mazda',
    model: 'CX-5',
    model_year: '2016',
    mileage: '12000',
    registration_number: 'MZD12A',
  }));
  await seller.putUp({ ...far, manufacturer: 'Škoda', damage_condition: 'DISASSEMBLY' });
  await seller.putUp({ start_dt: later(2), ...far, manufacturer: 'Toyota' });
  for (let one = 0; one < 25; one += 1) await seller.putUp({ ...far, model: `V60 nr ${one}` });
  const { id: ended } = await seller.putUp({ ...far, manufacturer: 'Saab' });
  await endIn(database, ended, -1);
});

test('LIST-11, LIST-9 the list is searched while typing, and the words are in the URL', async ({
  workshop,
}) => {
  await visit(workshop, '/auctions');
  await expect(cards(workshop)).toHaveCount(24);
  await workshop.getByRole('searchbox', { name: SEARCH }).fill('cx5 mazda');
  await expect(cards(workshop)).toHaveCount(1);
  await expect(workshop).toHaveURL(/\/auctions\?q=cx5\+mazda$/);
  await expect(workshop.getByRole('link', { name: 'Alla 1', exact: true })).toBeVisible();
  await cards(workshop).getByRole('link').click();
  await expect(workshop.getByRole('heading', { level: 1, name: /Mazda CX-5/ })).toBeVisible();
  await workshop.goBack();
  await expect(cards(workshop)).toHaveCount(1);
  await expect(workshop.getByRole('searchbox', { name: SEARCH })).toHaveValue('cx5 mazda');
  await reload(workshop);
  await expect(workshop.getByRole('searchbox', { name: SEARCH })).toHaveValue('cx5 mazda');
  await workshop.getByRole('searchbox', { name: SEARCH }).fill('finns inte');
  await expect(
    workshop.getByText('Inga auktioner stämmer med ”finns inte”.').first(),
  ).toBeVisible();
  await workshop.getByRole('button', { name: 'Rensa filter' }).click();
  await expect(cards(workshop)).toHaveCount(24);
  await expect(workshop.getByRole('searchbox', { name: SEARCH })).toHaveValue('');
});

test('LIST-11 «/» opens the search on any page, and keys choose a suggestion', async ({
  workshop,
}) => {
  await visit(workshop, '/my-account');
  await expect(workshop.getByRole('button', { name: 'Sök auktion' })).toBeVisible();
  await workshop.keyboard.press('/');
  const box = workshop.getByRole('combobox', { name: SEARCH });
  await expect(box).toBeFocused();
  await assertAccessible(workshop);
  await workshop.keyboard.type('v60');
  await expect(workshop.getByRole('option')).toHaveCount(7);
  await assertAccessible(workshop);
  await workshop.keyboard.press('ArrowDown');
  const first = workshop.getByRole('option').first();
  await expect(first).toContainText(/[\d\s]+kr/);
  await expect(first).toContainText('Slutar');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id'))!);
  await workshop.keyboard.press('ArrowUp');
  await workshop.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await workshop.keyboard.type('mzd 12');
  await expect(workshop.getByRole('option', { name: /Mazda CX-5/ })).toBeVisible();
  await workshop.keyboard.press('ArrowDown');
  await workshop.keyboard.press('Enter');
  await expect(workshop).toHaveURL(new RegExp(`/auctions/${mazda}$`));
  await expect(workshop.getByRole('dialog')).toHaveCount(0);
});

test('LIST-11 Enter opens the only match, or the list if there are several', async ({
  workshop,
}) => {
  await visit(workshop, '/contact');
  await openSearch(workshop);
  await workshop.keyboard.type('mzd12a');
  await expect(workshop.getByRole('option', { name: /Mazda CX-5/ })).toBeVisible();
  await workshop.keyboard.press('Enter');
  await expect(workshop.getByRole('heading', { level: 1, name: /Mazda CX-5/ })).toBeVisible();
  await openSearch(workshop);
  await workshop.keyboard.type('volvo');
  await workshop.keyboard.press('Enter');
  await expect(workshop).toHaveURL(/\/auctions\?q=volvo$/);
  await expect(workshop.getByText('Visar 24 av 25 auktioner').first()).toBeVisible();
});

test('LIST-11 the search leads staff to pages and admins to workshops', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/contact');
  await openSearch(companyAdmin);
  await companyAdmin.keyboard.type('lind');
  await companyAdmin.getByRole('option', { name: /Lind Bil & Plåt/ }).click();
  await expect(companyAdmin).toHaveURL(/\/service-stations\/\d+$/);
  await openSearch(companyAdmin);
  await companyAdmin.keyboard.type('verk');
  await companyAdmin.getByRole('option', { name: 'Verkstäder', exact: true }).click();
  await expect(companyAdmin).toHaveURL(/\/service-stations$/);
});

test('LIST-11 Enter searches the typed text, not suggestions for its beginning', async ({
  workshop,
}) => {
  // The page waits two seconds for suggestions, which a busy machine may exceed.
  await expect(async () => {
    await visit(workshop, '/contact');
    await openSearch(workshop);
    await workshop.keyboard.type('mzd1');
    await expect(workshop.getByRole('option', { name: /Mazda CX-5/ })).toBeVisible();
    await workshop.keyboard.type('2a');
    await workshop.keyboard.press('Enter');
    await workshop.waitForURL(/\/auctions\b/);
    expect(new URL(workshop.url()).pathname).toBe(`/auctions/${mazda}`);
  }).toPass();
});

test('LIST-11 Enter leads to the list if suggestions fail or do not arrive', async ({
  workshop,
}) => {
  for (const answer of [(route: Route) => route.abort(), () => {}]) {
    await visit(workshop, '/contact');
    await workshop.route('**/suggestions?*', answer);
    await openSearch(workshop);
    await workshop.keyboard.type('mazda');
    await workshop.keyboard.press('Enter');
    await expect(workshop).toHaveURL(/\/auctions\?q=mazda$/);
    await expect(cards(workshop)).toHaveText([/Mazda/]);
    await workshop.unroute('**/suggestions?*');
  }
});

test('LIST-11 «/» works as soon as the button is shown', async ({ openSignedIn }) => {
  const page = await openSignedIn(PEOPLE.workshop);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[aria-keyshortcuts="/"]') === null) return;
      observer.disconnect();
      const key = { key: '/', bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    }).observe(document, { childList: true, subtree: true });
  });
  await visit(page, '/contact');
  await expect(page.getByRole('combobox', { name: SEARCH })).toBeFocused();
});

test('LIST-11 «/» focuses the search box of a list, and is a character in text fields', async ({
  workshop,
}) => {
  await visit(workshop, '/auctions');
  await expect(workshop.getByRole('button', { name: 'Sök auktion' })).toBeVisible();
  const box = workshop.getByRole('searchbox', { name: SEARCH });
  await expect(box).toBeVisible();
  await workshop.keyboard.press('/');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  await workshop.keyboard.type('a/b');
  await expect(box).toHaveValue('a/b');
  await expect(workshop.getByRole('dialog')).toHaveCount(0);
});

test('LIST-11, ROLE-17 a search finds only what the user may see', async ({ openSignedIn }) => {
  const foreignWorkshop = await openSignedIn(PEOPLE.foreignWorkshop);
  await visit(foreignWorkshop, '/auctions?q=mazda');
  await expect(
    foreignWorkshop.getByText('Inga auktioner stämmer med ”mazda”.').first(),
  ).toBeVisible();
  await visit(foreignWorkshop, '/contact');
  await openSearch(foreignWorkshop);
  await foreignWorkshop.keyboard.type('mazda');
  await expect(foreignWorkshop.getByRole('option')).toHaveText(['Inga träffar på ”mazda”']);
});

test('LIST-13 the states are tabs with counts, and «back» returns to the previous tab', async ({
  caseManager,
}) => {
  await visit(caseManager, '/auctions');
  const tab = (name: string) => caseManager.getByRole('link', { name, exact: true });
  for (const name of ['Alla 29', 'Aktiva 27', 'Kommande 1', 'Avslutade 1']) {
    await expect(tab(name)).toBeVisible();
  }
  await expect(tab('Alla 29')).toHaveAttribute('aria-current', 'page');
  await expect(caseManager.getByText('Visar 24 av 29 auktioner').first()).toBeVisible();
  await tab('Kommande 1').click();
  await expect(caseManager).toHaveURL(/is_active=0&has_started=0$/);
  await expect(tab('Kommande 1')).toHaveAttribute('aria-current', 'page');
  await expect(tab('Alla 29')).not.toHaveAttribute('aria-current', 'page');
  await expect(cards(caseManager)).toHaveText([/Toyota/]);
  await tab('Avslutade 1').click();
  await expect(cards(caseManager)).toHaveText([/Saab/]);
  await caseManager.goBack();
  await expect(cards(caseManager)).toHaveText([/Toyota/]);
  await caseManager.goBack();
  await expect(cards(caseManager)).toHaveCount(24);
  await assertAccessible(caseManager);
});

test('LIST-12 one press on a chip filters, another removes the filter', async ({ workshop }) => {
  await visit(workshop, '/auctions');
  const chip = (name: string) => workshop.getByRole('button', { name, exact: true });
  await chip('Demontering').click();
  await expect(cards(workshop)).toHaveText([/Škoda/]);
  await expect(workshop).toHaveURL(/damage_condition=DISASSEMBLY$/);
  await chip('Reparation').click();
  await expect(chip('Demontering')).toHaveAttribute('aria-pressed', 'false');
  await expect(cards(workshop)).toHaveCount(24);
  await reload(workshop);
  await expect(chip('Reparation')).toHaveAttribute('aria-pressed', 'true');
  await chip('Reparation').click();
  await chip('Slutar i dag').click();
  await expect(cards(workshop).filter({ hasText: 'V60' })).toHaveCount(0);
  await chip('Slutar i dag').click();
  await chip('Bevakade').click();
  await expect(workshop.getByText('Inga auktioner stämmer med de filter').first()).toBeVisible();
  await chip('Bevakade').click();
  await expect(cards(workshop)).toHaveCount(24);
  await expect(workshop).toHaveURL(/\/auctions$/);
});

test('LIST-12, LIST-9 the panel’s filters are in the URL and restored from it', async ({
  workshop,
}) => {
  await visit(workshop, '/auctions');
  await workshop.getByRole('button', { name: 'Filter' }).click();
  await workshop.getByRole('textbox', { name: 'Årsmodell till' }).fill('2 016');
  await workshop.getByRole('textbox', { name: 'Högst antal mil' }).fill('12000');
  await expect(cards(workshop)).toHaveText([/Mazda/]);
  await expect(workshop).toHaveURL(/model_year_to=2016&mileage_to=12000$/);
  await expect(workshop.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
  await cards(workshop).getByRole('link').click();
  await workshop.goBack();
  await expect(cards(workshop)).toHaveText([/Mazda/]);
  await expect(workshop.getByText('Årsmodell till: 2016').first()).toBeVisible();
  await workshop.getByRole('button', { name: 'Rensa', exact: true }).click();
  await expect(cards(workshop)).toHaveCount(24);
  await workshop.getByRole('textbox', { name: 'Modell', exact: true }).fill('cx5');
  await expect(cards(workshop)).toHaveText([/Mazda/]);
});

test('LIST-18 on a phone the filters’ values have counts, and the button shows the number of matches', async ({
  openSignedIn,
}) => {
  const phone = await openSignedIn(PEOPLE.workshop, { width: 360, height: 780, hasTouch: true });
  await visit(phone, '/auctions');
  const asked: string[] = [];
  phone.on('request', (request) => {
    if (request.url().includes('/facets')) asked.push(request.url());
  });
  await expect(cards(phone)).toHaveCount(24);
  expect(asked).toEqual([]);
  await phone.getByRole('button', { name: 'Filter' }).click();
  const sheet = phone.getByRole('dialog', { name: 'Filter' });
  await expect(sheet.getByRole('button', { name: /^Visa \d+ auktioner$/ })).toBeVisible();
  await sheet.getByRole('combobox', { name: 'Fabrikat' }).click();
  await expect(phone.getByRole('option')).toHaveText(['Mazda1', 'Škoda1', 'Volvo25']);
  await phone.getByRole('option', { name: /^Mazda/ }).click();
  await phone.getByRole('option', { name: /^Škoda/ }).click();
  await phone.keyboard.press('Escape');
  await expect(async () => {
    const from = await sheet.getByRole('textbox', { name: 'Pris från' }).boundingBox();
    const to = await sheet.getByRole('textbox', { name: 'Pris till' }).boundingBox();
    expect(from!.y).toBe(to!.y);
  }).toPass();
  const show = sheet.getByRole('button', { name: 'Visa 2 auktioner' });
  await expect(show).toBeVisible();
  await show.click();
  await expect(cards(phone)).toHaveCount(2);
  await expect(phone).toHaveURL(/\?manufacturers=Mazda&manufacturers=%C5%A0koda$/);
  await phone.getByRole('button', { name: /Fabrikat: Škoda/ }).click();
  await expect(cards(phone)).toHaveCount(1);
  // The URL of a filter of an earlier release.
  await visit(phone, '/auctions?manufacturer=mazd');
  await expect(cards(phone)).toHaveCount(1);
  await expect(phone.getByRole('button', { name: /Fabrikat: mazd/ })).toBeVisible();
});

function cards(page: Page) {
  return page.getByRole('article');
}

async function openSearch(page: Page) {
  await page.getByRole('button', { name: 'Sök auktion' }).click();
  await expect(page.getByRole('combobox', { name: SEARCH })).toBeFocused();
}
