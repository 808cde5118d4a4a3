// From the notification to the handover, for winner and staff.
import { expect } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { bid, notifyWinner, openAuction, panelOf } from './fixtures/bidding.ts';
import { endIn } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test('PICK-1, PICK-2, PICK-5 the winner shows its code and receives the object', async ({
  seller,
  workshop,
  caseManager,
  database,
}) => {
  const { id } = await seller.putUp({ hidden_reservation_price: '0' });
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await endIn(database, id, 1);
  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toBeVisible();
  await notifyWinner(caseManager);
  const code = panelOf(workshop).getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  await expect(code).toBeVisible();
  const shown = await code.innerText();
  await expect(
    panelOf(workshop).getByText(/^Fri lagring t\.o\.m\. (mån|tis|ons|tor|fre|lör|sön)/),
  ).toBeVisible();
  await assertAccessible(workshop);

  const collection = caseManager.getByRole('region', { name: 'Hämtning', exact: true });
  await expect(collection.getByText(shown)).toBeVisible();
  await assertAccessible(caseManager);
  await collection.getByRole('button', { name: 'Lämna ut' }).click();
  const dialog = caseManager.getByRole('dialog', { name: 'Lämna ut' });
  await dialog.getByRole('button', { name: 'Lämna ut' }).click();
  await expect(dialog.getByText('Ange köparens kod')).toBeVisible();
  await expect(dialog.getByText('Ange vem som hämtade')).toBeVisible();
  await dialog.getByLabel('Köparens kod').fill('AAAAAA');
  await dialog.getByLabel('Vem hämtar?').fill('Kim Åkesson');
  await dialog.getByRole('button', { name: 'Lämna ut' }).click();
  await expect(dialog.getByText('Koden stämmer inte.')).toBeVisible();
  await assertAccessible(caseManager);
  await dialog.getByLabel('Köparens kod').fill(shown.toLowerCase());
  await dialog.getByRole('button', { name: 'Lämna ut' }).click();
  await expect(dialog).toBeHidden();
  await expect(collection.getByText('Kim Åkesson')).toBeVisible();
  await expect(collection.getByRole('button', { name: 'Lämna ut' })).toBeHidden();
  await expect(panelOf(workshop).getByText('Hämtat av Kim Åkesson')).toBeVisible();
});

test('LIST-6, PICK-2, PICK-8 a won card shows the code and the last free day, and later that the purchase was undone', async ({
  seller,
  workshop,
  caseManager,
  database,
}) => {
  const { id, number } = await seller.putUp({ hidden_reservation_price: '0', hidden_bids: '1' });
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await endIn(database, id, 1);
  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toBeVisible();
  await notifyWinner(caseManager);
  const collection = caseManager.getByRole('region', { name: 'Hämtning', exact: true });
  await expect(collection).toBeVisible();

  const card = workshop.getByRole('article').filter({ hasText: number });
  await visit(workshop, '/won-auctions');
  await expect(card.getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/)).toBeVisible();
  await expect(card.getByText(/^Fri lagring t\.o\.m\./)).toBeVisible();
  await assertAccessible(workshop);

  await caseManager.getByRole('button', { name: /^Fler val för auktion/ }).click();
  await caseManager.getByRole('menuitem', { name: 'Häv köpet' }).click();
  const dialog = caseManager.getByRole('alertdialog');
  await dialog.getByLabel('Skäl').fill('Köparen har ångrat sig');
  await dialog.getByText('Köparen har godkänt').click();
  await dialog.getByRole('button', { name: 'Häv köpet' }).click();
  await expect(dialog).toBeHidden();
  await visit(workshop, '/won-auctions');
  const done = workshop.getByRole('list', { name: /^Klara/ });
  await expect(done.getByText('Köpet är hävt')).toBeVisible();
  await assertAccessible(workshop);
  await expect(card.getByText(/^Fri lagring t\.o\.m\./)).toBeHidden();
});
