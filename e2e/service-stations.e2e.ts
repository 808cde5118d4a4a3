// The directory of workshops, and one workshop from its first letter to its removal.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sees, seesNoMore } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let windows: Windows;
let admin: Page;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  await product.database.query(`
    insert into service_stations (company_id, number, name, street, postal, city)
    select id, 'A' || n, 'Akuten ' || n, 'Storgatan ' || n, '98132', 'Kiruna'
    from (select id from companies where name = 'Nordsäkring') company,
      generate_series(101, 160) as n`);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

const rows = (page: Page) => page.getByRole('table', { name: /^Verkstäder/ }).locator('tbody tr');
const firstCells = async (page: Page, count: number) =>
  (await rows(page).locator('td:first-child').allInnerTexts()).slice(0, count);

test('STN-1 the directory is a table of all companies’ stations, fifty at a time', async () => {
  admin = await windows.logIn(PEOPLE.admin);
  await admin.getByRole('link', { name: 'Verkstäder' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Verkstäder' }).waitFor();
  await rows(admin).first().waitFor();
  assert.deepEqual(await admin.getByRole('columnheader').allInnerTexts(), [
    'Verkstadsnr',
    'Verkstadsnamn',
    'Adress',
    'Kategorier',
    'Bolag',
  ]);
  assert.deepEqual(await firstCells(admin, 4), ['501', '502', '503', '1001']);
  await sees(rows(admin).first(), /^Varvsgatan 3, 417\s14 Göteborg$/);
  await sees(rows(admin).first(), 'Västkust Försäkring');

  assert.equal(await rows(admin).count(), 50);
  await sees(admin, 'Visar 50 verkstäder, det finns fler');
  await admin.getByRole('button', { name: 'Visa fler' }).click();
  await sees(admin, /^67\s+verkstäder$/);
  assert.equal(await rows(admin).count(), 67);
  // The button is gone, and the page comes to rest where it was.
  const next = rows(admin).nth(50).getByRole('link');
  await eventually('the first new one in focus', () =>
    next.evaluate((link) => link.matches(':focus')),
  );
});

test('STN-1 the head of the table sorts and says how, and the address keeps it', async () => {
  await admin.goto('/service-stations');
  const name = admin.getByRole('columnheader', { name: 'Verkstadsnamn' });
  await name.getByRole('button').click();
  await admin.waitForURL('**/service-stations?ordering=name');
  await eventually('the first by name', async () => (await firstCells(admin, 1))[0] === 'A101');
  assert.equal(await name.getAttribute('aria-sort'), 'ascending');
  await name.getByRole('button').click();
  await admin.waitForURL('**/service-stations?ordering=-name');
  await eventually('the last by name', async () => (await firstCells(admin, 1))[0] === '1002');
  assert.equal(await name.getAttribute('aria-sort'), 'descending');
});

test('STN-1 filters live in the address, and are lifted one by one', async () => {
  await admin.getByRole('textbox', { name: 'Ort' }).fill('göteb');
  await admin.waitForURL(/city=g%C3%B6teb/);
  await eventually('one station', async () => (await rows(admin).count()) === 1);
  await admin.reload();
  await eventually('the same after a reload', async () => (await rows(admin).count()) === 1);
  await admin.getByRole('textbox', { name: 'Verkstadsnr' }).fill('9');
  await sees(admin, 'Inga verkstäder stämmer med de filter som är på.');
  await admin.getByRole('button', { name: 'Ta bort filter Ort: göteb' }).click();
  await admin.waitForURL(/service-stations\?number=9&ordering=-name$/);
  await admin.getByRole('button', { name: 'Ta bort filter Verkstadsnr: 9' }).click();
  await eventually('all', async () => (await rows(admin).count()) === 50);
  await admin.getByRole('button', { name: /^Alla bolag/ }).click();
  await admin.getByRole('option', { name: 'Västkust Försäkring' }).click();
  await eventually('the company’s', async () => (await rows(admin).count()) === 3);
});

test('STN-10 the list is saved as a file, as it is filtered', async () => {
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Exportera CSV' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^verkstader \d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  assert.equal(lines.length, 1 + 3);
  assert.ok(lines.slice(1).every((line) => line.endsWith(';Västkust Försäkring;;')));
});

test('STN-2, ROLE-16 another company’s station is read, and tells of no contact', async () => {
  await admin.getByRole('link', { name: 'Kustplåt' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Kustplåt' }).waitFor();
  await sees(admin, 'Bara Västkust Försäkring kan ändra verkstaden.');
  await sees(admin, /Varvsgatan 3, 417\s14 Göteborg/);
  assert.equal(await admin.getByRole('textbox').count(), 0);
  assert.equal(await admin.getByText('Kontaktperson').count(), 0);
  assert.equal(await admin.getByRole('button', { name: 'Ta bort' }).count(), 0);
});

test('STN-3, STN-4 a new station is kept when its contact is refused, and only that is sent again', async () => {
  await admin.goto('/service-stations');
  await admin.getByRole('link', { name: 'Lägg till verkstad' }).click();
  await admin.getByRole('radio', { name: 'Ja' }).waitFor({ state: 'attached' });
  await admin.getByRole('button', { name: 'Lägg till verkstad' }).click();
  await sees(admin, /^6\s+uppgifter behöver rättas$/);
  for (const sentence of [
    'Du måste ange verkstadsnummer',
    'Du måste ange verkstadens namn',
    'Du måste välja om verkstaden är uppställningsplats',
    'Du måste ange förnamn',
    'Du måste ange efternamn',
    'Du måste ange e-postadress',
  ]) {
    // In the summary, and at the field.
    assert.equal(await admin.getByText(sentence, { exact: true }).count(), 2, sentence);
  }
  await admin.getByRole('button', { name: 'Du måste ange verkstadens namn' }).click();
  await admin.locator('input:focus').and(admin.getByLabel('Verkstadens namn')).waitFor();
  await admin.keyboard.type('Norrlack');
  await admin.getByLabel('Verkstadsnummer').fill('2001');
  await admin.getByLabel('Postnummer').fill('1234');
  await admin.getByText('Nej', { exact: true }).click();
  await admin.getByLabel('Förnamn').fill('Eva');
  await admin.getByLabel('Efternamn').fill('Berg');
  await admin.getByLabel('E-post').fill('eva@');
  await admin.getByRole('button', { name: 'Lägg till verkstad' }).click();
  await sees(admin, 'Ange i formatet 12345');
  await sees(admin, 'Ange en giltig e-post');

  await admin.getByLabel('Postnummer').fill('903 26');
  await admin.getByLabel('E-post').fill(PEOPLE.soder);
  // As any server of the contract may say it: two sentences, with their full stops.
  const email = ['Adressen är spärrad.', 'Den är för lång.'];
  await admin.route('**/user', (route) => route.fulfill({ status: 400, json: { email } }), {
    times: 1,
  });
  await admin.getByRole('button', { name: 'Lägg till verkstad' }).click();
  await sees(
    admin,
    'Verkstaden är tillagd. Kontaktpersonen kunde inte läggas till. E-post: adressen är spärrad. Försök igen.',
  );
  assert.equal(await admin.getByText('Adressen är spärrad.', { exact: true }).count(), 1);
  assert.equal(await admin.getByText('Den är för lång').count(), 0);
  await admin.getByRole('button', { name: 'Lägg till kontaktperson' }).click();
  await sees(
    admin,
    'Verkstaden är tillagd. Kontaktpersonen kunde inte läggas till. E-postadressen används redan. Försök igen.',
  );
  await sees(admin, 'E-postadressen används redan');
  assert.equal(await admin.getByLabel('Verkstadsnummer').count(), 0);
  assert.equal(await admin.getByLabel('Förnamn').inputValue(), 'Eva');
  assert.ok(await admin.getByLabel('E-post').evaluate((input) => input.matches(':focus')));

  await admin.getByLabel('E-post').fill('eva@norrlack.example');
  await admin.getByRole('button', { name: 'Lägg till kontaktperson' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Norrlack' }).waitFor();
  const { rows: made } = await product.database.query(
    `select number, postal from service_stations where name = 'Norrlack'`,
  );
  assert.deepEqual(made, [{ number: '2001', postal: '90326' }]);
  await letterTo('eva@norrlack.example', 1);
});

test('STN-2, STN-5 a station and its contact are changed, and a reset says where it went', async () => {
  await admin.getByLabel('Ort').fill('Umeå');
  await admin.getByRole('button', { name: /^Alla/ }).click();
  await admin.getByRole('option', { name: 'Båt' }).click();
  await admin.getByRole('option', { name: 'Personbil' }).click();
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Spara verkstad' }).click();
  await sees(admin, 'Verkstaden är ändrad.');
  await admin.getByLabel('Efternamn').fill('Bergman');
  await admin.getByRole('button', { name: 'Spara kontaktperson' }).click();
  await sees(admin, 'Kontaktpersonen är ändrad.');
  await admin.getByRole('button', { name: 'Skicka mejl för nytt lösenord' }).click();
  await sees(admin, /skickats till eva@norrlack\.example\.$/);
  await letterTo('eva@norrlack.example', 2);

  await admin.reload();
  await admin.getByRole('button', { name: 'Båt och Personbil' }).waitFor();
  assert.equal(await admin.getByLabel('Ort').inputValue(), 'Umeå');
  assert.equal(await admin.getByLabel('Efternamn').inputValue(), 'Bergman');
});

test('STN-5 a page with changes asks before it is left, and stays as it was', async () => {
  await admin.getByLabel('Gatuadress').fill('Norrgatan 5');
  await admin.getByRole('link', { name: 'Verkstäder' }).first().click();
  const dialog = admin.getByRole('alertdialog', { name: 'Lämna utan att spara?' });
  await dialog.getByRole('button', { name: 'Stanna kvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await admin.getByLabel('Gatuadress').inputValue(), 'Norrgatan 5');
  await admin.getByRole('button', { name: 'Spara verkstad' }).click();
  await sees(admin, 'Verkstaden är ändrad.');
  // What is saved is nothing to ask about.
  await admin.getByRole('link', { name: 'Verkstäder' }).first().click();
  await admin.getByRole('heading', { level: 1, name: 'Verkstäder' }).waitFor();
  await admin.goBack();
  await admin.getByLabel('Gatuadress').waitFor();
});

test('STN-9 a number that another station of the company has is told at its field', async () => {
  await admin.getByLabel('Verkstadsnummer').fill('1001');
  await admin.getByRole('button', { name: 'Spara verkstad' }).click();
  await sees(admin, /^1\s+uppgift behöver rättas$/);
  assert.equal(await admin.getByText('Verkstadsnumret används redan').count(), 2);
  assert.match(await admin.title(), /^Fel: /);
});

test('STN-8 a station is removed after a question, and is in no list', async () => {
  await admin.getByRole('button', { name: 'Ta bort' }).click();
  const dialog = admin.getByRole('alertdialog', { name: 'Ta bort Norrlack?' });
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await admin.getByRole('button', { name: 'Ta bort' }).click();
  await dialog.getByRole('button', { name: 'Ta bort' }).click();
  await sees(admin, 'Verkstaden har tagits bort.');
  await admin.getByRole('heading', { level: 1, name: 'Verkstäder' }).waitFor();
  await seesNoMore(admin, 'Norrlack');
});

test('ROLE-6, ROLE-18 whoever does not administer is sent to the first page', async () => {
  const manager = await windows.logIn(PEOPLE.manager);
  for (const path of ['/service-stations', '/service-stations/new', '/service-stations/1']) {
    await manager.goto(path);
    await manager.getByRole('heading', { level: 1, name: 'Hem' }).waitFor();
    assert.equal(new URL(manager.url()).pathname, '/');
  }
});

test('ROLE-2, STN-1 a superuser chooses the company of a new station, on a phone too', async () => {
  const root = await windows.logIn(PEOPLE.superuser, { width: 360, height: 780 });
  await root.goto('/service-stations');
  await root.getByRole('heading', { level: 2, name: 'Kustplåt' }).waitFor();
  assert.equal(await root.getByRole('table').count(), 0);
  await root.getByRole('link', { name: 'Lägg till verkstad' }).click();
  await root.getByRole('button', { name: /Välj bolag/ }).waitFor();
  assert.equal(await root.getByLabel('Verkstadsnummer').count(), 0);
  await root.getByRole('button', { name: /Välj bolag/ }).click();
  await root.getByRole('option', { name: 'Västkust Försäkring' }).click();
  await root.getByLabel('Verkstadsnummer').waitFor();
});

/** Waits for so many letters to an address. */
function letterTo(email: string, count: number): Promise<unknown> {
  return eventually(`letter ${count} to ${email}`, async () => {
    const letters = (await (await fetch(`${product.mailboxUrl}/email`)).json()) as {
      to: { address: string }[];
    }[];
    return letters.filter((letter) => letter.to[0]?.address === email).length >= count;
  });
}
