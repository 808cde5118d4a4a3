/// <reference lib="dom" />
// Documents open over the page.
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { openAuction } from '../fixtures/bidding.ts';
import { attach } from '../fixtures/files.ts';
import { makePdf, makeScan } from '../fixtures/pdf.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';

test('AUC-3 a PDF and a photo open over the page, also on a phone, and scripts in a PDF do not run', async ({
  seller,
  caseManager,
  openSignedIn,
}) => {
  const { id, number } = await seller.putUp();
  await openAuction(caseManager, id);
  const photo = await caseManager.screenshot({ type: 'jpeg', quality: 80 });
  await caseManager.getByRole('link', { name: 'Ändra' }).click();
  const report = makePdf(['Besiktning av fordonet', 'Andra sidan'], {
    script: "app.alert('Logga in igen')",
  });
  await attach(
    caseManager,
    'Bifoga dokument',
    'Besiktningsprotokoll ABC123.pdf',
    'application/pdf',
    report,
  );
  await attach(caseManager, 'Bifoga dokument', 'Inläst.pdf', 'application/pdf', makeScan());
  const broken = Buffer.from('%PDF-1.7\nbroken');
  await attach(caseManager, 'Bifoga dokument', 'Skadad.pdf', 'application/pdf', broken);
  await attach(caseManager, 'Bifoga dokument', 'skada.jpg', 'image/jpeg', photo);
  await caseManager.getByRole('button', { name: 'Spara' }).click();
  await expect(caseManager.getByText(`Auktion ${number} är ändrad.`).first()).toBeVisible();

  const phone = await openSignedIn(PEOPLE.rivalWorkshop, { width: 360, height: 740 });
  const dialogs: string[] = [];
  phone.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openAuction(phone, id);
  const opener = phone.getByRole('button', { name: 'Visa Besiktningsprotokoll ABC123.pdf här' });
  await opener.click();
  const shown = phone.getByRole('dialog', { name: 'Besiktningsprotokoll ABC123.pdf' });
  const page = shown.getByRole('group', { name: 'Sida 1 av 2' });
  await expect(page.getByText('Besiktning av fordonet')).toBeAttached();
  await expect.poll(() => inkOf(phone)).toBeGreaterThan(100);
  const { width } = (await page.boundingBox())!;
  expect(width).toBeLessThanOrEqual(360);
  await shown.getByRole('button', { name: 'Förstora' }).click();
  await expect(shown.getByText('150 %')).toBeVisible();
  await expect.poll(async () => (await page.boundingBox())!.width).toBeCloseTo(width * 1.5, 0);
  await expect.poll(() => canvasWidth(phone)).toBeGreaterThanOrEqual(Math.floor(width * 1.5));
  await assertAccessible(phone, [{ width: 360, colorScheme: 'light' }]);
  await shown.getByRole('button', { name: 'Stäng' }).click();
  await expect(opener).toBeFocused();

  await phone.getByRole('button', { name: 'Visa Inläst.pdf här' }).click();
  await expect(
    phone.getByRole('dialog').getByText('Sidan är en bild utan text som kan läsas upp.'),
  ).toBeAttached();
  await expect.poll(() => inkOf(phone)).toBeGreaterThan(100);
  await phone.keyboard.press('Escape');
  await phone.getByRole('button', { name: 'Visa Skadad.pdf här' }).click();
  await expect(phone.getByRole('dialog').getByText(/^Dokumentet är skadat/)).toBeVisible();
  await phone.keyboard.press('Escape');
  expect(dialogs).toEqual([]);

  await phone.getByRole('button', { name: 'Visa skada.jpg här' }).click();
  const picture = phone.getByRole('dialog').getByRole('img', { name: 'skada.jpg' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await phone.keyboard.press('Escape');
  await expect(picture).toHaveCount(0);

  await phone.setViewportSize({ width: 768, height: 900 });
  const link = phone.getByRole('link', { name: /^Besiktningsprotokoll ABC123\.pdf/ });
  await expect.poll(() => link.evaluate(countLines), 'no word is broken').toBeLessThanOrEqual(2);
});

const countLines = (link: Element) => link.getClientRects().length;

const canvasWidth = (page: Page) =>
  page
    .locator('[role=dialog] canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.width);

/** The number of dark pixels on the first page. */
const inkOf = (page: Page) => page.locator('[role=dialog] canvas').first().evaluate(countInk);

function countInk(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let ink = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! > 200 && data[at]! < 128) ink++;
  }
  return ink;
}
