// The forms of auctions, stations and settings by keyboard. The file dialog is opened by a key and answered by the
// test.
import { expect, type Page } from '@playwright/test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { type Keys, keysOf } from '../fixtures/keyboard.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let window: Page;
let caseManager: Keys;
let companyAdmin: Keys;
let photo: Buffer;

test.beforeAll(async ({ openSignedIn }) => {
  window = await openSignedIn(PEOPLE.caseManager);
  await visit(window, '/');
  // Playwright suppresses the dialog while it listens, so listen before pressing Enter.
  window.on('filechooser', () => {});
  photo = await window.screenshot({ type: 'jpeg', quality: 70 });
  caseManager = keysOf(window);
});

const tomorrow = addDays(stockholmDate(new Date()), 1);

test('FORM-1, FORM-3 a new auction is started by keyboard, and the summary leads to missing fields', async () => {
  await caseManager.enter('link', 'Auktioner');
  // The previous page has a link of this name too.
  await caseManager.isAt('heading', 'Auktioner');
  await caseManager.enter('link', 'Lägg till auktion');
  await caseManager.isAt('heading', 'Lägg till auktion');
  await caseManager.to('button', 'Lägg till auktion');
  await caseManager.press('Enter');
  await caseManager.announces('4 uppgifter behöver rättas');
  await caseManager.enter('button', 'Du måste ange ett fabrikat');
  await caseManager.isAt('textbox', 'Fabrikat');
  await caseManager.write('Volvo');
  await caseManager.press('Shift+Tab');
  await caseManager.isAt('combobox', 'Kategori');
  await caseManager.press('Enter');
  await caseManager.isAt('listbox', /Kategori/);
  await caseManager.write('Personbil');
  await caseManager.press('Enter', 'Escape');
  await caseManager.isAt('combobox', 'Kategori');
  await caseManager.press('Shift+Tab', 'Shift+Tab');
  await caseManager.isAt('textbox', 'Reg.nr');
  await caseManager.write('klm 48');
  await caseManager.press('Tab');
  await caseManager.sees('Numret ser inte ut som ett vanligt reg.nr. Stämmer det?');
  await caseManager.press('Shift+Tab', 'End');
  await caseManager.write('2');
  await caseManager.to('textbox', 'Modell');
  await caseManager.write('V60');
  await caseManager.to('radio', /^Demontering/);
  await caseManager.press('ArrowDown');
  await caseManager.to('textbox', 'Utropspris (kr)');
  await caseManager.write('10 000');
  await caseManager.to('radio', /^Ja/);
  await caseManager.press('ArrowRight');
});

test('FMT-2, FMT-3, FORM-2 its days are chosen from the calendar and its place from the list, by keyboard', async () => {
  await caseManager.to('textbox', 'Startdatum');
  await caseManager.press('Control+a');
  await caseManager.write(tomorrow);
  await caseManager.press('Tab');
  await caseManager.press('Enter');
  await expect
    .poll(() => window.locator(':focus').getAttribute('data-date'), 'the day that was written')
    .toBe(tomorrow);
  await caseManager.press('ArrowRight', 'Enter');
  await caseManager.isAt('button', /Välj datum/);
  const started = addDays(tomorrow, 1);
  await expect.poll(() => written('Startdatum'), 'the day after').toBe(started);
  await expect.poll(() => written('Slutdatum'), 'the end moves with it').toBe(addDays(started, 7));
  await caseManager.to('textbox', 'Sluttid');
  await caseManager.press('Control+a');
  await caseManager.write('15.30');
  await caseManager.to('combobox', 'Uppställningsplats');
  await caseManager.press('Enter');
  await caseManager.isAt('listbox', /Uppställningsplats/);
  await caseManager.write('Annan');
  await caseManager.press('Enter');
  await caseManager.to('textbox', 'Annan uppställningsplats');
  await caseManager.write('Hos kunden, Kumla');
});

test('FORM-4 pictures are chosen, ordered and removed by keyboard, and the auction is created', async ({
  database,
}) => {
  await choose('Bifoga fil', ['fram.jpg', 'bak.jpg', 'sida.jpg']);
  // The list is one tab stop: arrows move between tiles, Tab between the buttons of a tile.
  await caseManager.to('row', 'fram.jpg');
  await caseManager.press('ArrowRight', 'ArrowRight');
  await caseManager.isAt('row', 'sida.jpg');
  await caseManager.enter('button', 'Gör sida.jpg till huvudbild');
  await caseManager.sees('sida.jpg har plats 1 av 3.');
  await caseManager.enter('button', 'Ta bort sida.jpg');
  await caseManager.sees('sida.jpg togs bort.');
  await caseManager.enter('button', 'Lägg till auktion');
  await caseManager.isAt('heading', 'Volvo V60');
  await caseManager.sees('KLM482');
  await caseManager.sees('Hos kunden, Kumla');
  await caseManager.sees('1 / 2');
  const { rows } = await database.query(
    `select hidden_bids, damage_condition, start_bid from auctions where registration_number = 'KLM482'`,
  );
  expect(rows).toEqual([{ hidden_bids: false, damage_condition: 'REPAIR', start_bid: 10_000 }]);
});

