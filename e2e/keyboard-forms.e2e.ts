// The forms of auctions, stations and settings, without a mouse. The browser's own dialog for files opens by a
// key, and is then answered for the person.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { type Keys, keysOf } from './keys.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let windows: Windows;
let window: Page;
let manager: Keys;
let admin: Keys;
let photo: Buffer;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  window = await windows.logIn(PEOPLE.manager);
  // As long as somebody listens, none opens: Enter is not to come before that holds.
  window.on('filechooser', () => {});
  photo = await window.screenshot({ type: 'jpeg', quality: 70 });
  manager = keysOf(window);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

const tomorrow = addDays(stockholmDate(new Date()), 1);

test('FORM-1, FORM-3 a new auction is begun by keys, and what it lacks is come to from the summary', async () => {
  await manager.enter('link', 'Auktioner');
  await manager.enter('link', 'Lägg till auktion');
  await manager.isAt('heading', 'Lägg till auktion');
  await manager.to('button', 'Lägg till auktion');
  await manager.press('Enter');
  await manager.hears('4 uppgifter behöver rättas');
  await manager.enter('button', 'Du måste ange ett fabrikat');
  await manager.isAt('textbox', 'Fabrikat');
  await manager.write('Volvo');
  await manager.press('Shift+Tab');
  await manager.isAt('button', /Kategori$/);
  await manager.press('Enter');
  await manager.isAt('listbox', /Kategori/);
  await manager.write('Personbil');
  await manager.press('Enter', 'Escape');
  await manager.isAt('button', /Kategori$/);
  await manager.to('textbox', 'Modell');
  await manager.write('V60');
  await manager.to('textbox', 'Reg.nr');
  await manager.write('klm 48');
  await manager.press('Tab');
  await manager.sees('Numret ser inte ut som ett vanligt reg.nr. Stämmer det?');
  await manager.press('Shift+Tab', 'End');
  await manager.write('2');
  await manager.to('radio', /^Demontering/);
  await manager.press('ArrowDown');
  await manager.to('textbox', 'Utropspris (kr)');
  await manager.write('10 000');
  await manager.to('radio', /^Ja/);
  await manager.press('ArrowRight');
});

test('FMT-2, FMT-3, FORM-2 its days are chosen from the calendar and its place from the list, by keys', async () => {
  await manager.to('textbox', 'Startdatum');
  await manager.press('Control+a');
  await manager.write(tomorrow);
  await manager.press('Tab');
  await manager.press('Enter');
  await manager.isAt('combobox', 'Månad');
  while ((await window.locator(':focus').getAttribute('data-date')) === null) {
    await manager.press('Tab');
  }
  await manager.press('ArrowRight', 'Enter');
  await manager.isAt('button', /Välj datum/);
  const started = addDays(tomorrow, 1);
  await eventually('the day after', async () => (await written('Startdatum')) === started);
  assert.equal(await written('Slutdatum'), addDays(started, 7), 'the end goes along');
  await manager.to('textbox', 'Sluttid');
  await manager.press('Control+a');
  await manager.write('15.30');
  await manager.to('button', /Uppställningsplats$/);
  await manager.press('Enter');
  await manager.isAt('listbox', /Uppställningsplats/);
  await manager.write('Annan');
  await manager.press('Enter');
  await manager.to('textbox', 'Annan uppställningsplats');
  await manager.write('Hos kunden, Kumla');
});

test('FORM-4 pictures are chosen, put in order and taken away by keys, and the auction is listed', async () => {
  await choose('Bifoga fil', ['fram.jpg', 'bak.jpg', 'sida.jpg']);
  // The list is one stop; its rows are gone through by arrows, and the buttons of a row by Tab.
  await manager.to('row', 'fram.jpg');
  await manager.press('ArrowDown', 'ArrowDown');
  await manager.isAt('row', 'sida.jpg');
  await manager.enter('button', 'Gör sida.jpg till omslag');
  await manager.sees('sida.jpg har plats 1 av 3.');
  await manager.enter('button', 'Ta bort sida.jpg');
  await manager.sees('sida.jpg togs bort.');
  await manager.enter('button', 'Lägg till auktion');
  await manager.isAt('heading', 'Volvo V60');
  await manager.sees('KLM482');
  await manager.sees('Hos kunden, Kumla');
  await manager.sees('1 / 2');
  const { rows } = await product.database.query(
    `select hidden_bids, damage_condition, start_bid from auctions where registration_number = 'KLM482'`,
  );
  assert.deepEqual(rows, [{ hidden_bids: false, damage_condition: 'REPAIR', start_bid: 10_000 }]);
});

