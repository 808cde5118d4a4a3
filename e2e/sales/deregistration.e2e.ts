// What became of a vehicle that was sold for dismantling: the winner proves it, the seller judges.

import { expect } from '@playwright/test';
import { stockholmDate } from '@restvarde/contract/dates';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { bid, notifyWinner, openAuction } from '../fixtures/bidding.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test('DISM-7, DISM-8, DISM-9 the winner sends a certificate, sends another when it is returned, and it is approved', async ({
  caseManager,
  companyAdmin,
  database,
  seller,
  workshop,
}) => {
  await visit(companyAdmin, '/settings');
  await companyAdmin.getByRole('radio', { name: /^Ja, med intyg/ }).check({ force: true });
  await companyAdmin.getByRole('button', { name: 'Spara' }).click();
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();

  const { id } = await seller.putUp({ damage_condition: 'DISASSEMBLY', reservation_price: '' });
  await openAuction(workshop, id);
  await bid(workshop, '15 000');
  await endIn(database, id, 0);
  await openAuction(caseManager, id);
  await notifyWinner(caseManager);

  await openAuction(workshop, id);
  await expect(workshop.getByText(/^Avregistrera senast \d/)).toBeVisible();
  const sendCertificate = async (name: string) => {
    await workshop.getByRole('combobox', { name: 'Typ av intyg' }).click();
    await workshop.getByRole('option', { name: 'Skrotningsintyg' }).click();
    await workshop.getByLabel('Intygets datum').first().fill(stockholmDate(new Date()));
    await workshop.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    });
    await workshop.getByRole('button', { name: 'Skicka in intyg' }).click();
    await expect(workshop.getByText('Inskickat', { exact: true })).toBeVisible();
  };
  await sendCertificate('första.pdf');
  await assertAccessible(workshop);

  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('link', { name: /^första\.pdf/ })).toBeVisible();
  await caseManager.getByRole('button', { name: 'Be om komplettering' }).click();
  await expect(caseManager.getByText('Ange vad som saknas')).toBeVisible();
  await caseManager.getByLabel('Skäl').fill('Sista sidan saknas.');
  await caseManager.getByRole('button', { name: 'Be om komplettering' }).click();
  await expect(workshop.getByText(/Kompletteras: Sista sidan saknas\./)).toBeVisible();
  await sendCertificate('andra.pdf');

  await caseManager.getByRole('button', { name: 'Godkänn intyget' }).click();
  await expect(caseManager.getByText('Godkänt', { exact: true })).toBeVisible();
  await expect(workshop.getByText('Godkänt', { exact: true })).toBeVisible();
  await assertAccessible(caseManager);
});
