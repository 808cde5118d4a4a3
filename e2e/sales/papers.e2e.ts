// Documents of a sale: the seller adds one, the buyer reads it and prints the collection slip.
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { bid, notifyWinner, openAuction } from '../fixtures/bidding.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';

test('PICK-9, AUC-3 the seller adds a document with a name for the buyer, and both can print the slip', async ({
  seller,
  openSignedIn,
  caseManager,
  database,
}) => {
  const { id } = await seller.putUp({ hidden_reservation_price: '0' });
  const buyer = await openSignedIn(PEOPLE.rivalWorkshop, { width: 360, height: 740 });
  await openAuction(buyer, id);
  await bid(buyer, '12 000');
  await endIn(database, id, 1);
  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toBeVisible();
  await notifyWinner(caseManager);

  const papers = papersOf(caseManager);
  const choosing = caseManager.waitForEvent('filechooser');
  await papers.getByRole('button', { name: 'Bifoga fil' }).click();
  const content = makePdf(['Att betala: 12 000 kr']);
  await (await choosing).setFiles({
    name: 'scan 0017.pdf',
    mimeType: 'application/pdf',
    buffer: content,
  });
  const name = papers.getByLabel('Dokumentets namn');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('scan 0017');
  await assertAccessible(caseManager, [{ width: 360, colorScheme: 'light' }]);
  await name.fill('Faktura');
  await papers.getByRole('button', { name: 'Lägg till dokumentet' }).click();
  await expect(papers.getByRole('link', { name: /^Faktura/ })).toBeVisible();
  await expect(name).toBeHidden();

  // Without a reload.
  const read = papersOf(buyer);
  const link = read.getByRole('link', { name: /^Faktura/ });
  await expect(link).toBeVisible();
  const address = new URL((await link.getAttribute('href'))!, buyer.url());
  expect(await (await buyer.request.get(address.href)).body()).toEqual(content);
  await expect(read.getByRole('button', { name: /Ta bort/ })).toHaveCount(0);
  await read.getByRole('button', { name: 'Visa Faktura här' }).click();
  const shown = buyer.getByRole('dialog', { name: 'Faktura' });
  await expect(shown.getByText('Att betala: 12 000 kr')).toBeAttached();
  await buyer.keyboard.press('Escape');
  const downloading = buyer.waitForEvent('download');
  await read.getByRole('button', { name: 'Utlämningssedel (PDF)' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);

  await papers.getByRole('button', { name: 'Ta bort Faktura' }).click();
  await expect(papers.getByRole('link', { name: /^Faktura/ })).toHaveCount(0);
  await expect(link).toHaveCount(0);
});

const papersOf = (page: Page) =>
  page
    .locator('section:not(:has(section))')
    .filter({ has: page.getByRole('heading', { name: 'Dokument till köpet' }) });
