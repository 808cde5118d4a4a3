// An auction is changed: its fields, its pictures and documents, and what can't be changed any more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Locator, Page } from 'playwright-core';
import { bid, openAuction, sees, seesNoMore } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { endIn, hireSeller, stockholmTime } from './seller.ts';

const LOCKED = 'Kan inte ändras efter första budet.';

let product: Product;
let windows: Windows;
let manager: Page;
let auction: Auction;
let picture: Buffer;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  auction = await (await hireSeller(product)).putUp({ reservation_price: '30000' });
  manager = await windows.logIn(PEOPLE.manager);
  picture = await manager.screenshot({ type: 'jpeg', quality: 80 });
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('FORM-1 the form of an auction is filled with what it is, and saves what is changed', async () => {
  await openAuction(manager, auction.id);
  await manager.getByRole('link', { name: 'Ändra' }).click();
  await field('Fabrikat').waitFor();
  await sees(manager.getByRole('region', { name: 'Fordon' }), auction.number);
  assert.equal(await field('Reg.nr').inputValue(), 'KLM482');
  assert.equal(await field('Reservationspris (kr)').inputValue(), '30000');
  assert.equal(await field('Sluttid').inputValue(), stockholmTime(Date.parse(auction.end_dt)));
  await field('Utropspris (kr)').fill('11 000');
  await field('Beskrivning').fill('Skadad fram. Startar inte.');
  await sees(manager, 'Ändringar som inte är sparade');
  await save();
  await sees(manager, 'Skadad fram. Startar inte.');
  await sees(manager, '11 000 kr');
});

test('FORM-6 a page with changes asks before it is left', async () => {
  await open();
  await field('Modell').fill('V70');
  await manager
    .getByRole('navigation', { name: 'Huvudmeny' })
    .getByRole('link', { name: 'Auktioner' })
    .click();
  const dialog = manager.getByRole('alertdialog', { name: 'Lämna utan att spara?' });
  await dialog.getByRole('button', { name: 'Stanna kvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await field('Modell').inputValue(), 'V70');
  await manager.goBack();
  await dialog.getByRole('button', { name: 'Lämna sidan' }).click();
  await manager.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }).waitFor();
});

test('FORM-4, FORM-5 pictures and documents are added, and open from the page', async () => {
  await open();
  await attach('Bifoga fil', 'fram.jpg', 'image/jpeg', picture);
  await attach('Bifoga fil', 'bak.jpg', 'image/jpeg', picture);
  await attach('Bifoga dokument', 'skript.exe', 'application/x-msdownload', Buffer.from('MZ'));
  await sees(manager, 'skript.exe: Välj pdf');
  const report = Buffer.from('%PDF-1.4\n%%EOF\n');
  await attach('Bifoga dokument', 'Protokoll.pdf', 'application/pdf', report);
  await save();
  await manager.getByRole('link', { name: 'Protokoll.pdf' }).waitFor();
  await sees(manager.getByRole('region', { name: 'Bilder' }), '1 / 2');
});

test('FORM-5 what is removed comes back by «Ångra», and goes when the form is saved', async () => {
  await open();
  await manager.getByRole('button', { name: 'Ta bort Bild 1' }).click();
  await manager.getByRole('button', { name: 'Ångra' }).click();
  await manager.getByRole('button', { name: 'Ta bort Bild 1' }).waitFor();
  await manager.getByRole('button', { name: 'Ta bort Bild 2' }).click();
  await manager.getByRole('button', { name: 'Ta bort Protokoll.pdf' }).click();
  await attach('Bifoga fil', 'ny.jpg', 'image/jpeg', picture);
  const before = await pictures();
  await manager.getByRole('button', { name: 'Gör ny.jpg till omslag' }).click();
  await save();
  await sees(manager, 'Inga dokument');
  await sees(manager.getByRole('region', { name: 'Bilder' }), '1 / 2');
  const after = await pictures();
  assert.equal(after.length, 2);
  assert.equal(before.includes(after[0]!), false, 'the new one came before the rest');
  assert.equal(after[1], before[0]);
});

test('FORM-5, LIVE-2 pictures are put in order by the keyboard, and open pages show it', async () => {
  const lind = await windows.logIn(PEOPLE.lind);
  await openAuction(lind, auction.id);
  const shown = lind.getByRole('region', { name: 'Bilder' }).locator('img').first();
  const cover = await shown.getAttribute('src');
  const [first, second] = await pictures();
  await open();
  // Its rows are drawn anew when they can be dragged.
  await manager.getByRole('button', { name: 'Dra Bild 1' }).waitFor();
  const down = manager.getByRole('button', { name: 'Flytta Bild 1 nedåt' });
  await down.focus();
  await manager.keyboard.press('Enter');
  const up = manager.getByRole('button', { name: 'Flytta Bild 1 uppåt' });
  // It stands last now: the button that was pressed is of no more use, and focus is on the other.
  await eventually('focus on the button that moves it back', () =>
    up.evaluate((button) => button.matches(':focus')),
  );
  await sees(manager, 'Ändringar som inte är sparade');
  await save();
  assert.deepEqual(await pictures(), [second, first]);
  await eventually('the new cover on a page that was open', async () => {
    const src = await shown.getAttribute('src');
    return src?.split('?')[0] !== cover?.split('?')[0];
  });
});