test('FORM-1, FORM-5 an auction is changed by keyboard, and leaving the form with changes asks first', async ({
  database,
}) => {
  await caseManager.enter('link', 'Ändra');
  await caseManager.isAt('heading', 'Ändra auktion');
  await caseManager.to('textbox', 'Beskrivning');
  await caseManager.write('Startar inte');
  await caseManager.to('row', 'Bild 1');
  await caseManager.enter('button', 'Flytta Bild 1 senare');
  await caseManager.sees('Ändringar som inte är sparade');
  await caseManager.enter('link', 'Auktioner');
  await caseManager.isAt('alertdialog', 'Lämna utan att spara?');
  await caseManager.enter('button', 'Stanna kvar');
  await caseManager.counts(0, 'alertdialog');
  await caseManager.enter('button', 'Spara');
  await caseManager.isAt('heading', 'Volvo V60');
  await caseManager.sees('Startar inte');
  const { rows } = await database.query(
    `select action from audit_log where action = 'order images'`,
  );
  expect(rows.length).toBe(1);
});

test('STN-3 a station and its contact are created by keyboard', async ({ openSignedIn }) => {
  const page = await openSignedIn(PEOPLE.companyAdmin);
  await visit(page, '/');
  companyAdmin = keysOf(page);
  await companyAdmin.enter('link', 'Verkstäder');
  await companyAdmin.isAt('heading', 'Verkstäder');
  await companyAdmin.enter('link', 'Lägg till verkstad');
  await companyAdmin.to('textbox', 'Verkstadsnummer');
  await companyAdmin.write('3001');
  await companyAdmin.to('textbox', 'Verkstadens namn');
  await companyAdmin.write('Norrlack');
  await companyAdmin.to('textbox', 'Postnummer');
  await companyAdmin.write('903 26');
  await companyAdmin.to('textbox', 'Ort');
  await companyAdmin.write('Ume');
  await companyAdmin.to('combobox', 'Kategorier');
  await companyAdmin.press('Enter');
  await companyAdmin.isAt('listbox', /Kategorier/);
  await companyAdmin.write('Personbil');
  await companyAdmin.press('Enter', 'Escape');
  await companyAdmin.to('radio', 'Ja');
  await companyAdmin.press('ArrowRight');
  await companyAdmin.to('textbox', 'Förnamn');
  await companyAdmin.write('Eva');
  await companyAdmin.to('textbox', 'Efternamn');
  await companyAdmin.write('Berg');
  await companyAdmin.to('textbox', 'E-post');
  await companyAdmin.write('eva@norrlack.example');
  await companyAdmin.press('Enter');
  await companyAdmin.isAt('heading', 'Norrlack');
  await companyAdmin.enter('button', 'Skicka mejl för nytt lösenord');
  await companyAdmin.sees(/skickats till eva@norrlack\.example\.$/);
});

test('SET-2, SET-3 a row of increments is entered, corrected and removed by keyboard', async ({
  database,
}) => {
  await companyAdmin.enter('button', /Maria Nordin/);
  await companyAdmin.isAt('menuitem', 'Mitt konto');
  await companyAdmin.press('ArrowDown', 'Enter');
  await companyAdmin.isAt('heading', 'Inställningar');
  // The first cell of the fourth row, which is empty: rows have three cells and a button.
  await companyAdmin.to('textbox', 'Från (kr)');
  for (let stops = 0; stops < 3 * 4; stops++) await companyAdmin.press('Tab');
  await companyAdmin.write('200 000');
  await companyAdmin.press('Tab');
  await companyAdmin.write('100 000');
  await companyAdmin.press('Tab');
  await companyAdmin.write('2 500');
  await companyAdmin.press('Enter');
  await companyAdmin.sees(/^Priset måste vara mindre/);
  await companyAdmin.isAt('textbox', 'Från (kr)');
  await companyAdmin.press('Tab', 'Control+a');
  await companyAdmin.write('300 000');
  await companyAdmin.press('Enter');
  await companyAdmin.sees('Inställningarna har uppdaterats.');
  await companyAdmin.enter('button', 'Ta bort intervall 1');
  await companyAdmin.isAt('group', 'Intervall 1');
  await companyAdmin.enter('button', 'Spara Budgivning');
  await expect
    .poll(async () => {
      const { rows } = await database.query(
        `select bid_increment_intervals as ladder from companies where name = 'Nordsäkring'`,
      );
      const [first, ...rest] = rows[0].ladder as { min_price: number; increment: number }[];
      return first!.min_price > 0 && rest.at(-1)!.increment === 2500;
    }, 'both saved')
    .toBe(true);
});

async function choose(button: string, names: string[]): Promise<void> {
  await caseManager.to('button', button);
  const [dialog] = await Promise.all([
    window.waitForEvent('filechooser'),
    caseManager.press('Enter'),
  ]);
  await dialog.setFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo })));
  for (const name of names) await caseManager.sees(name);
}

function written(name: string): Promise<string> {
  return window.getByRole('textbox', { name, exact: true }).inputValue();
}
