// Settings of companies and workshops, and administration.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';
import { reload, steady, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

/** A red point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const save = (page: Page, part = '') =>
  page.getByRole('button', { name: `Spara ${part}`.trim(), exact: true }).click();
const interval = (page: Page, number: number) =>
  page.getByRole('group', { name: `Intervall ${number}`, exact: true });

test('SET-1, SET-3 the company’s settings are changed, and its logo is in the header', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/');
  // The menu's script loads after the page; earlier presses do nothing.
  await companyAdmin.locator('button[aria-haspopup]', { hasText: 'Maria Nordin' }).click();
  await companyAdmin.getByRole('menuitem', { name: 'Inställningar' }).click();
  const heading = companyAdmin.getByRole('heading', { level: 1, name: 'Inställningar' });
  const tabs = companyAdmin.getByRole('navigation', { name: 'Inställningar' });
  await expect(async () => {
    const [above, below] = [await heading.boundingBox(), await tabs.boundingBox()];
    expect(above!.y + above!.height, 'its parts are below the heading').toBeLessThanOrEqual(
      below!.y,
    );
  }).toPass();
  const minutes = companyAdmin.getByLabel('Förlängning vid sent bud (minuter)');
  await expect(async () => {
    const [menu, field] = [await tabs.boundingBox(), await minutes.boundingBox()];
    expect(field!.x, 'the menu is beside the page').toBeGreaterThan(menu!.x + menu!.width);
  }).toPass();
  const postal = companyAdmin.getByLabel('Postnummer');
  await minutes.fill('');
  await save(companyAdmin, 'Budgivning');
  await expect(companyAdmin.getByText('Du måste ange antal minuter')).toBeVisible();
  await expect(minutes).toBeFocused();
  await expect(companyAdmin).toHaveTitle(/^Fel: /);
  await postal.fill('123');
  await save(companyAdmin, 'Uppgifter');
  await expect(companyAdmin.getByText('Ange i formatet 12345')).toBeVisible();
  await expect(postal).toBeFocused();
  await postal.fill('111 34');
  await companyAdmin.getByLabel('Telefon').fill('08-999 00 00');

  const chooser = companyAdmin.waitForEvent('filechooser');
  await companyAdmin.getByRole('button', { name: 'Bifoga fil' }).click();
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
  await expect(companyAdmin.getByRole('img', { name: 'Logotyp för Nordsäkring' })).toBeVisible();
  await save(companyAdmin, 'Uppgifter');
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
  await expect(
    companyAdmin.getByRole('banner').getByRole('img', { name: 'Nordsäkring' }),
  ).toBeVisible();
  const unsaved = companyAdmin.getByText('Ändringarna är inte sparade.');
  await expect(unsaved, 'only the other part is unsaved').toHaveCount(1);
  await expect(companyAdmin.getByText('Du måste ange antal minuter')).toBeVisible();
  await minutes.fill('5');
  const isStored = companyAdmin.waitForResponse(
    (response) => response.request().method() === 'PATCH',
  );
  await save(companyAdmin, 'Budgivning');
  await isStored;
  await expect(unsaved).toHaveCount(0);

  await reload(companyAdmin);
  await expect(minutes).toBeVisible();
  await expect(minutes).toHaveValue('5');
  await expect(companyAdmin.getByLabel('Telefon')).toHaveValue('08-999 00 00');
  await expect(companyAdmin.getByLabel('Postnummer')).toHaveValue('111 34');
  await companyAdmin.getByRole('button', { name: 'Ta bort logotyp' }).click();
  await save(companyAdmin, 'Uppgifter');
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
  await expect(
    companyAdmin.getByRole('banner').getByRole('link', { name: 'Restvärde' }),
  ).toBeVisible();
});

test('SET-2 an empty row follows the last, and a line explains the rows', async ({
  database,
  companyAdmin,
}) => {
  await visit(companyAdmin, '/settings');
  await expect(
    companyAdmin.getByText(/^Vid 48\s500\skr är lägsta nästa bud 49\s000\skr\./).first(),
  ).toBeVisible();
  await expect(companyAdmin.getByRole('group', { name: /^Intervall \d+$/ })).toHaveCount(4);
  await interval(companyAdmin, 2).getByLabel('Höjning (kr)').fill('1500');
  await expect(
    companyAdmin.getByText(/^Vid 48\s500\skr är lägsta nästa bud 50\s000\skr\./).first(),
  ).toBeVisible();

  await interval(companyAdmin, 4).getByLabel('Från (kr)').fill('500 000');
  await expect(interval(companyAdmin, 5)).toBeVisible();
  await expect(interval(companyAdmin, 4).getByLabel('Från (kr)')).toBeFocused();
  await save(companyAdmin, 'Budgivning');
  await expect(
    interval(companyAdmin, 4).getByText('Du måste ange intervallets högsta pris').first(),
  ).toBeVisible();
  await expect(
    interval(companyAdmin, 4).getByText('Du måste ange lägsta höjning för intervallet').first(),
  ).toBeVisible();
  await interval(companyAdmin, 4).getByLabel('Till (kr)').fill('400 000');
  await interval(companyAdmin, 4).getByLabel('Höjning (kr)').fill('5 000');
  await save(companyAdmin, 'Budgivning');
  await expect(
    interval(companyAdmin, 4)
      .getByText('Priset måste vara mindre än intervallets högsta pris')
      .first(),
  ).toBeVisible();
  await expect(
    interval(companyAdmin, 4)
      .getByText('Priset måste vara högre än intervallets lägsta pris')
      .first(),
  ).toBeVisible();
  await interval(companyAdmin, 4).getByLabel('Från (kr)').fill('150 000');
  await expect(
    interval(companyAdmin, 4)
      .getByText('Priset måste vara högre än intervallets lägsta pris')
      .first(),
  ).toBeHidden();
  await expect(
    interval(companyAdmin, 4).getByText('Intervallen får inte överlappa').first(),
  ).toBeVisible();
  await interval(companyAdmin, 4).getByLabel('Från (kr)').fill('300 000');
  await expect(companyAdmin.getByText('Intervallen får inte överlappa').first()).toBeHidden();
  await expect(
    companyAdmin.getByText(/^Mellan 200\s000\skr och 300\s000\skr finns inget intervall\./).first(),
  ).toBeVisible();

  await companyAdmin.getByRole('button', { name: 'Ta bort intervall 1' }).click();
  await save(companyAdmin, 'Budgivning');
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
  const { rows } = await database.query(
    `select bid_increment_intervals as ladder from companies where name = 'Nordsäkring'`,
  );
  expect(rows[0].ladder.map((step: { increment: number }) => step.increment)).toEqual([
    1500, 1000, 5000,
  ]);
});

test('SET-1 what is typed while a part is saved stays', async ({ companyAdmin }) => {
  await visit(companyAdmin, '/settings');
  const sent = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await companyAdmin.route(/\/api\/company\b/, async (route) => {
    if (route.request().method() === 'PATCH') {
      sent.resolve();
      await release.promise;
    }
    await route.continue();
  });
  const phone = companyAdmin.getByLabel('Telefon');
  const city = companyAdmin.getByLabel('Ort', { exact: true });
  await phone.fill('08-999 00 01');
  await save(companyAdmin, 'Uppgifter');
  await sent.promise;
  await city.fill('Solna');
  release.resolve();
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
  await expect(companyAdmin.getByText('Ändringarna är inte sparade.')).toBeVisible();
  await expect(city).toHaveValue('Solna');
  await save(companyAdmin, 'Uppgifter');
  await expect(companyAdmin.getByText('Ändringarna är inte sparade.')).toBeHidden();
  await reload(companyAdmin);
  await expect(phone).toHaveValue('08-999 00 01');
  await expect(city).toHaveValue('Solna');
});

test('SET-1 a page with changes asks before it is left', async ({ companyAdmin }) => {
  await companyAdmin.getByLabel('Telefon').fill('08-111 11 11');
  const tab = companyAdmin
    .getByRole('navigation', { name: 'Inställningar' })
    .getByRole('link', { name: 'Kategorier' });
  await tab.click();
  const dialog = companyAdmin.getByRole('alertdialog', { name: 'Lämna utan att spara?' });
  await dialog.getByRole('button', { name: 'Stanna kvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(companyAdmin.getByLabel('Telefon')).toHaveValue('08-111 11 11');
  await tab.click();
  await dialog.getByRole('button', { name: 'Lämna sidan' }).click();
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Kategorier' })).toBeVisible();
  const tabs = companyAdmin.getByRole('navigation', { name: 'Inställningar' });
  const place = async () => (await tabs.boundingBox())!.y;
  const before = await steady(companyAdmin, place);
  // It has a button beside its heading.
  await tabs.getByRole('link', { name: 'Personal' }).click();
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Personal' })).toBeVisible();
  await expect.poll(place, 'the list stays').toBe(before);
  await tabs.getByRole('link', { name: 'Bolaget' }).click();
  await tabs.getByRole('button', { name: 'Försäljning' }).click();
  const part = companyAdmin.getByRole('group', { name: 'Försäljning' });
  await expect(part).toBeFocused();
  await expect(part).toBeInViewport();
  // On a phone its parts are folded above them.
  await companyAdmin.setViewportSize({ width: 360, height: 740 });
  await companyAdmin.getByText('Innehåll', { exact: true }).click();
  await companyAdmin.getByRole('button', { name: 'Budgivning', exact: true }).click();
  await expect(companyAdmin.getByRole('group', { name: 'Budgivning' })).toBeFocused();
  await expect(companyAdmin.getByRole('heading', { name: 'Budgivning' })).toBeInViewport();
  await companyAdmin.setViewportSize({ width: 1280, height: 720 });
});

test('MAIL-7 an admin sees every kind of email with the company’s own name', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/settings');
  await companyAdmin.getByRole('link', { name: 'Så ser mejlen ut' }).click();
  const shown = companyAdmin.frameLocator('iframe');
  await expect(shown.getByRole('heading', { name: /Ni har vunnit|Du har vunnit/ })).toBeVisible();
  await expect(shown.getByText('Nordsäkring via Restvärde')).toBeVisible();
  await companyAdmin.getByRole('combobox', { name: 'Mejl' }).click();
  await expect.poll(() => companyAdmin.getByRole('option').count()).toBeGreaterThan(25);
  const names = await companyAdmin.getByRole('option').allTextContents();
  expect(
    names.filter((name) => /^[a-z]/.test(name)),
    'each has a name',
  ).toEqual([]);
  await companyAdmin.getByRole('option', { name: 'Överbjuden' }).click();
  await expect(companyAdmin.getByText('Du är överbjuden:').first()).toBeVisible();
  await expect(shown.getByRole('heading', { name: /Du är överbjuden/ })).toBeVisible();
});

test('STN-6 a workshop without categories of its own chooses among all', async ({
  rivalWorkshop,
}) => {
  await visit(rivalWorkshop, '/settings');
  const boat = rivalWorkshop.getByRole('checkbox', { name: 'Båt' });
  await expect(boat).toBeAttached();
  await rivalWorkshop.getByText('Båt').click();
  await save(rivalWorkshop);
  await expect(rivalWorkshop.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
  await reload(rivalWorkshop);
  await expect(boat).toBeAttached();
  await expect(boat).not.toBeChecked();
  await expect(rivalWorkshop.getByRole('checkbox', { name: 'Personbil' })).toBeChecked();
});

test('STN-6 a workshop follows its categories except those that it mutes', async ({
  database,
  workshop,
}) => {
  await database.query(`
    insert into service_station_categories (service_station_id, category_id)
    select s.id, c.id from service_stations s, categories c
    where s.name = 'Lind Bil & Plåt' and c.name in ('Personbil', 'Båt')`);
  await visit(workshop, '/settings');
  const boat = workshop.getByRole('checkbox', { name: 'Båt' });
  await expect(boat).toBeAttached();
  await expect(boat).toBeChecked();
  await workshop.getByText('Båt').click();
  await save(workshop);
  await expect(workshop.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
  await reload(workshop);
  await expect(boat).toBeAttached();
  await expect(boat).not.toBeChecked();
  await expect(workshop.getByRole('checkbox', { name: 'Personbil' })).toBeChecked();
});

test('DATA-1 an admin manages the company’s categories, not the global ones', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/settings');
  await openTab(companyAdmin, 'Kategorier');
  const list = companyAdmin.getByRole('list', { name: 'Kategorier' });
  await expect(list.getByText('Snöskoter').first()).toBeVisible();
  await expect(companyAdmin.getByRole('button', { name: 'Ändra Snöskoter' })).toHaveCount(0);
  await companyAdmin.getByRole('button', { name: 'Lägg till kategori' }).click();
  await expect(companyAdmin.getByText('Du måste ange ett namn').first()).toBeVisible();
  await companyAdmin.getByLabel('Namn').fill('Veteranbil');
  await companyAdmin.getByRole('button', { name: 'Lägg till kategori' }).click();
  await expect(list.getByText('Veteranbil').first()).toBeVisible();
  await companyAdmin.getByLabel('Namn').fill('veteranbil');
  await companyAdmin.getByRole('button', { name: 'Lägg till kategori' }).click();
  await expect(companyAdmin.getByText('Namnet används redan').first()).toBeVisible();
  await companyAdmin.getByLabel('Namn').fill('');
  await companyAdmin.getByRole('button', { name: 'Ändra Veteranbil' }).click();
  const dialog = companyAdmin.getByRole('dialog', { name: 'Ändra Veteranbil' });
  await dialog.getByLabel('Namn').fill('Entusiastbil');
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(list.getByText('Entusiastbil').first()).toBeVisible();
  await companyAdmin.getByRole('button', { name: 'Ta bort Entusiastbil' }).click();
  await companyAdmin.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(
    companyAdmin.getByText('Kategorin Entusiastbil har tagits bort.').first(),
  ).toBeVisible();
  await expect(list.getByText('Entusiastbil').first()).toBeHidden();
});

test('DATA-1 an admin manages the company’s staging areas', async ({ companyAdmin }) => {
  await openTab(companyAdmin, 'Uppställningsplatser');
  const list = companyAdmin.getByRole('list', { name: 'Uppställningsplatser' });
  await expect(list.getByText('Gävle hamn').first()).toBeVisible();
  await companyAdmin.getByLabel('Namn').fill('Umeå bilgård');
  await companyAdmin.getByRole('button', { name: 'Lägg till uppställningsplats' }).click();
  await expect(list.getByText('Umeå bilgård').first()).toBeVisible();
  await companyAdmin.getByRole('button', { name: 'Ta bort Umeå bilgård' }).click();
  await companyAdmin.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(list.getByText('Umeå bilgård').first()).toBeHidden();
});

test('DATA-1, AUTH-13 an admin invites staff, changes them and removes their access', async ({
  companyAdmin,
  mailbox,
  openWindow,
}) => {
  await openTab(companyAdmin, 'Personal');
  await companyAdmin.getByRole('button', { name: 'Bjud in' }).click();
  const invite = companyAdmin.getByRole('dialog', { name: 'Bjud in personal' });
  await invite.getByRole('button', { name: 'Bjud in' }).click();
  await expect(invite.getByText('Du måste ange förnamn').first()).toBeVisible();
  await invite.getByLabel('Förnamn').fill('Eva');
  await invite.getByLabel('Efternamn').fill('Lind');
  await invite.getByLabel('E-post').fill(PEOPLE.caseManager);
  await invite.getByRole('button', { name: 'Bjud in' }).click();
  await expect(invite.getByText('E-postadressen används redan').first()).toBeVisible();
  await invite.getByLabel('E-post').fill('eva@nordsakring.example');
  await invite.getByRole('button', { name: 'Bjud in' }).click();
  await expect(
    companyAdmin
      .getByText('Ett mejl för att välja lösenord är på väg till eva@nordsakring.example.')
      .first(),
  ).toBeVisible();
  const eva = companyAdmin.getByRole('listitem').filter({ hasText: 'Eva Lind' });
  await expect(eva.getByText('Inbjuden').first()).toBeVisible();
  await expect(eva.getByText('Handläggare').first()).toBeVisible();

  const welcome = await mailbox.waitFor('eva@nordsakring.example', /\/create-password\//);
  const [link = ''] = /http\S+\/create-password\/\S+/.exec(welcome.text ?? '') ?? [];
  const evas = await openWindow();
  await visit(evas, link);
  await evas.getByLabel('Nytt lösenord').fill('tre blå hästar på tork');
  await evas.getByLabel('Bekräfta lösenord').fill('tre blå hästar på tork');
  await evas.getByRole('button', { name: 'Spara lösenord' }).click();
  await expect(evas.getByRole('heading', { name: 'Lösenordet är valt' })).toBeVisible();

  await eva.getByRole('button', { name: 'Ändra Eva Lind' }).click();
  const change = companyAdmin.getByRole('dialog', { name: 'Ändra Eva Lind' });
  await change.getByText('Administratör').click();
  await change.getByRole('button', { name: 'Spara' }).click();
  await expect(eva.getByText('Administratör').first()).toBeVisible();
  await eva.getByRole('button', { name: 'Stäng av Eva Lind' }).click();
  await companyAdmin
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Stäng inte av' })
    .click();
  await eva.getByRole('button', { name: 'Stäng av Eva Lind' }).click();
  await companyAdmin.getByRole('alertdialog').getByRole('button', { name: 'Stäng av' }).click();
  await expect(eva.getByText('Avstängd').first()).toBeVisible();
  await eva.getByRole('button', { name: 'Släpp in Eva Lind' }).click();
  await companyAdmin.getByRole('alertdialog').getByRole('button', { name: 'Släpp in' }).click();
  await expect(eva.getByText('Avstängd').first()).toBeHidden();
  const own = companyAdmin.getByRole('button', { name: 'Stäng av Maria Nordin' });
  await expect(own).toHaveCount(0);
});

test('DATA-1, ROLE-12 a superuser creates a company and global categories, and opens any company', async ({
  openSignedIn,
  companyAdmin,
}) => {
  const root = await openSignedIn(PEOPLE.superuser);
  await visit(root, '/settings');
  await root.getByRole('combobox', { name: 'Bolag', exact: true }).click();
  await root.getByRole('option', { name: 'Västkust Försäkring' }).click();
  await root.waitForURL(/\/settings\?company=\d+$/);
  await expect
    .poll(async () => {
      return (await root.getByLabel('Namn').inputValue()) === 'Västkust Försäkring';
    }, 'the company')
    .toBe(true);
  await openTab(root, 'Personal');
  await expect(root.getByText('Karin Hallberg').first()).toBeVisible();
  await expect(root.getByText('Johan Ek').first()).toBeHidden();

  await visit(root, '/settings/categories');
  await root.getByLabel('Namn').fill('Buss');
  await root.getByRole('button', { name: 'Lägg till gemensam kategori' }).click();
  await expect(
    root.getByRole('list', { name: 'Kategorier' }).getByText('Buss').first(),
  ).toBeVisible();
  await visit(companyAdmin, '/settings/categories');
  await expect(
    companyAdmin.getByRole('listitem').filter({ hasText: 'Buss' }).getByText('Gemensam').first(),
  ).toBeVisible();

  await openTab(root, 'Alla bolag');
  await root.getByRole('button', { name: 'Lägg till bolag' }).click();
  const dialog = root.getByRole('dialog', { name: 'Lägg till bolag' });
  await dialog.getByLabel('Bolagets namn').fill('Sydskadan');
  await dialog.getByLabel('Förnamn').fill('Ada');
  await dialog.getByLabel('Efternamn').fill('Syd');
  await dialog.getByLabel('E-post').fill(PEOPLE.companyAdmin);
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  await expect(dialog.getByText('E-postadressen används redan').first()).toBeVisible();
  await dialog.getByLabel('E-post').fill('ada@sydskadan.example');
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  await root.waitForURL(/\/settings\?company=\d+$/);
  await expect
    .poll(async () => {
      return (await root.getByLabel('Namn').inputValue()) === 'Sydskadan';
    }, 'its settings')
    .toBe(true);
});

test('FEED-1 an admin adds a token, sees it once, and removes it', async ({
  companyAdmin: admin,
  product,
}) => {
  await visit(admin, '/settings/integrations');
  await expect(admin.getByText('Inga nycklar')).toBeVisible();
  await assertAccessible(admin);
  await admin.getByRole('button', { name: 'Lägg till nyckel' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Lägg till nyckel' });
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  await expect(dialog.getByText('Du måste ange ett namn')).toBeVisible();
  await dialog.getByLabel('Namn').fill('Skadesystemet');
  await assertAccessible(admin);
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  const shown = admin.getByRole('dialog', { name: 'Spara nyckeln nu' });
  const token = await shown.getByText(/^rv_\w{40}$/).innerText();
  await assertAccessible(admin);
  const call = () =>
    fetch(`${product.url}/api/auctions`, { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status).toBe(200);
  await shown.getByRole('button', { name: 'Klar' }).click();
  await expect(admin.getByText(token)).toHaveCount(0);
  const row = admin.getByRole('list', { name: 'Nycklar' }).getByRole('listitem');
  await expect(row).toContainText('Läsa och ändra auktioner');
  await assertAccessible(admin);
  await row.getByRole('button', { name: 'Ta bort Skadesystemet' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(admin.getByText('Inga nycklar')).toBeVisible();
  await expect.poll(async () => (await call()).status).toBe(401);
});

test('FEED-9, FEED-10 an admin adds a webhook, sends a test, resends it, and removes the webhook', async ({
  companyAdmin: admin,
}) => {
  let calls = 0;
  // Without a certificate the call breaks, which the list shows.
  const receiver = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const url = `https://127.0.0.1:${port}/`;
  await visit(admin, '/settings/integrations');
  await expect(admin.getByText('Inga webhookar')).toBeVisible();
  await admin.getByRole('button', { name: 'Lägg till webhook' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Lägg till webhook' });
  await expect(dialog.getByRole('combobox', { name: 'Händelser' })).toHaveText('Alla valda');
  await dialog.getByLabel('Adress').fill('http://skador.example');
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  await expect(dialog.getByText('Adressen ska inledas med https://')).toBeVisible();
  await dialog.getByLabel('Adress').fill(url);
  await assertAccessible(admin);
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  const shown = admin.getByRole('dialog', { name: 'Spara hemligheten nu' });
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await shown.getByRole('button', { name: 'Klar' }).click();
  const row = admin.getByRole('list', { name: 'Webhookar' }).getByRole('listitem');
  await expect(row).toContainText('Alla händelser');
  await assertAccessible(admin);
  await row.getByRole('button', { name: `Utskick till ${url}` }).click();
  const sent = admin.getByRole('dialog', { name: 'Utskick' });
  await expect(sent.getByText('Inget har skickats än')).toBeVisible();
  await sent.getByRole('button', { name: 'Skicka test' }).click();
  await expect(sent.getByText(/^Anslutningen bröts\. \d försök, nästa/)).toBeVisible();
  await assertAccessible(admin);
  const before = calls;
  expect(before).toBeGreaterThan(0);
  await sent.getByRole('button', { name: /^Skicka igen: Test/ }).click();
  // One that waits is sent at once; there are never two.
  await expect.poll(() => calls).toBeGreaterThan(before);
  await expect(sent.getByRole('listitem')).toHaveCount(1);
  await sent.getByRole('button', { name: 'Stäng' }).click();
  await row.getByRole('button', { name: `Fler val för ${url}` }).click();
  await admin.getByRole('menuitem', { name: 'Stäng av' }).click();
  await expect(row).toContainText('Avstängd');
  await row.getByRole('button', { name: `Starta ${url}` }).click();
  await expect(row).not.toContainText('Avstängd');
  await row.getByRole('button', { name: `Fler val för ${url}` }).click();
  await admin.getByRole('menuitem', { name: 'Ta bort' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(admin.getByText('Inga webhookar')).toBeVisible();
  receiver.close();
});

test('ROLE-7, ROLE-18 a case manager has no settings, and a workshop has no administration', async ({
  rivalWorkshop,
  caseManager,
  companyAdmin,
}) => {
  await visit(caseManager, '/settings');
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Hem' })).toBeVisible();
  await visit(companyAdmin, '/settings/companies');
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Hem' })).toBeVisible();
  await visit(rivalWorkshop, '/settings/staff');
  await expect(rivalWorkshop.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
});

async function openTab(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Inställningar' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
