// What documents look like, in a browser that shows PDFs.
import { expect } from '@playwright/test';
import { openAuction } from '../fixtures/bidding.ts';
import { attach } from '../fixtures/files.ts';
import { test } from '../fixtures/test.ts';
import { BROWSER_ARGS } from '../fixtures/windows.ts';

// The headless shell has no viewer of PDFs.
test.use({ launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: BROWSER_ARGS } });

test('AUC-3 a PDF is shown over the page by the browser’s own viewer, a photo as it is', async ({
  seller,
  caseManager,
}) => {
  const { id, number } = await seller.putUp();
  await openAuction(caseManager, id);
  const photo = await caseManager.screenshot({ type: 'jpeg', quality: 80 });
  await caseManager.getByRole('link', { name: 'Ändra' }).click();
  const report = Buffer.from('%PDF-1.4\n%%EOF\n');
  await attach(caseManager, 'Bifoga dokument', 'Protokoll.pdf', 'application/pdf', report);
  await attach(caseManager, 'Bifoga dokument', 'skada.jpg', 'image/jpeg', photo);
  await caseManager.getByRole('button', { name: 'Spara' }).click();
  await expect(caseManager.getByText(`Auktion ${number} är ändrad.`).first()).toBeVisible();
  const opener = caseManager.getByRole('button', { name: 'Visa Protokoll.pdf här' });
  const [viewed] = await Promise.all([
    caseManager.waitForResponse((response) => response.url().includes('Protokoll.pdf')),
    opener.click(),
  ]);
  expect(viewed.status()).toBe(200);
  expect(viewed.headers()['content-type']).toBe('application/pdf');
  await expect(
    caseManager.getByRole('dialog', { name: 'Protokoll.pdf' }).locator('iframe'),
  ).toBeVisible();
  await caseManager.getByRole('button', { name: 'Stäng' }).click();
  await expect(opener).toBeFocused();
  await caseManager.getByRole('button', { name: 'Visa skada.jpg här' }).click();
  const shown = caseManager.getByRole('dialog').getByRole('img', { name: 'skada.jpg' });
  await expect.poll(() => shown.evaluate(widthOf)).toBeGreaterThan(0);
  await caseManager.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
});

/** Runs within the page. */
const widthOf = (image: object) => (image as { naturalWidth: number }).naturalWidth;