test('FORM-4 pictures are dragged by keys and by mouse, and the page’s policy has nothing against it', async () => {
  await open();
  const rows = manager.getByRole('grid', { name: 'Bilder på objektet' }).getByRole('row');
  const stand = (...names: string[]) =>
    eventually(`the order ${names.join()}`, async () => {
      const texts = await rows.allInnerTexts();
      return texts.length === names.length && texts.every((text, at) => text.includes(names[at]!));
    });
  await manager.getByRole('button', { name: 'Dra Bild 1' }).focus();
  await manager.keyboard.press('Enter');
  await manager
    .getByRole('button', { name: /^Infoga/ })
    .and(manager.locator(':focus'))
    .waitFor();
  await manager.keyboard.press('End');
  await manager.keyboard.press('Enter');
  await stand('Bild 2', 'Bild 1');
  await rows
    .last()
    .locator('img')
    .dragTo(rows.first(), { targetPosition: { x: 60, y: 4 } });
  await stand('Bild 1', 'Bild 2');
  assert.equal(await manager.getByText('Ändringar som inte är sparade').count(), 0);
});

test('AUC-15 after the first bid what bidders rely on is locked, and says why', async () => {
  const lind = await windows.logIn(PEOPLE.lind);
  await openAuction(lind, auction.id);
  await bid(lind, '11 000');
  await open();
  for (const name of ['Utropspris (kr)', 'Reg.nr', 'Chassi.nr', 'Startdatum']) {
    assert.ok(await field(name).isDisabled(), `${name} is locked`);
  }
  await sees(manager.getByRole('region', { name: 'Pris' }), LOCKED);
  await sees(manager, 'Kan bara sänkas efter första budet.');
  await field('Reservationspris (kr)').fill('40 000');
  await manager.getByRole('button', { name: 'Spara' }).click();
  await sees(manager, '1 uppgift behöver rättas');
  await sees(manager, LOCKED);
  assert.equal(await field('Reservationspris (kr)').inputValue(), '40\u00a0000');
});

test('AUC-15, BID-6 an end that a late bid moved meanwhile is not moved back', async () => {
  const end = await endIn(product, auction.id, 7200);
  await field('Reservationspris (kr)').fill('25 000');
  await save();
  const { rows } = await product.database.query(
    'select end_dt from auction_standings where auction_id = $1',
    [auction.id],
  );
  assert.equal(rows[0].end_dt.getTime(), end.getTime());
});

test('AUC-16 the history tells who changed what, from what to what', async () => {
  await openAuction(manager, auction.id);
  await manager.getByRole('button', { name: 'Visa historik' }).click();
  const history = manager.getByRole('region', { name: 'Historik', exact: true });
  await sees(history, 'Johan Ek lade till auktionen');
  await sees(history, 'Johan Ek tog bort dokumentet Protokoll.pdf');
  const told = (await history.textContent())!.replace(/\s+/g, ' ');
  assert.match(told, /Reservationsprisfrån 30 000 kr till 25 000 kr/);
  assert.match(told, /Utropsprisfrån 10 000 kr till 11 000 kr/);
  await manager.getByRole('button', { name: 'Dölj historik' }).click();
  await seesNoMore(history, 'Johan Ek lade till auktionen');
});

test('AUC-15 of an ended auction only the description and the files can be changed', async () => {
  await endIn(product, auction.id, 0);
  await sees(manager, 'Avslutad');
  await open();
  await sees(manager, 'Bara beskrivning och dokument kan ändras.');
  assert.ok(await field('Fabrikat').isDisabled());
  const shown = manager.getByRole('region', { name: 'Bilder' });
  await sees(shown, 'Bilderna kan inte ändras när auktionen är avslutad.');
  assert.equal(await shown.locator('img').count(), 2);
  assert.equal(await shown.getByRole('button').count(), 0);
  await field('Beskrivning').fill('Hämtas vid grinden.');
  await attach('Bifoga dokument', 'Faktura.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n'));
  await save();
  await sees(manager, 'Hämtas vid grinden.');
});

test('AUC-15, DATA-2 a document of what is sold cannot be removed', async () => {
  await product.database.query(
    `update auction_standings set closed_at = coalesce(closed_at, now()), winning_bid_id = leading_bid_id,
      winner_notified_at = now() where auction_id = $1`,
    [auction.id],
  );
  await manager.reload();
  await open();
  await sees(manager, 'det som läggs till nu kan inte tas bort igen');
  await sees(manager, 'Faktura.pdf');
  assert.equal(await manager.getByRole('button', { name: 'Ta bort Faktura.pdf' }).count(), 0);
});

/** Its pictures' ids, the main one first. */
async function pictures(): Promise<number[]> {
  const { rows } = await product.database.query(
    'select id from auction_images where auction_id = $1 order by position, id',
    [auction.id],
  );
  return rows.map(({ id }) => id);
}

async function open(): Promise<void> {
  await openAuction(manager, auction.id);
  await manager.getByRole('link', { name: 'Ändra' }).click();
  await manager.getByRole('button', { name: 'Bifoga dokument' }).waitFor();
}

async function save(): Promise<void> {
  await manager.getByRole('button', { name: 'Spara' }).click();
  await manager.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }).waitFor();
  await sees(manager, `Auktion ${auction.number} är ändrad.`);
}

function field(name: string): Locator {
  return manager.getByRole('textbox', { name, exact: true });
}

async function attach(button: string, name: string, mimeType: string, buffer: Buffer) {
  const [chooser] = await Promise.all([
    manager.waitForEvent('filechooser'),
    manager.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles({ name, mimeType, buffer });
  await sees(manager, name);
}
