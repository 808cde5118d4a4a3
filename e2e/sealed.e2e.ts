// A sealed auction: workshops know of no bids but their own, wherever they look.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bid, openAuction, panelOf, sees, timelineOf } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { endIn, hireSeller } from './seller.ts';

/** Amounts that turn up nowhere by chance. */
const LINDS = 23_457;
const SODERS = 31_913;

let product: Product;
let windows: Windows;
let manager: Page;
let lind: Page;
let soder: Page;
let soderList: Page;
let id: number;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  ({ id } = await (await hireSeller(product)).putUp({ hidden_bids: '1' }));
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('AUC-13, LIVE-3 neither the list, the page nor the socket of a workshop tells of a rival’s bid', async () => {
  soder = await windows.logIn(PEOPLE.soder);
  soderList = await soder.context().newPage();
  const heard = [listenTo(soder), listenTo(soderList)];
  await openAuction(soder, id);
  await soderList.goto('/auctions');
  const card = soderList.getByRole('article').filter({ hasText: 'Volvo V60' });
  await sees(card, 'Dolda bud');
  await sees(panelOf(soder), 'Dolda bud');

  manager = await windows.logIn(PEOPLE.manager);
  await openAuction(manager, id);
  lind = await windows.logIn(PEOPLE.lind);
  await openAuction(lind, id);
  await bid(lind, grouped(LINDS));
  await sees(panelOf(lind), `Ditt bud på ${grouped(LINDS)} kr är lagt. Buden är dolda`);
  // The case manager has it live, so it has gone to all sockets that it goes to.
  await sees(timelineOf(manager), `${grouped(LINDS)} kr`);
  await sees(panelOf(soder), 'Inget bud');
  await sees(panelOf(soder), 'Lägg 10 000 kr eller mer.');

  await bid(soder, grouped(SODERS));
  await sees(panelOf(soder), 'Ditt högsta bud');
  await sees(card, 'Ditt bud');
  await sees(card, `${grouped(SODERS)} kr`);
  await soder.reload();
  await soderList.reload();
  await sees(panelOf(soder), `Ditt högsta bud är ${grouped(SODERS)} kr.`);
  await sees(card, 'Ditt bud');
  await sees(card, 'Dolda bud');
  for (const { text } of heard) {
    assert.match(text(), new RegExp(String(SODERS)), 'it does hear of its own');
    assert.doesNotMatch(text(), new RegExp(String(LINDS)), 'and not of the other');
  }
});

test('BID-7, BID-3 a lower bid than another’s stands, and one’s own minimum follows one’s own bid', async () => {
  await sees(panelOf(lind), 'Lägg 23 957 kr eller mer.');
  await bid(lind, '23 957');
  await sees(timelineOf(manager), '23 957 kr');
  await eventually('all three bids', async () => (await timelineOf(manager).count()) === 3);
  for (const text of ['Överbjuden', 'Leder', `${grouped(SODERS)} kr`]) {
    assert.equal(await panelOf(lind).getByText(text).count(), 0, `no «${text}»`);
  }
});

test('AUC-13, AUC-8 the case manager sees all, and after the end chooses a lower bid with a reason', async () => {
  await sees(manager.getByRole('region', { name: 'Budläge' }), `${grouped(SODERS)} kr`);
  await endIn(product, id, 1);
  for (const page of [manager, lind, soder]) {
    await page.getByText('Avslutad', { exact: true }).waitFor();
  }
  await sees(timelineOf(manager).filter({ hasText: 'Söder Plåt' }), 'Vinnare');
  const lower = timelineOf(manager).filter({ hasText: '23 957' });
  await lower.getByRole('button', { name: 'Fler val för bud' }).click();
  await manager.getByRole('menuitem', { name: 'Välj vinnare' }).click();
  const dialog = manager.getByRole('alertdialog', { name: 'Välj vinnare' });
  await dialog.getByRole('button', { name: 'Välj vinnare' }).click();
  await sees(dialog, 'Ange varför ett annat bud än det högsta väljs.');
  await dialog
    .getByRole('textbox', { name: 'Varför väljs ett annat bud än det högsta?' })
    .fill('Verkstaden kan hämta i dag.');
  await dialog.getByRole('button', { name: 'Välj vinnare' }).click();
  await sees(manager, 'Vinnaren har valts.');
  await sees(lower, 'Vinnare');
  assert.equal(await timelineOf(manager).filter({ hasText: 'Vinnare' }).count(), 1);
});

test('AUC-13 after the end too, a workshop learns of its own bid alone', async () => {
  const heard = listenTo(soder);
  await soder.reload();
  await sees(panelOf(soder), `Ditt högsta bud var ${grouped(SODERS)} kr.`);
  await soderList.reload();
  await sees(soderList.getByRole('article').filter({ hasText: 'Volvo V60' }), 'Slutade');
  for (const rival of [LINDS, 23_957]) assert.doesNotMatch(heard.text(), new RegExp(String(rival)));
});

/** Writes down all that comes from the server to a window: answers and live messages. */
function listenTo(page: Page): { text(): string } {
  const heard: string[] = [];
  page.on('response', async (response) => {
    if (!/\/api\//.test(response.url())) return;
    // One that was cut off by a reload has no body.
    heard.push(await response.text().catch(() => ''));
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
  });
  return { text: () => heard.join('\n') };
}

/** «23 457» */
function grouped(amount: number): string {
  return `${Math.floor(amount / 1000)} ${String(amount % 1000).padStart(3, '0')}`;
}
