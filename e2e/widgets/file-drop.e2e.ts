// Selecting and ordering files in the gallery, under the product's policy.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'serial' });

// One pixel, transparent.
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let page: Page;

test.beforeAll(async ({ openGallery }) => {
  page = await openGallery();
  // Playwright suppresses the dialog while it listens, so listen before pressing Enter.
  page.on('filechooser', () => {});
  await page.goto('/gallery.html?del=Filer');
});
test.beforeEach(async () => {
  await page.goto('/gallery.html?del=Filer');
  await choose('a.png', 'b.png', 'c.png');
  await order('a.png', 'b.png', 'c.png');
  await expect(button('Dra a.png')).toBeVisible();
});

/** The editable list. */
function part(): Locator {
  return page.getByRole('group', { name: 'Bilder på objektet' });
}

function button(name: string): Locator {
  return part().getByRole('button', { name, exact: true });
}

/** Selects files by the button. */
async function choose(...names: string[]): Promise<void> {
  await button('Bifoga fil').focus();
  const [dialog] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ]);
  await dialog.setFiles(
    names.map((name) => ({
      name,
      mimeType: name.endsWith('.png') ? 'image/png' : 'application/pdf',
      buffer: PIXEL,
    })),
  );
}

/** Waits for this order of files. */
async function order(...names: string[]): Promise<void> {
  const row = part().getByRole('row').or(part().getByRole('listitem'));
  await expect
    .poll(async () => {
      const texts = await row.allInnerTexts();
      return texts.length === names.length && texts.every((text, at) => text.includes(names[at]!));
    }, `the order ${names.join()}`)
    .toBe(true);
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('FORM-4 a file is shown with its name and size, and a picture with a preview', async () => {
  await choose('Besiktning.pdf');
  await order('a.png', 'b.png', 'c.png', 'Besiktning.pdf');
  const rows = part().getByRole('row');
  await expect(rows.first().locator('img')).toHaveCount(1);
  await expect(rows.first().locator('img')).toHaveAttribute('src', /^data:image\/png;/);
  await expect(rows.last()).toContainText(/70\sB/);
  await expect(rows.last().locator('img')).toHaveCount(0);
});

test('FORM-4 a file is moved by keyboard, and the change is announced', async () => {
  await button('Dra a.png').focus();
  await press('Enter');
  await expect(
    page.locator(':focus').and(page.getByRole('button', { name: /^Infoga/ })),
  ).toBeVisible();
  await press('ArrowRight', 'ArrowRight');
  await expect(page.getByRole('button', { name: 'Infoga efter c.png' })).toBeFocused();
  await press('Enter');
  await order('b.png', 'c.png', 'a.png');
  await expect(page.getByRole('status').getByText('a.png har plats 3 av 3.')).toBeVisible();
  await expect(part().getByRole('row', { name: 'a.png' })).toBeFocused();
  // Escape restores the order.
  await press('ArrowLeft', 'ArrowLeft', 'Tab');
  await expect(button('Dra b.png')).toBeFocused();
  await press('Enter');
  await expect(
    page.locator(':focus').and(page.getByRole('button', { name: /^Infoga/ })),
  ).toBeVisible();
  await press('ArrowRight', 'Escape');
  const row = part().getByRole('row', { name: 'b.png' });
  await expect(row.and(page.locator(':focus')).or(row.locator(':focus'))).toBeVisible();
  await order('b.png', 'c.png', 'a.png');
});

test('FORM-4 a file is moved by mouse', async () => {
  const from = await middleOf(part().getByRole('row', { name: 'c.png' }).locator('img'));
  const to = await middleOf(part().getByRole('row', { name: 'a.png' }).locator('img'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y, { steps: 5 });
  await page.mouse.move(to.x - 30, to.y, { steps: 10 });
  await page.mouse.up();
  await order('c.png', 'a.png', 'b.png');
  // Not among the new files.
  await expect(part().getByRole('row')).toHaveCount(3);
});

async function middleOf(what: Locator) {
  const box = (await what.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('FORM-4 buttons move a file too, keep focus, and are reached by Tab', async () => {
  await button('Dra a.png').focus();
  await press('Tab');
  await expect(button('Flytta a.png senare')).toBeFocused();
  await press('Enter');
  await order('b.png', 'a.png', 'c.png');
  await expect(button('Flytta a.png senare')).toBeFocused();
  await press('Enter');
  await order('b.png', 'c.png', 'a.png');
  await expect(button('Flytta a.png tidigare')).toBeFocused();
  await button('Gör c.png till huvudbild').focus();
  await press('Enter');
  await order('c.png', 'b.png', 'a.png');
  await expect(button('Flytta c.png senare')).toBeFocused();
  await button('Ta bort b.png').focus();
  await press('Enter');
  await order('c.png', 'a.png');
});

test('FORM-4 a file pasted anywhere on the page is added', async () => {
  await page.evaluate(paste, PIXEL.toString('base64'));
  await order('a.png', 'b.png', 'c.png', 'skärmbild.png');
});

/** Browser globals of the page. */
interface Inside {
  document: { body: { dispatchEvent(event: unknown): void } };
  DataTransfer: new () => { items: { add(file: File): void } };
  ClipboardEvent: new (type: string, options: object) => unknown;
}

/** Pastes a picture; runs in the page. */
function paste(content: string): void {
  const { document, DataTransfer, ClipboardEvent } = globalThis as unknown as Inside;
  const clipboardData = new DataTransfer();
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  clipboardData.items.add(new File([bytes], 'skärmbild.png', { type: 'image/png' }));
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}
