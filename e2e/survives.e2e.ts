// A power cut in the middle of the bidding: nothing that was accepted is lost, nothing is placed twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bid, openAuction, panelOf, review, sees, timelineOf } from './bidding.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

let product: Product;
let windows: Windows;
let manager: Page;
let lind: Page;
let soder: Page;
let id: number;

before(async () => {
  product = await startProduct({ isFresh: true });
  windows = await openWindows(product);
  ({ id } = await (await hireSeller(product)).putUp());
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('SHELL-7, BID-8 bids that were accepted are there after server and database were killed', async () => {
  manager = await windows.logIn(PEOPLE.manager);
  lind = await windows.logIn(PEOPLE.lind);
  soder = await windows.logIn(PEOPLE.soder);
  for (const page of [manager, lind, soder]) await openAuction(page, id);
  await bid(lind, '10 000');
  await bid(soder, '10 500');
  await bid(lind, '11 000');
  await product.kill();
  for (const page of [manager, soder]) await sees(page, /^Återansluter … Uppgifterna är från /);
  // What is shown stays meanwhile.
  await sees(panelOf(soder), '11 000 kr');
});

test('BID-8 a bid that was confirmed while the server was away is placed once when it is back', async () => {
  await review(soder, '12 000');
  await panelOf(soder).getByRole('button', { name: 'Bekräfta 12 000 kr' }).click();
  await sees(panelOf(soder), 'Vi kontrollerar om ditt bud registrerades…');
  await product.start();
  await sees(panelOf(soder), 'Bud accepterat');
  await sees(panelOf(soder), 'Du leder med 12 000 kr.');
  assert.deepEqual(await bidsOnDisk(), [10_000, 10_500, 11_000, 12_000]);
});

test('LIVE-2, SHELL-7 open pages connect again by themselves, and show what is true', async () => {
  await sees(panelOf(lind), 'Överbjuden');
  await sees(panelOf(lind), '12 000 kr');
  await sees(timelineOf(manager), '12 000 kr');
  assert.equal(await timelineOf(manager).count(), 4);
  for (const page of [lind, soder, manager]) {
    await page.getByText('Återansluter').waitFor({ state: 'hidden' });
  }
  // Still live: the next bid reaches all.
  await bid(lind, '12 500');
  await sees(panelOf(soder), 'Överbjuden');
  await sees(timelineOf(manager), '12 500 kr');
  assert.deepEqual(await bidsOnDisk(), [10_000, 10_500, 11_000, 12_000, 12_500]);
});

test('BID-8 a bid whose answer was lost on the way is found again, and not placed twice', async () => {
  await soder.route(
    '**/bids',
    async (route) => {
      // It gets there, and is answered; the answer never comes home.
      assert.equal((await route.fetch()).status(), 201);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await bid(soder, '13 000');
  assert.deepEqual((await bidsOnDisk()).slice(-2), [12_500, 13_000]);
});

async function bidsOnDisk(): Promise<number[]> {
  const { rows } = await product.database.query(
    'select amount from bids where auction_id = $1 order by id',
    [id],
  );
  return rows.map((row) => row.amount);
}
