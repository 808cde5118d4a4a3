// A case manager's acts on an auction with bids: remove one, end it, delete it.
import { expect, type Page } from '@playwright/test';
import { bid, openAuction, panelOf, timelineOf } from './fixtures/bidding.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let id: number;
let number: string;

test.beforeAll(async ({ seller }) => {
  ({ id, number } = await seller.putUp());
});

test('AUC-9 a removed bid disappears from all windows, and the panels show the next bid', async ({
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  for (const page of [caseManager, workshop, rivalWorkshop]) await openAuction(page, id);
  await bid(workshop, '10 000');
  await expect(panelOf(rivalWorkshop).getByText('Lägg 10 500 kr eller mer.').first()).toBeVisible();
  await bid(rivalWorkshop, '19 000');
  await expect(panelOf(workshop).getByText('Överbjuden').first()).toBeVisible();

  const row = timelineOf(caseManager).filter({ hasText: '19 000 kr' });
  await row.getByRole('button', { name: 'Fler val för bud 19 000 kr från Söder Plåt' }).click();
  await caseManager.getByRole('menuitem', { name: 'Ta bort bud' }).click();
  const dialog = caseManager.getByRole('alertdialog', { name: 'Ta bort bud' });
  await expect(dialog.getByText('Söder Plåt').first()).toBeVisible();
  const sent = countSent(caseManager, 'DELETE');
  await dialog.getByRole('button', { name: 'Ta bort bud' }).dblclick();
  await expect(caseManager.getByText('Budet har tagits bort.').first()).toBeVisible();
  await expect(row).toBeHidden();
  expect(sent(), 'a double click removes it once').toBe(1);

  await expect(panelOf(workshop).getByRole('button', { name: 'Höj ditt bud' })).toBeVisible();
  await expect(panelOf(workshop).getByText('Du leder med 10 000 kr.').first()).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Bud borttaget').first()).toBeVisible();
  await expect(
    panelOf(rivalWorkshop)
      .getByText('Ditt bud på 19 000 kr har tagits bort. Kontakta Nordsäkring')
      .first(),
  ).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Lägg 10 500 kr eller mer.').first()).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Bud accepterat').first()).toBeHidden();
  await expect(panelOf(workshop).getByText('19 000 kr')).toHaveCount(0);
  await reload(rivalWorkshop);
  await expect(
    panelOf(rivalWorkshop)
      .getByText('Ditt bud på 19 000 kr har tagits bort. Kontakta Nordsäkring')
      .first(),
  ).toBeVisible();
});

test('AUC-6 «Avsluta» asks, ends the auction everywhere, and chooses no winner', async ({
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  await caseManager.getByRole('button', { name: /^Fler val för auktion/ }).click();
  await caseManager.getByRole('menuitem', { name: 'Avsluta' }).click();
  const dialog = caseManager.getByRole('alertdialog', { name: `Avsluta auktion ${number}?` });
  await expect(
    dialog.getByText('Buden ligger kvar, och du väljer själv vinnare.').first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Låt den pågå' }).click();
  await expect(dialog).toBeHidden();
  await expect(panelOf(workshop).getByRole('button', { name: 'Höj ditt bud' })).toBeVisible();
  await caseManager.getByRole('button', { name: /^Fler val för auktion/ }).click();
  await caseManager.getByRole('menuitem', { name: 'Avsluta' }).click();
  await dialog.getByRole('button', { name: 'Avsluta auktionen' }).click();
  await expect(caseManager.getByText('Auktionen har avslutas.').first()).toBeVisible();
  for (const page of [caseManager, workshop, rivalWorkshop]) {
    await expect(page.getByText('Avslutad', { exact: true })).toBeVisible();
  }
  await expect(panelOf(workshop).getByText('Granska bud').first()).toBeHidden();
  await expect(timelineOf(caseManager).getByText('Lind Bil & Plåt').first()).toBeVisible();
  await expect(timelineOf(caseManager).filter({ hasText: 'Vinnare' })).toHaveCount(0);
  await caseManager.getByRole('button', { name: /^Fler val för auktion/ }).click();
  await expect(caseManager.getByRole('menuitem')).toHaveText(['Radera']);
  await caseManager.keyboard.press('Escape');
});

test('AUC-7 «Radera» requires the number of an auction with bids, and leads to a list without it', async ({
  workshop,
  caseManager,
}) => {
  await caseManager.getByRole('button', { name: `Fler val för auktion ${number}` }).click();
  await caseManager.getByRole('menuitem', { name: 'Radera' }).click();
  const dialog = caseManager.getByRole('alertdialog', { name: `Radera auktion ${number}?` });
  const confirm = dialog.getByRole('button', { name: 'Radera' });
  await expect(confirm).toBeDisabled();
  const typed = dialog.getByRole('textbox', { name: `Skriv ${number} för att bekräfta` });
  await typed.fill('NS-9999');
  await expect(confirm).toBeDisabled();
  await typed.fill(number);
  const sent = countSent(caseManager, 'DELETE');
  await confirm.dblclick();
  await expect(caseManager.getByText('Auktionen har raderats.').first()).toBeVisible();
  expect(sent(), 'a double click deletes it once').toBe(1);
  await caseManager.waitForURL('**/auctions');
  await expect(caseManager.getByText('Inga auktioner').first()).toBeVisible();
  await expect(caseManager.getByRole('article')).toHaveCount(0);
  for (const page of [caseManager, workshop]) {
    await visit(page, `/auctions/${id}`);
    await expect(
      page.getByRole('heading', { level: 1, name: 'Auktionen finns inte' }),
    ).toBeVisible();
  }
});

test('AUC-6 «Avsluta» does not mention bids if there are none', async ({
  seller,
  caseManager: page,
}) => {
  const unsold = await seller.putUp();
  await openAuction(page, unsold.id);
  await page.getByRole('button', { name: /^Fler val för auktion/ }).click();
  await page.getByRole('menuitem', { name: 'Avsluta' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Avsluta auktion ${unsold.number}?` });
  await expect(
    dialog
      .getByText('Auktionen slutar nu, och Volvo V60 säljs inte. Det går inte att ångra.')
      .first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Låt den pågå' }).click();
});

/** Counts the window's requests. */
function countSent(page: Page, method: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method) count++;
  });
  return () => count;
}