test('FORM-1, FORM-5 an auction is changed by keys, and leaving it half done asks first', async () => {
  await manager.enter('link', 'Ändra');
  await manager.isAt('heading', 'Ändra auktion');
  await manager.to('textbox', 'Beskrivning');
  await manager.write('Startar inte');
  await manager.to('row', 'Bild 1');
  await manager.enter('button', 'Flytta Bild 1 nedåt');
  await manager.sees('Ändringar som inte är sparade');
  await manager.enter('link', 'Auktioner');
  await manager.isAt('alertdialog', 'Lämna utan att spara?');
  await manager.enter('button', 'Stanna kvar');
  await eventually('the question gone', async () => (await manager.count('alertdialog')) === 0);
  await manager.enter('button', 'Spara');
  await manager.isAt('heading', 'Volvo V60');
  await manager.sees('Startar inte');
  const { rows } = await product.database.query(
    `select action from audit_log where action = 'order images'`,
  );
  assert.equal(rows.length, 1);
});

test('STN-3 a station and its contact are made by keys', async () => {
  admin = keysOf(await windows.logIn(PEOPLE.admin));
  await admin.enter('link', 'Verkstäder');
  await admin.enter('link', 'Lägg till verkstad');
  await admin.to('textbox', 'Verkstadsnummer');
  await admin.write('3001');
  await admin.to('textbox', 'Verkstadens namn');
  await admin.write('Norrlack');
  await admin.to('textbox', 'Postnummer');
  await admin.write('903 26');
  await admin.to('textbox', 'Ort');
  await admin.write('Ume');
  await admin.to('button', /Kategorier$/);
  await admin.press('Enter');
  await admin.isAt('listbox', /Kategorier/);
  await admin.write('Personbil');
  await admin.press('Enter', 'Escape');
  await admin.to('radio', 'Ja');
  await admin.press('ArrowRight');
  await admin.to('textbox', 'Förnamn');
  await admin.write('Eva');
  await admin.to('textbox', 'Efternamn');
  await admin.write('Berg');
  await admin.to('textbox', 'E-post');
  await admin.write('eva@norrlack.example');
  await admin.press('Enter');
  await admin.isAt('heading', 'Norrlack');
  await admin.enter('button', 'Skicka mejl för nytt lösenord');
  await admin.sees(/skickats till eva@norrlack\.example\.$/);
});

test('SET-2, SET-3 a row of increments is written, mended and taken away by keys', async () => {
  await admin.enter('button', /Maria Nordin/);
  await admin.isAt('menuitem', 'Mitt konto');
  await admin.press('ArrowDown', 'Enter');
  await admin.isAt('heading', 'Inställningar');
  // The first cell of the fourth row, which is empty: each row has three, and a button.
  await admin.to('textbox', 'Från (kr)');
  for (let stops = 0; stops < 3 * 4; stops++) await admin.press('Tab');
  await admin.write('200 000');
  await admin.press('Tab');
  await admin.write('100 000');
  await admin.press('Tab');
  await admin.write('2 500');
  await admin.press('Enter');
  await admin.hears('behöver rättas');
  await admin.enter('button', /priset måste vara mindre/);
  await admin.isAt('textbox', 'Från (kr)');
  await admin.press('Tab', 'Control+a');
  await admin.write('300 000');
  await admin.press('Enter');
  await admin.sees('Inställningarna har uppdaterats.');
  await admin.enter('button', 'Ta bort intervall 1');
  await admin.isAt('group', 'Intervall 1');
  await admin.enter('button', 'Spara');
  await eventually('both saved', async () => {
    const { rows } = await product.database.query(
      `select bid_increment_intervals as ladder from companies where name = 'Nordsäkring'`,
    );
    const [first, ...rest] = rows[0].ladder as { min_price: number; increment: number }[];
    return first!.min_price > 0 && rest.at(-1)!.increment === 2500;
  });
});

async function choose(button: string, names: string[]): Promise<void> {
  await manager.to('button', button);
  const [dialog] = await Promise.all([window.waitForEvent('filechooser'), manager.press('Enter')]);
  await dialog.setFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo })));
  for (const name of names) await manager.sees(name);
}

function written(name: string): Promise<string> {
  return window.getByRole('textbox', { name, exact: true }).inputValue();
}
