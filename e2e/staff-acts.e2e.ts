// What a case manager does to an auction that has bids: remove one, end it, delete it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bid, openAuction, panelOf, sees, seesNoMore, timelineOf } from './bidding.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller, type Seller } from './seller.ts';

let product: Product;
let windows: Windows;
let seller: Seller;
let manager: Page;
let lind: Page;
let soder: Page;
let id: number;
let number: string;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  seller = await hireSeller(product);
  ({ id, number } = await seller.putUp());
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('AUC-9 a removed bid is gone from all windows, and the panels fall to what is left', async () => {
  manager = await windows.logIn(PEOPLE.manager);
  lind = await windows.logIn(PEOPLE.lind);
  soder = await windows.logIn(PEOPLE.soder);
  for (const page of [manager, lind, soder]) await openAuction(page, id);
  await bid(lind, '10 000');
  await sees(panelOf(soder), 'Lägg 10 500 kr eller mer.');
  await bid(soder, '19 000');
  await sees(panelOf(lind), 'Överbjuden');

  const row = timelineOf(manager).filter({ hasText: '19 000 kr' });
  await row.getByRole('button', { name: 'Fler val för bud 19 000 kr från Söder Plåt' }).click();
  await manager.getByRole('menuitem', { name: 'Ta bort bud' }).click();
  const dialog = manager.getByRole('alertdialog', { name: 'Ta bort bud' });
  await sees(dialog, 'Söder Plåt');
  const sent = countSent(manager, 'DELETE');
  await dialog.getByRole('button', { name: 'Ta bort bud' }).dblclick();
  await sees(manager, 'Budet har tagits bort.');
  await row.waitFor({ state: 'hidden' });
  assert.equal(sent(), 1, 'a double click removes it once');

  await sees(panelOf(lind), 'Lägg 10 500 kr eller mer.');
  await sees(panelOf(lind), 'Du leder med 10 000 kr.');
  await sees(panelOf(soder), 'Bud borttaget');
  await sees(panelOf(soder), 'Ditt bud på 19 000 kr har tagits bort. Kontakta Nordsäkring');
  await sees(panelOf(soder), 'Lägg 10 500 kr eller mer.');
  await seesNoMore(panelOf(soder), 'Bud accepterat');
  assert.equal(await panelOf(lind).getByText('19 000 kr').count(), 0);
  await soder.reload();
  await sees(panelOf(soder), 'Ditt bud på 19 000 kr har tagits bort. Kontakta Nordsäkring');
});

test('AUC-6 «Avsluta» asks, ends the auction everywhere, and chooses no winner', async () => {
  await manager.getByRole('button', { name: 'Avsluta', exact: true }).click();
  const dialog = manager.getByRole('alertdialog', { name: `Avsluta auktion ${number}?` });
  await sees(dialog, 'Buden ligger kvar, och du väljer själv vinnare.');
  await dialog.getByRole('button', { name: 'Låt den pågå' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await sees(panelOf(lind), 'Granska bud');
  await manager.getByRole('button', { name: 'Avsluta', exact: true }).click();
  await dialog.getByRole('button', { name: 'Avsluta auktionen' }).click();
  await sees(manager, 'Auktionen har avslutas.');
  for (const page of [manager, lind, soder]) {
    await page.getByText('Avslutad', { exact: true }).waitFor();
  }
  await seesNoMore(panelOf(lind), 'Granska bud');
  await sees(timelineOf(manager), 'Lind Bil & Plåt');
  assert.equal(await timelineOf(manager).filter({ hasText: 'Vinnare' }).count(), 0);
  assert.equal(await manager.getByRole('button', { name: 'Avsluta', exact: true }).count(), 0);
});

test('AUC-7 «Radera» wants the number of an auction with bids typed, and leads to a list without it', async () => {
  await manager.getByRole('button', { name: `Fler val för auktion ${number}` }).click();
  await manager.getByRole('menuitem', { name: 'Radera' }).click();
  const dialog = manager.getByRole('alertdialog', { name: `Radera auktion ${number}?` });
  const confirm = dialog.getByRole('button', { name: 'Radera' });
  assert.ok(await confirm.isDisabled());
  const typed = dialog.getByRole('textbox', { name: `Skriv ${number} för att bekräfta` });
  await typed.fill('NS-9999');
  assert.ok(await confirm.isDisabled());
  await typed.fill(number);
  const sent = countSent(manager, 'DELETE');
  await confirm.dblclick();
  await sees(manager, 'Auktionen har raderats.');
  assert.equal(sent(), 1, 'a double click deletes it once');
  await manager.waitForURL('**/auctions');
  await sees(manager, 'Inga auktioner');
  assert.equal(await manager.getByRole('article').count(), 0);
  for (const page of [manager, lind]) {
    await page.goto(`/auctions/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Auktionen finns inte' }).waitFor();
  }
});

test('AUC-6 «Avsluta» says nothing of bids where there are none', async () => {
  const page = await windows.logIn(PEOPLE.manager);
  const unsold = await seller.putUp();
  await openAuction(page, unsold.id);
  await page.getByRole('button', { name: 'Avsluta', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: `Avsluta auktion ${unsold.number}?` });
  await sees(dialog, 'Auktionen slutar nu, och Volvo V60 säljs inte. Det går inte att ångra.');
  await dialog.getByRole('button', { name: 'Låt den pågå' }).click();
});

/** Counts what a window sends from now on. */
function countSent(page: Page, method: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method) count++;
  });
  return () => count;
}
