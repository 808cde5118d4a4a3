// Buyers for dismantling: the company's setting, a workshop's authorisation, and its check.

import { expect } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('DISM-3 a company sells for dismantling to authorised dismantlers only, and others see why they may not bid', async ({
  companyAdmin,
  seller,
  workshop,
}) => {
  await visit(companyAdmin, '/settings');
  await companyAdmin
    .getByRole('radio', { name: 'Bara auktoriserade bilskrotare. Övriga kan se objekten.' })
    .check({ force: true });
  await companyAdmin.getByRole('button', { name: 'Spara Försäljning' }).click();
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();

  const { id } = await seller.putUp({ damage_condition: 'DISASSEMBLY' });
  await visit(workshop, `/auctions/${id}`);
  await expect(
    workshop.getByText('Bara auktoriserade bilskrotare får bjuda.').first(),
  ).toBeVisible();
  await expect(workshop.getByLabel('Ditt bud')).toHaveCount(0);
  await assertAccessible(workshop);
});

test('DISM-1, DISM-2, GEN-6 a workshop enters its authorisation, and may bid when its company’s admin has checked it', async ({
  companyAdmin,
  seller,
  workshop,
}) => {
  await visit(workshop, '/settings');
  const save = workshop.getByRole('button', { name: 'Spara auktorisation' });
  await save.click();
  await expect(workshop.getByText('Du måste ange auktorisationens nummer').first()).toBeVisible();
  await expect(workshop.getByText('Du måste välja län').first()).toBeVisible();
  await workshop.getByLabel('Auktorisationens nummer').fill('551-1234-2020');
  await workshop.getByRole('combobox', { name: 'Län', exact: true }).click();
  await workshop.getByRole('option', { name: 'Örebro län' }).click();
  await workshop.locator('input[type=file]').setInputFiles({
    name: 'beslut.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await save.click();
  await expect(
    workshop.getByText('Väntar på att kontrolleras mot länsstyrelsens beslut.').first(),
  ).toBeVisible();
  await expect(workshop.getByRole('link', { name: /^beslut\.pdf/ })).toBeVisible();
  await assertAccessible(workshop);

  await visit(companyAdmin, '/');
  const notice = companyAdmin.getByText('har angett en auktorisation som ska kontrolleras.');
  await expect(notice).toBeVisible();
  await companyAdmin.getByRole('link', { name: 'Visa', exact: true }).click();
  await companyAdmin
    .getByRole('button', { name: 'Kontrollerad mot länsstyrelsens beslut' })
    .click();
  await expect(
    companyAdmin
      .getByText(/^Kontrollerad mot länsstyrelsens beslut .* av .*Nordsäkring\.$/)
      .first(),
  ).toBeVisible();
  await assertAccessible(companyAdmin);
  await visit(companyAdmin, '/');
  await expect(companyAdmin.getByRole('heading', { name: 'Att göra' })).toBeVisible();
  await expect(notice).toHaveCount(0);

  const { id } = await seller.putUp({ damage_condition: 'DISASSEMBLY' });
  await visit(workshop, `/auctions/${id}`);
  await expect(workshop.getByLabel('Ditt bud')).toBeVisible();
});

test('DISM-1 a workshop removes its authorisation, and the form is empty again', async ({
  workshop,
}) => {
  await visit(workshop, '/settings');
  const removal = workshop.getByRole('button', { name: 'Ta bort auktorisation' });
  await removal.click();
  const dialog = workshop.getByRole('alertdialog', { name: 'Ta bort auktorisationen?' });
  await dialog.getByRole('button', { name: 'Ta bort' }).click();
  await expect(workshop.getByText('Auktorisationen är borttagen.').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(removal).toHaveCount(0);
  await expect(workshop.getByLabel('Auktorisationens nummer')).toHaveValue('');
});
