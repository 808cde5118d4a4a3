// The list of workshops, and a workshop from its invitation to its removal.

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ database }) => {
  await database.query(`
    insert into service_stations (company_id, number, name, street, postal, city)
    select id, 'A' || n, 'Akuten ' || n, 'Storgatan ' || n, '98132', 'Kiruna'
    from (select id from companies where name = 'Nordsäkring') company,
      generate_series(101, 160) as n`);
});

const rows = (page: Page) => page.getByRole('table', { name: /^Verkstäder/ }).locator('tbody tr');
const firstCells = async (page: Page, count: number) =>
  (await rows(page).locator('td:first-child').allInnerTexts()).slice(0, count);

/** Pixels from the first line of a summary's item, where its bullet is, to that of its link. */
function bulletsDistance(link: HTMLElement): number {
  const item = link.parentElement!;
  const top = (of: HTMLElement) =>
    of.getBoundingClientRect().top + parseFloat(getComputedStyle(of).paddingTop);
  return Math.round(top(link) - top(item));
}

test('STN-1 the directory is a table of all companies’ stations, the user’s own first, fifty at a time', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/');
  await companyAdmin.getByRole('link', { name: 'Verkstäder' }).click();
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Verkstäder' })).toBeVisible();
  await expect(rows(companyAdmin).first()).toBeVisible();
  await expect(companyAdmin.getByRole('columnheader')).toHaveText([
    'Verkstadsnr',
    'Verkstadsnamn',
    'Adress',
    'Kategorier',
    'Kontakt',
    'Bolag',
  ]);
  await expect.poll(() => firstCells(companyAdmin, 4)).toEqual(['1001', '1002', '1003', '1004']);
  await expect(
    rows(companyAdmin)
      .first()
      .getByText(/^Industrigatan 8, 702\s27\sÖrebro$/)
      .first(),
  ).toBeVisible();
  await expect(rows(companyAdmin).first().getByText('Nordsäkring').first()).toBeVisible();

  await expect(rows(companyAdmin)).toHaveCount(50);
  await expect(companyAdmin.getByText('Visar 50 verkstäder, det finns fler').first()).toBeVisible();
  await companyAdmin.getByRole('button', { name: 'Visa fler' }).click();
  await expect(companyAdmin.getByText(/^67\s+verkstäder$/).first()).toBeVisible();
  await expect(rows(companyAdmin)).toHaveCount(67);
  // The button disappears, and the page does not move.
  const next = rows(companyAdmin).nth(50).locator('[data-station]');
  await expect(next).toBeFocused();
});

test('STN-1 in a narrow table no town’s name is broken', async ({ companyAdmin }) => {
  await companyAdmin.setViewportSize({ width: 1024, height: 768 });
  const address = rows(companyAdmin).getByText(/Kungsbacka$/);
  const linesOf = (cell: Element) => {
    const text = cell.firstChild as Text;
    const range = document.createRange();
    range.setStart(text, text.data.indexOf('Kungsbacka'));
    range.setEnd(text, text.data.length);
    return range.getClientRects().length;
  };
  await expect.poll(() => address.evaluate(linesOf), 'lines of its name').toBe(1);
  await companyAdmin.setViewportSize({ width: 1280, height: 900 });
});

test('STN-1 the table’s headers sort and show the direction, which the URL keeps', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/service-stations');
  const name = companyAdmin.getByRole('columnheader', { name: 'Verkstadsnamn' });
  await name.getByRole('button').click();
  await companyAdmin.waitForURL('**/service-stations?ordering=name');
  await expect
    .poll(async () => (await firstCells(companyAdmin, 1))[0], 'the first by name')
    .toBe('A101');
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await name.getByRole('button').click();
  await companyAdmin.waitForURL('**/service-stations?ordering=-name');
  await expect
    .poll(async () => (await firstCells(companyAdmin, 1))[0], 'the last by name')
    .toBe('1002');
  await expect(name).toHaveAttribute('aria-sort', 'descending');
});

