// Auctions from a file.

import { expect, type Page } from '@playwright/test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

const day = (days: number) => addDays(stockholmDate(new Date()), days);

const HEAD =
  'Fabrikat;Reg.nr;Kategori;Säljes för;Säljområde;Dolda bud;Dolt reservationspris;Uppställningsplats;Startdatum;Starttid;Slutdatum;Sluttid;Färg';
const row = (manufacturer: string, number: string) =>
  `${manufacturer};${number};Personbil;Reparation;Egna verkstäder;Nej;Nej;Kumla;${day(1)};8:00;${day(4)};14:00;röd`;

async function choose(page: Page, ...rows: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Välj fil' }).click();
  const buffer = Buffer.from([HEAD, ...rows].join('\r\n'));
  await (await chooser).setFiles({ name: 'objekt.csv', mimeType: 'text/csv', buffer });
}

test('FEED-7 a case manager imports a file after its faults are corrected', async ({
  caseManager: page,
}) => {
  await visit(page, '/auctions');
  await page.getByRole('link', { name: 'Läs in från fil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Läs in från fil' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hämta mall' }).click();
  expect((await download).suggestedFilename()).toMatch(/^mall .*\.csv$/);

  await choose(page, row('Volvo', 'IMP001'), row('', 'IMP002'));
  await expect(page.getByText('1 av 2 rader har fel')).toBeVisible();
  await expect(page.getByText('Rad 3', { exact: true })).toBeVisible();
  await expect(page.getByText('Du måste ange ett fabrikat')).toBeVisible();
  await expect(page.getByText('Kolumner som inte läses in')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Läs in \d/ })).toHaveCount(0);
  await assertAccessible(page);

  await choose(page, row('Volvo', 'IMP001'), row('Saab', 'IMP002'));
  await page.getByRole('button', { name: 'Läs in 2 objekt' }).click();
  await expect(page.getByText('2 objekt är inlästa')).toBeVisible();
  await assertAccessible(page);

  await page.getByRole('button', { name: 'Läs in en fil till' }).click();
  await choose(page, row('Volvo', 'IMP001'), row('Saab', 'IMP002'));
  await page.getByRole('button', { name: 'Läs in 2 objekt' }).click();
  await expect(page.getByText(/^Filen är redan inläst/)).toBeVisible();
  await visit(page, '/auctions?registration_number=IMP002');
  await expect(page.getByText('Saab').first()).toBeVisible();
});

test('FEED-12 «Integrationer» leads to the integrator’s guide, which is public', async ({
  companyAdmin,
  openWindow,
}) => {
  await visit(companyAdmin, '/settings/integrations');
  await companyAdmin.getByRole('link', { name: 'Guide för systemutvecklare' }).click();
  const heading = (page: Page) => page.getByRole('heading', { level: 2, name: '9. Import a CSV' });
  await expect(heading(companyAdmin)).toBeVisible();
  const nobody = await openWindow();
  await visit(nobody, '/help/integrations');
  await expect(heading(nobody)).toBeVisible();
  await assertAccessible(nobody);
});
