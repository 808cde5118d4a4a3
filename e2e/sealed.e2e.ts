// Sealed auctions: workshops see no bids but their own.
import { expect, type Page } from '@playwright/test';
import { bid, openAuction, panelOf, timelineOf } from './fixtures/bidding.ts';
import { endIn } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

/** Amounts that do not occur by chance. */
const LINDS = 23_457;
const SODERS = 31_913;

let soderList: Page;
let id: number;

test.beforeAll(async ({ seller }) => {
  ({ id } = await seller.putUp({ hidden_bids: '1' }));
});

test('AUC-13, LIVE-3 no list, page or socket message of a workshop reveals a rival’s bid', async ({
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  soderList = await rivalWorkshop.context().newPage();
  const received = [listenTo(rivalWorkshop), listenTo(soderList)];
  await openAuction(rivalWorkshop, id);
  await visit(soderList, '/auctions');
  const card = soderList.getByRole('article').filter({ hasText: 'Volvo V60' });
  await expect(card.getByText('Dolda bud').first()).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Dolda bud').first()).toBeVisible();
  await openAuction(caseManager, id);
  await openAuction(workshop, id);
  await bid(workshop, grouped(LINDS));
  await expect(
    panelOf(workshop)
      .getByText(`Ditt bud på ${grouped(LINDS)} kr är lagt. Buden är dolda`)
      .first(),
  ).toBeVisible();
  // The case manager has the message, so all sockets have.
  await expect(
    timelineOf(caseManager)
      .getByText(`${grouped(LINDS)} kr`)
      .first(),
  ).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Inget bud').first()).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Lägg 10 000 kr eller mer.').first()).toBeVisible();

  await bid(rivalWorkshop, grouped(SODERS));
  await expect(panelOf(rivalWorkshop).getByText('Ditt högsta bud').first()).toBeVisible();
  await expect(card.getByText('Ditt bud').first()).toBeVisible();
  await expect(card.getByText(`${grouped(SODERS)} kr`).first()).toBeVisible();
  await reload(rivalWorkshop);
  await reload(soderList);
  await expect(
    panelOf(rivalWorkshop)
      .getByText(`Ditt högsta bud är ${grouped(SODERS)} kr.`)
      .first(),
  ).toBeVisible();
  await expect(card.getByText('Ditt bud').first()).toBeVisible();
  await expect(card.getByText('Dolda bud').first()).toBeVisible();
  for (const { text } of received) {
    await expect.poll(text, 'it gets its own').toMatch(new RegExp(String(SODERS)));
    expect(text(), 'and not of the other').not.toMatch(new RegExp(String(LINDS)));
  }
});

test('BID-7, BID-3 a bid below another’s is accepted, and each station’s minimum follows its own bid', async ({
  workshop,
  caseManager,
}) => {
  await expect(panelOf(workshop).getByText('Lägg 23 957 kr eller mer.').first()).toBeVisible();
  await bid(workshop, '23 957');
  await expect(timelineOf(caseManager).getByText('23 957 kr').first()).toBeVisible();
  await expect(timelineOf(caseManager)).toHaveCount(3);
  for (const text of ['Överbjuden', 'Leder', `${grouped(SODERS)} kr`]) {
    await expect(panelOf(workshop).getByText(text), `no «${text}»`).toHaveCount(0);
  }
});

test('AUC-13, AUC-8 the case manager sees all, and after the end chooses a lower bid with a reason', async ({
  database,
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  await expect(
    caseManager
      .getByRole('region', { name: 'Budläge' })
      .getByText(`${grouped(SODERS)} kr`)
      .first(),
  ).toBeVisible();
  await endIn(database, id, 1);
  for (const page of [caseManager, workshop, rivalWorkshop]) {
    await expect(page.getByText('Avslutad', { exact: true })).toBeVisible();
  }
  await expect(
    timelineOf(caseManager).filter({ hasText: 'Söder Plåt' }).getByText('Vinnare').first(),
  ).toBeVisible();
  const lower = timelineOf(caseManager).filter({ hasText: '23 957' });
  await lower.getByRole('button', { name: 'Fler val för bud' }).click();
  await caseManager.getByRole('menuitem', { name: 'Välj vinnare' }).click();
  const dialog = caseManager.getByRole('alertdialog', { name: 'Välj vinnare' });
  await dialog.getByRole('button', { name: 'Välj vinnare' }).click();
  await expect(
    dialog.getByText('Ange varför ett annat bud än det högsta väljs.').first(),
  ).toBeVisible();
  await dialog
    .getByRole('textbox', { name: 'Varför väljs ett annat bud än det högsta?' })
    .fill('Verkstaden kan hämta i dag.');
  await dialog.getByRole('button', { name: 'Välj vinnare' }).click();
  await expect(caseManager.getByText('Vinnaren har valts.').first()).toBeVisible();
  await expect(lower.getByText('Vinnare').first()).toBeVisible();
  await expect(timelineOf(caseManager).filter({ hasText: 'Vinnare' })).toHaveCount(1);
});

test('AUC-13 after the end, too, a workshop sees its own bid only', async ({ rivalWorkshop }) => {
  const received = listenTo(rivalWorkshop);
  await reload(rivalWorkshop);
  await expect(
    panelOf(rivalWorkshop)
      .getByText(`Ditt högsta bud var ${grouped(SODERS)} kr.`)
      .first(),
  ).toBeVisible();
  await reload(soderList);
  await expect(
    soderList.getByRole('article').filter({ hasText: 'Volvo V60' }).getByText('Slutade').first(),
  ).toBeVisible();
  for (const rival of [LINDS, 23_957])
    expect(received.text()).not.toMatch(new RegExp(String(rival)));
});

/** Records all answers and live messages of a window. */
function listenTo(page: Page): { text(): string } {
  const received: string[] = [];
  page.on('response', async (response) => {
    if (!/\/api\//.test(response.url())) return;
    // A request aborted by a reload has no body.
    received.push(await response.text().catch(() => ''));
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  return { text: () => received.join('\n') };
}

/** «23 457» */
function grouped(amount: number): string {
  return `${Math.floor(amount / 1000)} ${String(amount % 1000).padStart(3, '0')}`;
}