test('STN-1 filters are in the URL and are removed one by one', async ({ companyAdmin }) => {
  await companyAdmin.getByRole('textbox', { name: 'Ort' }).fill('göteb');
  await companyAdmin.waitForURL(/city=g%C3%B6teb/);
  await expect(rows(companyAdmin)).toHaveCount(1);
  await reload(companyAdmin);
  await expect(rows(companyAdmin)).toHaveCount(1);
  await companyAdmin.getByRole('textbox', { name: 'Verkstadsnr' }).fill('9');
  await expect(
    companyAdmin.getByText('Inga verkstäder stämmer med de filter som är på.').first(),
  ).toBeVisible();
  await companyAdmin.getByRole('button', { name: 'Ta bort filter Ort: göteb' }).click();
  await companyAdmin.waitForURL(/service-stations\?number=9&ordering=-name$/);
  await companyAdmin.getByRole('button', { name: 'Ta bort filter Verkstadsnr: 9' }).click();
  await expect(rows(companyAdmin)).toHaveCount(50);
  await companyAdmin.getByRole('combobox', { name: 'Bolag', exact: true }).click();
  await companyAdmin.getByRole('option', { name: 'Västkust Försäkring' }).click();
  await expect(rows(companyAdmin)).toHaveCount(3);
});

