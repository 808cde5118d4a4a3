// What is done with accounts, as those see it who look after them, and as their owners do.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { PEOPLE, takeTokens } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('SEC-2 an admin finds who logged in, by person and kind, and takes the log out as CSV', async ({
  companyAdmin,
  product,
}) => {
  await takeTokens(product, PEOPLE.caseManager);
  await visit(companyAdmin, '/settings/security');
  const events = companyAdmin.getByRole('list', { name: 'Händelser, den senaste först' });
  const logins = events.getByRole('listitem').filter({ hasText: 'Loggade in' });
  await expect(logins.filter({ hasText: 'Maria Nordin' }).first()).toBeVisible();
  await companyAdmin.getByRole('textbox', { name: 'Person' }).fill('maria');
  await expect(events.getByRole('listitem').filter({ hasText: 'Anders' })).toHaveCount(0);
  await companyAdmin.getByRole('button', { name: /Händelse/ }).click();
  await companyAdmin.getByRole('option', { name: 'Export hämtad' }).click();
  await expect(companyAdmin.getByText('Inga händelser stämmer med filtren.')).toBeVisible();

  const download = companyAdmin.waitForEvent('download');
  await companyAdmin.getByRole('button', { name: 'Exportera CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('Export hämtad;säkerhetslogg;Maria Nordin;Maria Nordin;Nordsäkring');
});
