// Settings of a company and of a workshop, and what administrators keep beside them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sees, seesNoMore } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';

/** A red point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let product: Product;
let windows: Windows;
let admin: Page;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

const save = (page: Page) => page.getByRole('button', { name: 'Spara', exact: true }).click();
const interval = (page: Page, number: number) =>
  page.getByRole('group', { name: `Intervall ${number}`, exact: true });

test('SET-1, SET-3 the company’s settings are changed, with a logo that heads the page', async () => {
  admin = await windows.logIn(PEOPLE.admin);
  // The menu's own script comes behind the page; a press before that opens nothing.
  await admin.locator('button[aria-haspopup]', { hasText: 'Maria Nordin' }).click();
  await admin.getByRole('menuitem', { name: 'Inställningar' }).click();
  const heading = admin.getByRole('heading', { level: 1, name: 'Inställningar' });
  const tabs = admin.getByRole('navigation', { name: 'Inställningar' });
  const [above, below] = [await heading.boundingBox(), await tabs.boundingBox()];
  assert.ok(above!.y + above!.height <= below!.y, 'its parts stand under the heading');
  const minutes = admin.getByLabel('Förlängning vid sent bud (minuter)');
  await minutes.fill('');
  await admin.getByLabel('Postnummer').fill('123');
  await save(admin);
  await sees(admin, /^2\s+uppgifter behöver rättas$/);
  assert.equal(await admin.getByText('Du måste ange antal minuter').count(), 2);
  await minutes.fill('5');
  await admin.getByLabel('Postnummer').fill('111 34');
  await admin.getByLabel('Telefon').fill('08-999 00 00');

  const chooser = admin.waitForEvent('filechooser');
  await admin.getByRole('button', { name: 'Bifoga fil' }).click();
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
  await admin.getByRole('img', { name: 'Logotyp för Nordsäkring' }).waitFor();
  await save(admin);
  await sees(admin, 'Inställningarna har uppdaterats.');
  await admin.getByRole('banner').getByRole('img', { name: 'Nordsäkring' }).waitFor();

  await admin.reload();
  await minutes.waitFor();
  assert.equal(await minutes.inputValue(), '5');
  assert.equal(await admin.getByLabel('Telefon').inputValue(), '08-999 00 00');
  assert.equal(await admin.getByLabel('Postnummer').inputValue(), '11134');
  await admin.getByRole('button', { name: 'Ta bort logotyp' }).click();
  await save(admin);
  await sees(admin, 'Inställningarna har uppdaterats.');
  await admin.getByRole('banner').getByRole('link', { name: 'Restvärde' }).waitFor();
});

test('SET-2 an empty row follows the last, and a line says what the rows come to', async () => {
  await admin.goto('/settings');
  await sees(admin, /^Vid 48\s500\skr är lägsta nästa bud 49\s000\skr\./);
  assert.equal(await admin.getByRole('group', { name: /^Intervall \d+$/ }).count(), 4);
  await interval(admin, 2).getByLabel('Höjning (kr)').fill('1500');
  await sees(admin, /^Vid 48\s500\skr är lägsta nästa bud 50\s000\skr\./);

  await interval(admin, 4).getByLabel('Från (kr)').fill('500 000');
  await interval(admin, 5).waitFor();
  assert.ok(
    await interval(admin, 4)
      .getByLabel('Från (kr)')
      .evaluate((input) => input.matches(':focus')),
  );
  await save(admin);
  await sees(interval(admin, 4), 'Du måste ange intervallets högsta pris');
  await sees(interval(admin, 4), 'Du måste ange lägsta höjning för intervallet');
  await interval(admin, 4).getByLabel('Till (kr)').fill('400 000');
  await interval(admin, 4).getByLabel('Höjning (kr)').fill('5 000');
  await save(admin);
  await sees(interval(admin, 4), 'Priset måste vara mindre än intervallets högsta pris');
  await sees(interval(admin, 4), 'Priset måste vara högre än intervallets lägsta pris');
  await interval(admin, 4).getByLabel('Från (kr)').fill('150 000');
  await seesNoMore(interval(admin, 4), 'Priset måste vara högre än intervallets lägsta pris');
  await sees(interval(admin, 4), 'Intervallen får inte överlappa');
  await interval(admin, 4).getByLabel('Från (kr)').fill('300 000');
  await seesNoMore(admin, 'Intervallen får inte överlappa');
  await sees(admin, /^Mellan 200\s000\skr och 300\s000\skr finns inget intervall\./);

  await admin.getByRole('button', { name: 'Ta bort intervall 1' }).click();
  await save(admin);
  await sees(admin, 'Inställningarna har uppdaterats.');
  const { rows } = await product.database.query(
    `select bid_increment_intervals as ladder from companies where name = 'Nordsäkring'`,
  );
  assert.deepEqual(
    rows[0].ladder.map((step: { increment: number }) => step.increment),
    [1500, 1000, 5000],
  );
});

test('SET-1 a page with changes asks before it is left', async () => {
  await admin.getByLabel('Telefon').fill('08-111 11 11');
  const tab = admin
    .getByRole('navigation', { name: 'Inställningar' })
    .getByRole('link', { name: 'Kategorier' });
  await tab.click();
  const dialog = admin.getByRole('alertdialog', { name: 'Lämna utan att spara?' });
  await dialog.getByRole('button', { name: 'Stanna kvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await admin.getByLabel('Telefon').inputValue(), '08-111 11 11');
  await tab.click();
  await dialog.getByRole('button', { name: 'Lämna sidan' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Kategorier' }).waitFor();
});

test('STN-6 a workshop without categories of its own chooses among all', async () => {
  const soder = await windows.logIn(PEOPLE.soder);
  await soder.goto('/settings');
  const boat = soder.getByRole('checkbox', { name: 'Följ Båt' });
  await boat.waitFor({ state: 'attached' });
  await soder.getByText('Följ Båt').click();
  await save(soder);
  await sees(soder, 'Inställningarna har uppdaterats.');
  await soder.reload();
  await boat.waitFor({ state: 'attached' });
  assert.equal(await boat.isChecked(), false);
  assert.ok(await soder.getByRole('checkbox', { name: 'Följ Personbil' }).isChecked());
  await soder.context().close();
});

test('STN-6 a workshop follows its categories, but for those that it silences', async () => {
  await product.database.query(`
    insert into service_station_categories (service_station_id, category_id)
    select s.id, c.id from service_stations s, categories c
    where s.name = 'Lind Bil & Plåt' and c.name in ('Personbil', 'Båt')`);
  const lind = await windows.logIn(PEOPLE.lind);
  await lind.goto('/settings');
  const boat = lind.getByRole('checkbox', { name: 'Följ Båt' });
  await boat.waitFor({ state: 'attached' });
  assert.ok(await boat.isChecked());
  await lind.getByText('Följ Båt').click();
  await save(lind);
  await sees(lind, 'Inställningarna har uppdaterats.');
  await lind.reload();
  await boat.waitFor({ state: 'attached' });
  assert.equal(await boat.isChecked(), false);
  assert.ok(await lind.getByRole('checkbox', { name: 'Följ Personbil' }).isChecked());
});

test('DATA-1 an admin keeps the company’s own categories, and leaves the global ones', async () => {
  await admin.goto('/settings');
  await openTab(admin, 'Kategorier');
  const list = admin.getByRole('region', { name: 'Kategorier' });
  await sees(list, 'Snöskoter');
  assert.equal(await admin.getByRole('button', { name: 'Ändra Snöskoter' }).count(), 0);
  await admin.getByRole('button', { name: 'Lägg till kategori' }).click();
  await sees(admin, 'Du måste ange ett namn');
  await admin.getByLabel('Namn').fill('Veteranbil');
  await admin.getByRole('button', { name: 'Lägg till kategori' }).click();
  await sees(list, 'Veteranbil');
  await admin.getByLabel('Namn').fill('veteranbil');
  await admin.getByRole('button', { name: 'Lägg till kategori' }).click();
  await sees(admin, 'Namnet används redan');
  await admin.getByLabel('Namn').fill('');
  await admin.getByRole('button', { name: 'Ändra Veteranbil' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Ändra Veteranbil' });
  await dialog.getByLabel('Namn').fill('Entusiastbil');
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await sees(list, 'Entusiastbil');
  await admin.getByRole('button', { name: 'Ta bort Entusiastbil' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click();
  await sees(admin, 'Kategorin Entusiastbil har tagits bort.');
  await seesNoMore(list, 'Entusiastbil');
});

test('DATA-1 an admin keeps the company’s staging areas', async () => {
  await openTab(admin, 'Uppställningsplatser');
  const list = admin.getByRole('region', { name: 'Uppställningsplatser' });
  await sees(list, 'Gävle hamn');
  await admin.getByLabel('Namn').fill('Umeå bilgård');
  await admin.getByRole('button', { name: 'Lägg till uppställningsplats' }).click();
  await sees(list, 'Umeå bilgård');
  await admin.getByRole('button', { name: 'Ta bort Umeå bilgård' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click();
  await seesNoMore(list, 'Umeå bilgård');
});

test('DATA-1 an admin invites staff, changes them and shuts them out', async () => {
  await openTab(admin, 'Personal');
  await admin.getByRole('button', { name: 'Bjud in' }).click();
  const invite = admin.getByRole('dialog', { name: 'Bjud in personal' });
  await invite.getByRole('button', { name: 'Bjud in' }).click();
  await sees(invite, 'Du måste ange förnamn');
  await invite.getByLabel('Förnamn').fill('Eva');
  await invite.getByLabel('Efternamn').fill('Lind');
  await invite.getByLabel('E-post').fill(PEOPLE.manager);
  await invite.getByRole('button', { name: 'Bjud in' }).click();
  await sees(invite, 'E-postadressen används redan');
  await invite.getByLabel('E-post').fill('eva@nordsakring.example');
  await invite.getByRole('button', { name: 'Bjud in' }).click();
  await sees(admin, 'Ett mejl för att välja lösenord är på väg till eva@nordsakring.example.');
  const eva = admin.getByRole('listitem').filter({ hasText: 'Eva Lind' });
  await sees(eva, 'Inbjuden');
  await sees(eva, 'Handläggare');

  await eva.getByRole('button', { name: 'Ändra Eva Lind' }).click();
  const change = admin.getByRole('dialog', { name: 'Ändra Eva Lind' });
  await change.getByText('Administratör').click();
  await change.getByRole('button', { name: 'Spara' }).click();
  await sees(eva, 'Administratör');
  await eva.getByRole('button', { name: 'Stäng av Eva Lind' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Stäng inte av' }).click();
  await eva.getByRole('button', { name: 'Stäng av Eva Lind' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Stäng av' }).click();
  await sees(eva, 'Avstängd');
  await eva.getByRole('button', { name: 'Släpp in Eva Lind' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Släpp in' }).click();
  await seesNoMore(eva, 'Avstängd');
  const own = admin.getByRole('button', { name: 'Stäng av Maria Nordin' });
  assert.equal(await own.count(), 0);
});

test('DATA-1, ROLE-12 a superuser creates a company and global categories, and opens any company', async () => {
  const root = await windows.logIn(PEOPLE.superuser);
  await root.goto('/settings');
  await root.getByRole('button', { name: /Välj bolag/ }).click();
  await root.getByRole('option', { name: 'Västkust Försäkring' }).click();
  await root.waitForURL(/\/settings\?company=\d+$/);
  await eventually('the company', async () => {
    return (await root.getByLabel('Namn').inputValue()) === 'Västkust Försäkring';
  });
  await openTab(root, 'Personal');
  await sees(root, 'Karin Hallberg');
  await seesNoMore(root, 'Johan Ek');

  await root.goto('/settings/categories');
  await root.getByLabel('Namn').fill('Buss');
  await root.getByRole('button', { name: 'Lägg till gemensam kategori' }).click();
  await sees(root.getByRole('region', { name: 'Kategorier' }), 'Buss');
  await admin.goto('/settings/categories');
  await sees(admin.getByRole('listitem').filter({ hasText: 'Buss' }), 'Gemensam');

  await openTab(root, 'Alla bolag');
  await root.getByRole('button', { name: 'Lägg till bolag' }).click();
  const dialog = root.getByRole('dialog', { name: 'Lägg till bolag' });
  await dialog.getByLabel('Bolagets namn').fill('Sydskadan');
  await dialog.getByLabel('Förnamn').fill('Ada');
  await dialog.getByLabel('Efternamn').fill('Syd');
  await dialog.getByLabel('E-post').fill(PEOPLE.admin);
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  await sees(dialog, 'E-postadressen används redan');
  await dialog.getByLabel('E-post').fill('ada@sydskadan.example');
  await dialog.getByRole('button', { name: 'Lägg till' }).click();
  await root.waitForURL(/\/settings\?company=\d+$/);
  await eventually('its settings', async () => {
    return (await root.getByLabel('Namn').inputValue()) === 'Sydskadan';
  });
});

test('ROLE-7, ROLE-18 a case manager has no settings, and a workshop no administration', async () => {
  const manager = await windows.logIn(PEOPLE.manager);
  await manager.goto('/settings');
  await manager.getByRole('heading', { level: 1, name: 'Hem' }).waitFor();
  await admin.goto('/settings/companies');
  await admin.getByRole('heading', { level: 1, name: 'Hem' }).waitFor();
  const soder = await windows.logIn(PEOPLE.soder);
  await soder.goto('/settings/staff');
  await soder.getByRole('heading', { level: 1, name: 'Auktioner' }).waitFor();
});

async function openTab(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Inställningar' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
