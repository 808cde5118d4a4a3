// What was not sold is put up once more: as it stands or with changes, and where people find it then.

import { expect } from '@playwright/test';
import { assertAccessible, TWO_SCREENS } from '../fixtures/accessibility.ts';
import { bid, openAuction, panelOf } from '../fixtures/bidding.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';

const RELISTED = /^Objektet är upplagt på nytt\. Auktion /;

test('RELIST-1, RELIST-3, RELIST-4 «Lägg upp direkt» asks once, releases the bids, and both pages lead to each other', async ({
  caseManager,
  database,
  seller,
  workshop,
}) => {
  const { id, number } = await seller.putUp({ reservation_price: '30000' });
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await endIn(database, id, 0);
  await openAuction(caseManager, id);
  const direct = caseManager.getByRole('button', { name: 'Lägg upp direkt' });
  await direct.click({ timeout: 30_000 });
  const dialog = caseManager.getByRole('alertdialog', { name: 'Lägg upp direkt' });
  await expect(dialog.getByText(`Buden på ${number} släpps.`)).toBeVisible();
  await assertAccessible(caseManager, TWO_SCREENS);
  await dialog.getByRole('button', { name: 'Lägg upp' }).dblclick();

  await expect(caseManager).not.toHaveURL(new RegExp(`/auctions/${id}$`));
  await expect(caseManager.getByText('Upplagd på nytt från')).toBeVisible();
  const before = caseManager.getByRole('link', { name: number });
  await expect(before).toBeVisible();
  await before.click();
  await expect(caseManager).toHaveURL(new RegExp(`/auctions/${id}$`));
  await expect(caseManager.getByText(RELISTED)).toBeVisible();
  for (const name of ['Lägg upp direkt', 'Ej såld']) {
    await expect(caseManager.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(caseManager.getByRole('button', { name: /^Fler val för bud/ })).toHaveCount(0);

  await expect(panelOf(workshop).getByText('Ej såld').first()).toBeVisible();
  await panelOf(workshop)
    .getByRole('link', { name: /^Auktion / })
    .click();
  await expect(panelOf(workshop).getByRole('textbox', { name: 'Ditt bud i kronor' })).toBeVisible();
  await expect(workshop.getByText('Upplagd på nytt från')).toHaveCount(0);
});
