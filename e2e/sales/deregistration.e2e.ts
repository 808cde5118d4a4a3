// Deregistration of a vehicle sold for dismantling: the winner's certificate and the seller's check.

import { expect, type Page } from '@playwright/test';
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
  await companyAdmin.getByRole('button', { name: 'Spara Försäljning' }).click();
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();

  const { id } = await seller.putUp({ damage_condition: 'DISASSEMBLY', reservation_price: '' });
  await openAuction(workshop, id);
  await bid(workshop, '15 000');
  await endIn(database, id, 0);
  await openAuction(caseManager, id);
  await notifyWinner(caseManager);

  await openAuction(workshop, id);
  await handOver(caseManager, workshop);
  const form = workshop.getByRole('region', { name: 'Avregistrering' });
  const sendCertificate = async (name: string) => {
    await form.getByRole('button', { name: 'Skicka in intyg' }).click();
    await workshop.getByRole('combobox', { name: 'Typ av intyg' }).click();
    await workshop.getByRole('option', { name: 'Skrotningsintyg' }).click();
    await workshop.getByLabel('Intygets datum').first().fill(stockholmDate(new Date()));
    await workshop.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    });
    await form.getByRole('button', { name: 'Skicka in intyg' }).click();
    await expect(form.getByText('Inskickat', { exact: true })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Byt ut intyget' })).toBeVisible();
  };
  await sendCertificate('första.pdf');
  await assertAccessible(workshop);

  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('link', { name: /^första\.pdf/ })).toBeVisible();
  await caseManager.getByRole('button', { name: 'Be om komplettering' }).click();
  const dialog = caseManager.getByRole('alertdialog', { name: 'Be om komplettering' });
  await dialog.getByRole('button', { name: 'Be om komplettering' }).click();
  await expect(dialog.getByText('Ange vad som saknas')).toBeVisible();
  await dialog.getByLabel('Vad saknas?').fill('Sista sidan saknas.');
  await dialog.getByRole('button', { name: 'Be om komplettering' }).click();
  await expect(workshop.getByText(/Kompletteras: Sista sidan saknas\./)).toBeVisible();
  await sendCertificate('andra.pdf');

  await caseManager.getByRole('button', { name: 'Godkänn intyget' }).click();
  await expect(caseManager.getByText('Godkänt', { exact: true }).first()).toBeVisible();
  await expect(workshop.getByText('Godkänt', { exact: true }).first()).toBeVisible();
  await assertAccessible(caseManager);
});

/** Hands the object over without its code. */
async function handOver(staff: Page, buyer: Page): Promise<void> {
  const collection = staff.getByRole('region', { name: 'Hämtning', exact: true });
  await collection.getByRole('button', { name: 'Lämna ut' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Lämna ut' });
  await dialog.getByText('Lämna ut utan kod').click();
  await dialog.getByLabel('Varför utan kod?').fill('Telefonen var död');
  await dialog.getByLabel('Vem hämtar?').fill('Kim Åkesson');
  await dialog.getByRole('button', { name: 'Lämna ut' }).click();
  await expect(dialog).toBeHidden();
  await expect(buyer.getByText('Hämtat av Kim Åkesson')).toBeVisible();
}