test('STN-10 the filtered list is exported', async ({ companyAdmin }) => {
  const [file] = await Promise.all([
    companyAdmin.waitForEvent('download'),
    companyAdmin.getByRole('button', { name: 'Exportera CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^verkstader \d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines.length).toBe(1 + 3);
  expect(lines.slice(1).every((line) => line.endsWith(';Västkust Försäkring;;;'))).toBe(true);
});

test('STN-2, ROLE-16 another company’s station is read only and shows no contact', async ({
  companyAdmin,
}) => {
  await companyAdmin.getByRole('link', { name: 'Kustplåt' }).click();
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Kustplåt' })).toBeVisible();
  await expect(
    companyAdmin.getByText('Bara Västkust Försäkring kan ändra verkstaden.').first(),
  ).toBeVisible();
  await expect(companyAdmin.getByText(/Varvsgatan 3, 417\s14\sGöteborg/).first()).toBeVisible();
  await expect(companyAdmin.getByRole('textbox')).toHaveCount(0);
  await expect(companyAdmin.getByText('Kontaktperson')).toHaveCount(0);
  await expect(companyAdmin.getByRole('button', { name: 'Ta bort' })).toHaveCount(0);
});

test('STN-3, STN-4 a new station is kept if its contact is refused, and only the contact is sent again', async ({
  database,
  mailbox,
  companyAdmin,
}) => {
  await visit(companyAdmin, '/service-stations');
  await companyAdmin.getByRole('link', { name: 'Lägg till verkstad' }).click();
  await expect(companyAdmin.getByRole('radio', { name: 'Ja' })).toBeAttached();
  await companyAdmin.getByRole('button', { name: 'Lägg till verkstad' }).click();
  await expect(companyAdmin.getByText(/^6\s+uppgifter behöver rättas$/).first()).toBeVisible();
  const first = companyAdmin.getByRole('button', { name: 'Du måste ange verkstadsnummer' });
  await expect.poll(() => first.evaluate(bulletsDistance), 'its text is beside its bullet').toBe(0);
  for (const sentence of [
    'Du måste ange verkstadsnummer',
    'Du måste ange verkstadens namn',
    'Du måste välja om verkstaden är uppställningsplats',
    'Du måste ange förnamn',
    'Du måste ange efternamn',
    'Du måste ange e-postadress',
  ]) {
    // In the summary and at the field.
    await expect(companyAdmin.getByText(sentence, { exact: true }), sentence).toHaveCount(2);
  }
  await companyAdmin
    .getByRole('button', { name: 'Du måste välja om verkstaden är uppställningsplats' })
    .click();
  await expect(companyAdmin.getByRole('radio', { name: 'Ja' })).toBeFocused();
  await companyAdmin.getByRole('button', { name: 'Du måste ange verkstadens namn' }).click();
  await expect(
    companyAdmin.locator('input:focus').and(companyAdmin.getByLabel('Verkstadens namn')),
  ).toBeVisible();
  await companyAdmin.keyboard.type('Norrlack');
  await companyAdmin.getByLabel('Verkstadsnummer').fill('2001');
  await companyAdmin.getByLabel('Postnummer').fill('1234');
  await companyAdmin.getByText('Nej', { exact: true }).click();
  await companyAdmin.getByLabel('Förnamn').fill('Eva');
  await companyAdmin.getByLabel('Efternamn').fill('Berg');
  await companyAdmin.getByLabel('E-post').fill('eva@');
  await companyAdmin.getByRole('button', { name: 'Lägg till verkstad' }).click();
  await expect(companyAdmin.getByText('Ange i formatet 12345').first()).toBeVisible();
  await expect(companyAdmin.getByText('Ange en giltig e-post').first()).toBeVisible();

  await companyAdmin.getByLabel('Postnummer').fill('903 26');
  await companyAdmin.getByLabel('E-post').fill(PEOPLE.rivalWorkshop);
  // The contract allows two sentences with full stops.
  const email = ['Adressen är spärrad.', 'Den är för lång.'];
  await companyAdmin.route('**/user', (route) => route.fulfill({ status: 400, json: { email } }), {
    times: 1,
  });
  await companyAdmin.getByRole('button', { name: 'Lägg till verkstad' }).click();
  await expect(
    companyAdmin
      .getByText(
        'Verkstaden är tillagd. Kontaktpersonen kunde inte läggas till. E-post: adressen är spärrad. Försök igen.',
      )
      .first(),
  ).toBeVisible();
  await expect(companyAdmin.getByText('Adressen är spärrad.', { exact: true })).toHaveCount(1);
  await expect(companyAdmin.getByText('Den är för lång')).toHaveCount(0);
  await companyAdmin.getByRole('button', { name: 'Lägg till kontaktperson' }).click();
  await expect(
    companyAdmin
      .getByText(
        'Verkstaden är tillagd. Kontaktpersonen kunde inte läggas till. E-postadressen används redan. Försök igen.',
      )
      .first(),
  ).toBeVisible();
  await expect(companyAdmin.getByText('E-postadressen används redan').first()).toBeVisible();
  await expect(companyAdmin.getByLabel('Verkstadsnummer')).toHaveCount(0);
  await expect(companyAdmin.getByLabel('Förnamn')).toHaveValue('Eva');
  await expect(companyAdmin.getByLabel('E-post')).toBeFocused();

  await companyAdmin.getByLabel('E-post').fill('eva@norrlack.example');
  await companyAdmin.getByRole('button', { name: 'Lägg till kontaktperson' }).click();
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Norrlack' })).toBeVisible();
  const { rows: made } = await database.query(
    `select number, postal from service_stations where name = 'Norrlack'`,
  );
  expect(made).toEqual([{ number: '2001', postal: '90326' }]);
  await expect.poll(() => mailbox.to('eva@norrlack.example')).toHaveLength(1);
});

test('STN-2, STN-5 a station and its contact are changed, and a password reset names its recipient', async ({
  mailbox,
  companyAdmin,
}) => {
  await companyAdmin.getByLabel('Ort').fill('Umeå');
  await companyAdmin.getByRole('combobox', { name: 'Kategorier', exact: true }).click();
  await companyAdmin.getByRole('option', { name: 'Båt' }).click();
  await companyAdmin.getByRole('option', { name: 'Personbil' }).click();
  await companyAdmin.keyboard.press('Escape');
  await companyAdmin.getByRole('button', { name: 'Spara verkstad' }).click();
  await expect(companyAdmin.getByText('Verkstaden är ändrad.').first()).toBeVisible();
  await companyAdmin.getByLabel('Efternamn').fill('Bergman');
  await companyAdmin.getByRole('button', { name: 'Spara kontaktperson' }).click();
  await expect(companyAdmin.getByText('Kontaktpersonen är ändrad.').first()).toBeVisible();
  await companyAdmin.getByRole('button', { name: 'Skicka mejl för nytt lösenord' }).click();
  await expect(
    companyAdmin.getByText(/skickats till eva@norrlack\.example\.$/).first(),
  ).toBeVisible();
  await expect.poll(() => mailbox.to('eva@norrlack.example')).toHaveLength(2);

  await reload(companyAdmin);
  await expect(companyAdmin.getByRole('combobox', { name: 'Kategorier' })).toHaveText(
    'Båt och Personbil',
  );
  await expect(companyAdmin.getByLabel('Ort')).toHaveValue('Umeå');
  await expect(companyAdmin.getByLabel('Efternamn')).toHaveValue('Bergman');
});

test('STN-5 a new address waits for confirmation, is sent again and withdrawn', async ({
  mailbox,
  companyAdmin,
  database,
}) => {
  await database.query(`update users set password_hash = 'x' where email = 'eva@norrlack.example'`);
  await companyAdmin.getByLabel('E-post').fill('siv@norrlack.example');
  await companyAdmin.getByRole('button', { name: 'Spara kontaktperson' }).click();
  const waiting = companyAdmin.getByText(/^siv@norrlack\.example tar över när någon har valt/);
  await expect(waiting.first()).toBeVisible();
  await expect(companyAdmin.getByLabel('E-post')).toHaveValue('eva@norrlack.example');
  await expect.poll(() => mailbox.to('siv@norrlack.example')).toHaveLength(1);
  await expect.poll(() => mailbox.to('eva@norrlack.example')).toHaveLength(3);
  await companyAdmin.getByRole('button', { name: 'Skicka mejlet igen' }).click();
  await expect(
    companyAdmin.getByText('Mejlet är på väg till siv@norrlack.example.').first(),
  ).toBeVisible();
  await expect.poll(() => mailbox.to('siv@norrlack.example')).toHaveLength(2);
  await companyAdmin.getByRole('button', { name: 'Avbryt bytet' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(companyAdmin.getByLabel('E-post')).toHaveValue('eva@norrlack.example');
});

test('STN-5 a page with changes asks before it is left, and keeps them', async ({
  companyAdmin,
}) => {
  await companyAdmin.getByLabel('Gatuadress').fill('Norrgatan 5');
  await companyAdmin.getByRole('link', { name: 'Verkstäder' }).first().click();
  const dialog = companyAdmin.getByRole('alertdialog', { name: 'Lämna utan att spara?' });
  await dialog.getByRole('button', { name: 'Stanna kvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(companyAdmin.getByLabel('Gatuadress')).toHaveValue('Norrgatan 5');
  await companyAdmin.getByRole('button', { name: 'Spara verkstad' }).click();
  await expect(companyAdmin.getByText('Verkstaden är ändrad.').first()).toBeVisible();
  // Saved changes cause no question.
  await companyAdmin.getByRole('link', { name: 'Verkstäder' }).first().click();
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Verkstäder' })).toBeVisible();
  await companyAdmin.goBack();
  await expect(companyAdmin.getByLabel('Gatuadress')).toBeVisible();
});

test('STN-9 a number that another station of the company has is an error at the field', async ({
  companyAdmin,
}) => {
  await companyAdmin.getByLabel('Verkstadsnummer').fill('1001');
  await companyAdmin.getByRole('button', { name: 'Spara verkstad' }).click();
  await expect(companyAdmin.getByText(/^1\s+uppgift behöver rättas$/).first()).toBeVisible();
  await expect(companyAdmin.getByText('Verkstadsnumret används redan')).toHaveCount(2);
  await expect(companyAdmin).toHaveTitle(/^Fel: /);
});

test('STN-8 a station is removed after a confirmation, and is in no list', async ({
  companyAdmin,
}) => {
  await companyAdmin.getByRole('button', { name: 'Ta bort' }).click();
  const dialog = companyAdmin.getByRole('alertdialog', { name: 'Ta bort Norrlack?' });
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await expect(dialog).toBeHidden();
  await companyAdmin.getByRole('button', { name: 'Ta bort' }).click();
  await dialog.getByRole('button', { name: 'Ta bort' }).click();
  await expect(companyAdmin.getByText('Verkstaden har tagits bort.').first()).toBeVisible();
  await expect(companyAdmin.getByRole('heading', { level: 1, name: 'Verkstäder' })).toBeVisible();
  await expect(companyAdmin.getByText('Norrlack').first()).toBeHidden();
});

test('ROLE-6, ROLE-18 users other than administrators are redirected to the first page', async ({
  caseManager,
}) => {
  for (const path of ['/service-stations', '/service-stations/new', '/service-stations/1']) {
    await visit(caseManager, path);
    await expect(caseManager.getByRole('heading', { level: 1, name: 'Hem' })).toBeVisible();
    expect(new URL(caseManager.url()).pathname).toBe('/');
  }
});

test('ROLE-2, STN-1 a superuser chooses the company of a new station, on a phone too', async ({
  openSignedIn,
}) => {
  const root = await openSignedIn(PEOPLE.superuser, { width: 360, height: 780 });
  await visit(root, '/service-stations');
  await expect(root.getByRole('heading', { level: 2, name: 'Kustplåt' })).toBeVisible();
  await expect(root.getByRole('table')).toHaveCount(0);
  await root.getByRole('link', { name: 'Lägg till verkstad' }).click();
  await expect(root.getByRole('combobox', { name: 'Bolag', exact: true })).toBeVisible();
  await expect(root.getByLabel('Verkstadsnummer')).toHaveCount(0);
  await root.getByRole('combobox', { name: 'Bolag', exact: true }).click();
  await root.getByRole('option', { name: 'Västkust Försäkring' }).click();
  await expect(root.getByLabel('Verkstadsnummer')).toBeVisible();
});
